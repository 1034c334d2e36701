import { create } from 'zustand';
import { readLocal, writeLocal } from '../bridge/local-store.ts';

interface Views {
  readonly accountId: string;
  /** The current filter of each screen. */
  readonly now: Readonly<Record<string, unknown>>;
  /** The filters that the user chose by hand. They survive restarts, except for the search text. */
  readonly own: Readonly<Record<string, unknown>>;
  /** The screens whose filter comes from a link and lasts for this visit. */
  readonly linked: ReadonlySet<string>;
  /** The order of the rows that came with a link and lasts for this visit, by screen. */
  readonly sorts: Readonly<Record<string, ViewSort | undefined>>;
  /** The selected rows of each list by the list's name. A list that a screen shows alone has the screen's name. */
  readonly selections: Readonly<Record<string, RowSelection | undefined>>;
}

/** The ids of selected rows. */
export type RowSelection = ReadonlySet<string>;

/** The order of the rows of a screen. The screen takes it only if it can sort by this column. */
export interface ViewSort {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

const storageOf = (accountId: string): string => `views.${accountId}`;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The filters of all screens for the open account. A stored filter may come from another version of the app, so every
 * screen takes only the valid fields from it.
 */
const useViews = create<Views>(() => ({
  accountId: '',
  now: {},
  own: {},
  linked: new Set(),
  sorts: {},
  selections: {},
}));

/** Drops the search text: after a restart nobody remembers why so few rows are shown. */
const withoutSearch = (view: unknown): unknown => {
  if (!isRecord(view)) return view;
  const { search: _, ...rest } = view;
  return rest;
};

/** Loads the stored filters of another account. Nothing is selected there yet. */
export const openViews = (accountId: string): void => {
  const kept = readLocal(storageOf(accountId), isRecord) ?? {};
  const own = Object.fromEntries(Object.entries(kept).map(([screen, view]) => [screen, withoutSearch(view)]));
  useViews.setState({ accountId, now: own, own, linked: new Set(), sorts: {}, selections: {} });
};

/** The filter that a screen shows now, as it was stored. */
export const viewOf = (screen: string): unknown => useViews.getState().now[screen];

/** The filter of a screen, whether it comes from a link, the order that came with it, and the selected rows. */
export interface KeptView {
  readonly view: unknown;
  readonly linked: boolean;
  readonly sort: ViewSort | undefined;
  readonly selection: RowSelection | undefined;
}

/** Returns the present filter of a screen, so that going back can restore it. */
export const keepView = (screen: string): KeptView => ({
  view: viewOf(screen),
  linked: useViews.getState().linked.has(screen),
  sort: useViews.getState().sorts[screen],
  selection: useViews.getState().selections[screen],
});

/**
 * Stores a filter that the user chose by hand. If a link set the current one, the user's own filter stays as it was.
 */
export const setView = (screen: string, view: unknown): void => {
  const { accountId, now, own, linked } = useViews.getState();
  useViews.setState({ now: { ...now, [screen]: view } });
  if (linked.has(screen)) return;
  useViews.setState({ own: { ...own, [screen]: view } });
  writeLocal(storageOf(accountId), { ...own, [screen]: view });
};

/**
 * Shows exactly what a link counted, with nothing selected. The user's own filter and order return with the next visit.
 */
export const showLinked = (screen: string, view: unknown, sort?: ViewSort): void =>
  useViews.setState(({ now, linked, sorts, selections }) => ({
    now: { ...now, [screen]: view },
    linked: new Set([...linked, screen]),
    sorts: { ...sorts, [screen]: sort },
    selections: { ...selections, [screen]: undefined },
  }));

/** Shows the screen with the user's own filter and order. */
export const showOwn = (screen: string): void =>
  useViews.setState(({ now, own, linked, sorts }) => ({
    now: { ...now, [screen]: own[screen] },
    linked: new Set([...linked].filter((one) => one !== screen)),
    sorts: { ...sorts, [screen]: undefined },
  }));

/** The selected rows of a list, which survive a visit to another screen; `undefined` if nothing was selected. */
export const useRowSelection = (list: string): RowSelection | undefined => useViews((state) => state.selections[list]);

/** The selected rows of a list at this moment. */
export const rowSelectionOf = (list: string): RowSelection | undefined => useViews.getState().selections[list];

/** The account whose filters and selections are shown. */
export const useViewsAccount = (): string => useViews(({ accountId }) => accountId);

/**
 * Selects rows of a list. `of` is the account whose rows they are: the ids of a long list may arrive when another account has
 * been opened, and are ignored then.
 */
export const setRowSelection = (list: string, selection: RowSelection | undefined, of?: string): void =>
  useViews.setState(({ accountId, selections }) =>
    of === undefined || of === accountId ? { selections: { ...selections, [list]: selection } } : {},
  );

/** The order that a link brought for this visit; `undefined` if the user's own order applies. */
export const useLinkedSort = (screen: string): ViewSort | undefined => useViews((state) => state.sorts[screen]);

/** Changes the order of this visit, and returns whether a link had brought one. */
export const changeLinkedSort = (screen: string, sort: ViewSort): boolean => {
  const { sorts } = useViews.getState();
  if (sorts[screen] === undefined) return false;
  useViews.setState({ sorts: { ...sorts, [screen]: sort } });
  return true;
};

/** Checks the value of each field of a filter. */
export type FilterChecks<F> = { readonly [K in keyof F]-?: (value: unknown) => boolean };

/** Returns `none` with every valid field of the stored filter. */
export const validFilter = <F extends object>(none: F, checks: FilterChecks<F>, kept: unknown): F => {
  if (!isRecord(kept)) return none;
  const fields = Object.keys(checks) as (keyof F & string)[];
  const valid = fields.filter((field) => kept[field] !== undefined && checks[field](kept[field]));
  return { ...none, ...Object.fromEntries(valid.map((field) => [field, kept[field]])) };
};

/** The screen's filter, chosen by the user or set by a link, and a function that changes it. */
export const useScreenFilter = <F extends object>(
  screen: string,
  none: F,
  checks: FilterChecks<F>,
): readonly [F, (filter: F) => void] => {
  const kept = useViews((state) => state.now[screen]);
  return [validFilter(none, checks, kept), (filter) => setView(screen, filter)];
};

/** Changes part of a screen's filter, even while the screen is not shown. */
export const changeFilter = <F extends object>(
  screen: string,
  none: F,
  checks: FilterChecks<F>,
  part: Partial<F>,
): void => setView(screen, { ...validFilter(none, checks, viewOf(screen)), ...part });

export const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 500;
export const isFlag = (value: unknown): boolean => typeof value === 'boolean';
export const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
export const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
export const isOneOf =
  (values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
export const areOf =
  (values: readonly unknown[]) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((one) => values.includes(one));

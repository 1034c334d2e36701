import { create } from 'zustand';
import { readLocal, writeLocal } from '../bridge/local-store.ts';

interface Views {
  readonly accountId: string;
  /** The filter of each screen as it is now. */
  readonly now: Readonly<Record<string, unknown>>;
  /** As the account last chose it by hand: kept over restarts, without what was searched. */
  readonly own: Readonly<Record<string, unknown>>;
  /** Screens whose filter a link has set, for this visit only. */
  readonly linked: ReadonlySet<string>;
}

const storageOf = (accountId: string): string => `views.${accountId}`;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * How each screen of the account that is open is filtered. What is read back may be of another version of the app, so
 * every screen takes from it only what is valid.
 */
const useViews = create<Views>(() => ({ accountId: '', now: {}, own: {}, linked: new Set() }));

/** Without what was searched: whoever starts the app does not know any more why so little is shown. */
const withoutSearch = (view: unknown): unknown => {
  if (!isRecord(view)) return view;
  const { search: _, ...rest } = view;
  return rest;
};

/** Another account is another desk, with views of its own. */
export const openViews = (accountId: string): void => {
  const kept = readLocal(storageOf(accountId), isRecord) ?? {};
  const own = Object.fromEntries(Object.entries(kept).map(([screen, view]) => [screen, withoutSearch(view)]));
  useViews.setState({ accountId, now: own, own, linked: new Set() });
};

export const viewOf = (screen: string): unknown => useViews.getState().now[screen];

/** A screen's filter, and whether a link has set it. */
export interface KeptView {
  readonly view: unknown;
  readonly linked: boolean;
}

export const keepView = (screen: string): KeptView => ({
  view: viewOf(screen),
  linked: useViews.getState().linked.has(screen),
});

/** What the user chose by hand. In a view that a link has opened it changes that view, and not the user's own. */
export const setView = (screen: string, view: unknown): void => {
  const { accountId, now, own, linked } = useViews.getState();
  useViews.setState({ now: { ...now, [screen]: view } });
  if (linked.has(screen)) return;
  useViews.setState({ own: { ...own, [screen]: view } });
  writeLocal(storageOf(accountId), { ...own, [screen]: view });
};

/** A link shows just what it counted; the user's own filter comes back with the next visit. */
export const showLinked = (screen: string, view: unknown): void =>
  useViews.setState(({ now, linked }) => ({
    now: { ...now, [screen]: view },
    linked: new Set([...linked, screen]),
  }));

/** The screen as the user left it by hand. */
export const showOwn = (screen: string): void =>
  useViews.setState(({ now, own, linked }) => ({
    now: { ...now, [screen]: own[screen] },
    linked: new Set([...linked].filter((one) => one !== screen)),
  }));

/** What may stand in each field of a filter. */
export type FilterChecks<F> = { readonly [K in keyof F]-?: (value: unknown) => boolean };

/** `none` with every valid field of what was kept. */
export const validFilter = <F extends object>(none: F, checks: FilterChecks<F>, kept: unknown): F => {
  if (!isRecord(kept)) return none;
  const fields = Object.keys(checks) as (keyof F & string)[];
  const valid = fields.filter((field) => kept[field] !== undefined && checks[field](kept[field]));
  return { ...none, ...Object.fromEntries(valid.map((field) => [field, kept[field]])) };
};

/** The screen's filter as this account left it, or as a link set it; the second changes it. */
export const useScreenFilter = <F extends object>(
  screen: string,
  none: F,
  checks: FilterChecks<F>,
): readonly [F, (filter: F) => void] => {
  const kept = useViews((state) => state.now[screen]);
  return [validFilter(none, checks, kept), (filter) => setView(screen, filter)];
};

/** Changes a part of a screen's filter, however the screen was left. */
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

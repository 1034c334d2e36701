import { create } from 'zustand';
import type { ClientFilter } from '#shared/contract/clients.ts';
import type { ProxyFilter } from '#shared/contract/dedicated.ts';
import { LAST_SCREEN } from '#shared/contract/first-questions.ts';
import { readLocal, writeLocal } from '../bridge/local-store.ts';
import { isHeld } from './hold.ts';
import type { ActivityFilter, LedgerChoice, ListsFilter, ScheduleFilter } from './screen-filters.ts';
import type { SettingsSectionName } from './settings-sections.ts';
import { type KeptView, keepView, openViews, setRowSelection, showLinked, showOwn, type ViewSort } from './views.ts';

/** This is the order of the navigation and of Ctrl+1…9. */
export const SCREENS = [
  'overview',
  'clients',
  'generator',
  'dedicated',
  'lists',
  'purchases',
  'activity',
  'schedule',
  'settings',
] as const;
export type NavScreen = (typeof SCREENS)[number];
/** A hand-over opens from a client, and a run from a selection or from Activity. Neither is in the navigation. */
export type ScreenName = NavScreen | 'handover' | 'run';

/**
 * The parameters with which each screen can be opened. A `filter` applies to this visit only, and fields that it omits
 * do not filter. Without a `filter` the screen keeps the one that the user last chose there. A `sort` comes with a
 * filter and applies to the same visit.
 */
interface ScreenParams {
  readonly overview: object;
  /** `add` opens the form for a new client, and `importing` shows the import in progress. */
  readonly clients: {
    readonly clientId?: number;
    readonly add?: boolean;
    readonly importing?: boolean;
    readonly filter?: Partial<ClientFilter>;
    readonly sort?: ViewSort;
  };
  readonly generator: { readonly clientId?: number; readonly listId?: number };
  /** `importFor` opens the import for the proxies of a purchase whose answer was lost. */
  readonly dedicated: {
    readonly proxyId?: number;
    readonly importFor?: number;
    readonly filter?: Partial<ProxyFilter>;
    readonly sort?: ViewSort;
  };
  readonly lists: { readonly listId?: number; readonly exportId?: number; readonly filter?: Partial<ListsFilter> };
  readonly purchases: { readonly purchaseId?: number; readonly filter?: Partial<LedgerChoice> };
  readonly activity: { readonly runId?: number; readonly filter?: Partial<ActivityFilter> };
  /** `draftId` opens the form for a new order (parts/standing/draft-store.ts). */
  readonly schedule: {
    readonly scheduleId?: number;
    readonly orderId?: number;
    readonly draftId?: number;
    readonly filter?: Partial<ScheduleFilter>;
  };
  /** `section` is scrolled to (settings-sections.ts). */
  readonly settings: { readonly section?: SettingsSectionName };
  /** `queueId` is the run whose clients are worked off one by one. */
  readonly handover: { readonly clientId?: number; readonly queueId?: number };
  /** Opens a run with its lines, or the form for one (parts/runs/draft-store.ts). */
  readonly run: { readonly runId?: number; readonly draftId?: number };
}

export type Place = {
  readonly [S in ScreenName]: {
    readonly screen: S;
    readonly params: ScreenParams[S];
    /** The screen's filter and selected rows when the user left it, so that "back" restores them. */
    readonly left?: KeptView;
  };
}[ScreenName];

interface RouterState {
  readonly place: Place;
  readonly past: readonly Place[];
  readonly future: readonly Place[];
}

const ACCOUNT = 'account';
const HISTORY = 50;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isScreen = (value: unknown): value is NavScreen => SCREENS.some((screen) => screen === value);

const placeOf = <S extends ScreenName>(screen: S, params: ScreenParams[S]): Place => ({ screen, params }) as Place;

export const useRouter = create<RouterState>(() => ({ place: placeOf('overview', {}), past: [], future: [] }));

let account = '';

/**
 * Opens the desk of an account on its last screen with the filters it had, and clears the history. An account without a
 * last screen gets the one that any account showed last.
 */
export const openDeskOf = (accountId: string): void => {
  if (accountId === account) return;
  account = accountId;
  writeLocal(ACCOUNT, accountId);
  openViews(accountId);
  const screen = readLocal(`${LAST_SCREEN}.${accountId}`, isScreen) ?? lastScreen();
  // The account returns to this screen even if the user opens nothing else.
  writeLocal(`${LAST_SCREEN}.${accountId}`, screen);
  useRouter.setState({ place: placeOf(screen, {}), past: [], future: [] });
};

/** The account whose desk is shown. */
export const deskAccount = (): string => account;

/** The account whose desk the next start most likely opens. */
export const lastAccount = (): string | undefined => readLocal(ACCOUNT, isText);

/** The last screen of any account. */
const lastScreen = (): NavScreen => readLocal(LAST_SCREEN, isScreen) ?? 'overview';

const show = (state: RouterState): void => {
  useRouter.setState(state);
  // The next start has no use for a run of this time.
  if (!isScreen(state.place.screen)) return;
  writeLocal(LAST_SCREEN, state.place.screen);
  writeLocal(`${LAST_SCREEN}.${account}`, state.place.screen);
};

const left = (place: Place): Place => ({ ...place, left: keepView(place.screen) });

const entered = ({ screen, params }: Place): Place => ({ screen, params }) as Place;

const filterIn = ({ params }: Place): unknown => ('filter' in params ? params.filter : undefined);
const sortIn = ({ params }: Place): ViewSort | undefined => ('sort' in params ? params.sort : undefined);

const sameWay = (one: Place, other: Place): boolean =>
  JSON.stringify([one.screen, one.params]) === JSON.stringify([other.screen, other.params]);

/** Opens a screen. The same screen with other parameters is a step of its own, which "back" undoes. */
export const go = <S extends ScreenName>(screen: S, params?: ScreenParams[S]): void => {
  if (isHeld()) return;
  const { place, past } = useRouter.getState();
  const next = placeOf(screen, params ?? ({} as ScreenParams[S]));
  if (!sameWay(next, place)) show({ place: next, past: [...past, left(place)].slice(-HISTORY), future: [] });
  const filter = filterIn(next);
  if (filter !== undefined) showLinked(screen, filter, sortIn(next));
  else if (!sameWay(next, place)) showOwn(screen);
};

const restore = ({ screen, left: kept }: Place, from: ScreenName): void => {
  if (kept?.linked === true) showLinked(screen, kept.view, kept.sort);
  else showOwn(screen);
  if (kept !== undefined && screen !== from) setRowSelection(screen, kept.selection);
};

/** Returns to the previous place, unless the window is held. */
export const goBack = (): void => {
  const { place, past, future } = useRouter.getState();
  const previous = past.at(-1);
  if (previous === undefined || isHeld()) return;
  show({ place: entered(previous), past: past.slice(0, -1), future: [left(place), ...future] });
  restore(previous, place.screen);
};

/** Goes to the place from which the user went back, unless the window is held. */
export const goForward = (): void => {
  const { place, past, future } = useRouter.getState();
  const next = future[0];
  if (next === undefined || isHeld()) return;
  show({ place: entered(next), past: [...past, left(place)], future: future.slice(1) });
  restore(next, place.screen);
};

const NO_PARAMS = {};

/** The parameters with which this screen was opened; empty while another screen is shown. */
export const useScreenParams = <S extends ScreenName>(screen: S): ScreenParams[S] =>
  useRouter((state) => (state.place.screen === screen ? (state.place.params as ScreenParams[S]) : NO_PARAMS));

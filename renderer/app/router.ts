import { create } from 'zustand';
import { readLocal, writeLocal } from '../ui/local-store.ts';

/** In the order of the navigation, and of Ctrl+1…8. */
export const SCREENS = [
  'overview',
  'clients',
  'generator',
  'dedicated',
  'lists',
  'purchases',
  'jobs',
  'settings',
] as const;
export type NavScreen = (typeof SCREENS)[number];
/** A bulk run and a batch are opened from a selection or from Activity, not from the navigation. */
export type ScreenName = NavScreen | 'bulk' | 'batch';

/** What a screen can be opened with. */
export interface ScreenParams {
  readonly overview: object;
  /** `add` opens the form for a new client. */
  readonly clients: { readonly clientId?: number; readonly add?: boolean };
  readonly generator: { readonly clientId?: number; readonly listId?: number };
  readonly dedicated: { readonly clientId?: number; readonly purchaseId?: number; readonly proxyId?: number };
  readonly lists: { readonly listId?: number };
  readonly purchases: { readonly purchaseId?: number; readonly clientId?: number };
  readonly jobs: { readonly jobId?: number };
  readonly settings: object;
  /** A run, or the draft of one (features/bulk/draft-store.ts). */
  readonly bulk: { readonly runId?: number; readonly draftId?: number };
  /** Lists for many at once, or the form for them (features/batch/draft-store.ts). */
  readonly batch: { readonly batchId?: number; readonly draftId?: number };
}

export type Place = {
  readonly [S in ScreenName]: { readonly screen: S; readonly params: ScreenParams[S] };
}[ScreenName];

interface RouterState {
  readonly place: Place;
  readonly past: readonly Place[];
  readonly future: readonly Place[];
}

const STORAGE = 'screen';
const HISTORY = 50;
const isScreen = (value: unknown): value is NavScreen => SCREENS.some((screen) => screen === value);

const placeOf = <S extends ScreenName>(screen: S, params: ScreenParams[S]): Place => ({ screen, params }) as Place;

export const useRouter = create<RouterState>(() => ({
  place: placeOf(readLocal(STORAGE, isScreen) ?? 'overview', {}),
  past: [],
  future: [],
}));

const show = (state: RouterState): void => {
  useRouter.setState(state);
  // A run of the last time is of no interest at the next start.
  if (isScreen(state.place.screen)) writeLocal(STORAGE, state.place.screen);
};

/** Opens a screen. The same screen with other params is a step of its own, so "back" undoes it. */
export const go = <S extends ScreenName>(screen: S, params?: ScreenParams[S]): void => {
  const { place, past } = useRouter.getState();
  const next = placeOf(screen, params ?? ({} as ScreenParams[S]));
  if (JSON.stringify(next) === JSON.stringify(place)) return;
  show({ place: next, past: [...past, place].slice(-HISTORY), future: [] });
};

export const goBack = (): void => {
  const { place, past, future } = useRouter.getState();
  const previous = past.at(-1);
  if (previous !== undefined) show({ place: previous, past: past.slice(0, -1), future: [place, ...future] });
};

export const goForward = (): void => {
  const { place, past, future } = useRouter.getState();
  const next = future[0];
  if (next !== undefined) show({ place: next, past: [...past, place], future: future.slice(1) });
};

const NO_PARAMS = {};

/** The params this screen was opened with; empty while another one is shown. */
export const useScreenParams = <S extends ScreenName>(screen: S): ScreenParams[S] =>
  useRouter((state) => (state.place.screen === screen ? (state.place.params as ScreenParams[S]) : NO_PARAMS));

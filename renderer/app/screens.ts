import { alertPanel } from '../features/alerts/bell.tsx';
import { OverviewScreen } from '../features/overview/screen.tsx';
import type { ScreenName } from '../nav/router.ts';
import { type LazyCode, lazyCode, readWhenIdle } from '../ui/lazy-screen.tsx';

/** The overview comes with the frame: it is the first screen of a new desk. */
const overview: LazyCode = {
  component: () => OverviewScreen,
  read: () => Promise.resolve(),
  onRead: () => () => undefined,
};

export const screens: Readonly<Record<ScreenName, LazyCode>> = {
  overview,
  clients: lazyCode(async () => (await import('../features/clients/screen.tsx')).ClientsScreen),
  generator: lazyCode(async () => (await import('../features/generator/screen.tsx')).GeneratorScreen),
  dedicated: lazyCode(async () => (await import('../features/dedicated/screen.tsx')).DedicatedScreen),
  lists: lazyCode(async () => (await import('../features/lists/screen.tsx')).ListsScreen),
  purchases: lazyCode(async () => (await import('../features/purchases/screen.tsx')).PurchasesScreen),
  activity: lazyCode(async () => (await import('../features/activity/screen.tsx')).ActivityScreen),
  schedule: lazyCode(async () => (await import('../features/schedule/screen.tsx')).ScheduleScreen),
  settings: lazyCode(async () => (await import('../features/settings/screen.tsx')).SettingsScreen),
  run: lazyCode(async () => (await import('../features/activity/run-screen.tsx')).RunScreen),
  handover: lazyCode(async () => (await import('../features/handover/screen.tsx')).HandoverScreen),
};

/** What lies over every screen when it is asked for. */
export const overlays = lazyCode(async () => (await import('./overlays.tsx')).Overlays);

/** Asks for the code of the screen that is about to be drawn. A failure is met again, and told, when it is drawn. */
export const readScreen = (screen: ScreenName): void => {
  screens[screen].read().catch(() => undefined);
};

/** The code of everything else, while the window is at rest: whichever screen is chosen, it opens at once. */
export const readRest = (): void => readWhenIdle([overlays, alertPanel, ...Object.values(screens)]);

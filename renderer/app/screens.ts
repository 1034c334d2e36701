import { alertPanel } from '../features/alerts/bell.tsx';
import { OverviewScreen } from '../features/overview/screen.tsx';
import type { ScreenName } from '../nav/router.ts';
import { type LaterCode, laterCode, readWhenIdle } from '../ui/later.tsx';

/** The overview comes with the frame: it is the first screen of a new desk. */
const overview: LaterCode = {
  component: () => OverviewScreen,
  read: () => Promise.resolve(),
  onRead: () => () => undefined,
};

export const screens: Readonly<Record<ScreenName, LaterCode>> = {
  overview,
  clients: laterCode(async () => (await import('../features/clients/screen.tsx')).ClientsScreen),
  generator: laterCode(async () => (await import('../features/generator/screen.tsx')).GeneratorScreen),
  dedicated: laterCode(async () => (await import('../features/dedicated/screen.tsx')).DedicatedScreen),
  lists: laterCode(async () => (await import('../features/lists/screen.tsx')).ListsScreen),
  purchases: laterCode(async () => (await import('../features/purchases/screen.tsx')).PurchasesScreen),
  activity: laterCode(async () => (await import('../features/activity/screen.tsx')).ActivityScreen),
  schedule: laterCode(async () => (await import('../features/schedule/screen.tsx')).ScheduleScreen),
  settings: laterCode(async () => (await import('../features/settings/screen.tsx')).SettingsScreen),
  run: laterCode(async () => (await import('../features/activity/run-screen.tsx')).RunScreen),
  handover: laterCode(async () => (await import('../features/handover/screen.tsx')).HandoverScreen),
};

/** What lies over every screen when it is asked for. */
export const overlays = laterCode(async () => (await import('./overlays.tsx')).Overlays);

/** Asks for the code of the screen that is about to be drawn. A failure is met again, and told, when it is drawn. */
export const readScreen = (screen: ScreenName): void => {
  screens[screen].read().catch(() => undefined);
};

/** The code of everything else, while the window is at rest: whichever screen is chosen, it opens at once. */
export const readRest = (): void => readWhenIdle([overlays, alertPanel, ...Object.values(screens)]);

import { LANGUAGES } from '#shared/domain/language.ts';
import { alertPanel } from '../features/alerts/bell.tsx';
import { OverviewScreen } from '../features/overview/screen.tsx';
import { readTexts } from '../i18n/texts.ts';
import type { ScreenName } from '../nav/router.ts';
import { type LazyCode, lazyCode, readWhenIdle } from '../ui/lazy-screen.tsx';

/** The overview is part of the first bundle, because it is the first screen of a new desk. */
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

/** The dialogs and lists that open over every screen. */
export const overlays = lazyCode(async () => (await import('./overlays.tsx')).Overlays);

/**
 * Reads the code of the screen that is about to be drawn. A failure shows up again when the screen is drawn, and is
 * reported then.
 */
export const readScreen = (screen: ScreenName): void => {
  screens[screen].read().catch(() => undefined);
};

/**
 * Reads all other code and texts while the window is idle, so that every screen opens and the language changes at once, even
 * if an update has replaced the files meanwhile.
 */
export const readRest = (): void =>
  readWhenIdle([
    overlays,
    alertPanel,
    ...Object.values(screens),
    ...LANGUAGES.map((language) => ({ read: () => readTexts(language) })),
  ]);

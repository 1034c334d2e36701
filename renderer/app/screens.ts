import {
  type Icon,
  IconActivity,
  IconFileText,
  IconHome,
  IconReceipt,
  IconServer2,
  IconSettings,
  IconUsers,
  IconWand,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import { type NavScreen, SCREENS, type ScreenName } from './router.ts';

/** Each screen is a chunk of its own: start-up parses only the one that is shown. */
const loaders: Readonly<Record<ScreenName, () => Promise<ComponentType>>> = {
  overview: async () => (await import('../features/overview/screen.tsx')).OverviewScreen,
  clients: async () => (await import('../features/clients/screen.tsx')).ClientsScreen,
  generator: async () => (await import('../features/lists/generator-screen.tsx')).GeneratorScreen,
  dedicated: async () => (await import('../features/dedicated/screen.tsx')).DedicatedScreen,
  lists: async () => (await import('../features/lists/screen.tsx')).ListsScreen,
  purchases: async () => (await import('../features/purchases/screen.tsx')).PurchasesScreen,
  jobs: async () => (await import('../features/jobs/screen.tsx')).JobsScreen,
  settings: async () => (await import('../features/settings/screen.tsx')).SettingsScreen,
  batch: async () => (await import('../features/batch/screen.tsx')).BatchScreen,
  handover: async () => (await import('../features/handover/screen.tsx')).HandoverScreen,
  bulk: async () => (await import('../features/bulk/screen.tsx')).BulkScreen,
};

const loaded = new Map<ScreenName, ComponentType>();
/** What was shown once stays the same component, or the screen would be taken down while it is looked at. */
const shown = new Map<ScreenName, ComponentType>();

/** Reads a screen's code, so that it is there at once when it is opened. Rejects when it cannot be read. */
export const loadScreen = async (screen: ScreenName): Promise<void> => {
  if (!loaded.has(screen)) loaded.set(screen, await loaders[screen]());
};

/** Reads all other screens, one after the other, while nothing else is to do. */
export const loadScreensInIdle = (): void => {
  const next = SCREENS.find((screen) => !loaded.has(screen));
  if (next === undefined) return;
  requestIdleCallback(() => {
    // One that cannot be read says so when it is opened.
    loadScreen(next).then(loadScreensInIdle, () => undefined);
  });
};

/**
 * The screen's component. One whose code is there is drawn at once; one that has to be read suspends, and React then
 * holds it back for 300 ms.
 */
export const screenComponent = (screen: ScreenName): ComponentType => {
  const known = shown.get(screen);
  if (known !== undefined) return known;
  const component = loaded.get(screen) ?? lazy(async () => ({ default: await loaders[screen]() }));
  shown.set(screen, component);
  return component;
};

export const screenIcons: Readonly<Record<NavScreen, Icon>> = {
  overview: IconHome,
  clients: IconUsers,
  generator: IconWand,
  dedicated: IconServer2,
  lists: IconFileText,
  purchases: IconReceipt,
  jobs: IconActivity,
  settings: IconSettings,
};

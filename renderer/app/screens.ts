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
import type { NavScreen, ScreenName } from './router.ts';

/** Each screen is a chunk of its own, read when it is first opened: start-up parses only the one that is shown. */
export const screenComponents: Readonly<Record<ScreenName, ComponentType>> = {
  overview: lazy(async () => ({ default: (await import('../features/overview/screen.tsx')).OverviewScreen })),
  clients: lazy(async () => ({ default: (await import('../features/clients/screen.tsx')).ClientsScreen })),
  generator: lazy(async () => ({ default: (await import('../features/lists/generator-screen.tsx')).GeneratorScreen })),
  dedicated: lazy(async () => ({ default: (await import('../features/dedicated/screen.tsx')).DedicatedScreen })),
  lists: lazy(async () => ({ default: (await import('../features/lists/screen.tsx')).ListsScreen })),
  purchases: lazy(async () => ({ default: (await import('../features/purchases/screen.tsx')).PurchasesScreen })),
  jobs: lazy(async () => ({ default: (await import('../features/jobs/screen.tsx')).JobsScreen })),
  settings: lazy(async () => ({ default: (await import('../features/settings/screen.tsx')).SettingsScreen })),
  batch: lazy(async () => ({ default: (await import('../features/batch/screen.tsx')).BatchScreen })),
  handover: lazy(async () => ({ default: (await import('../features/handover/screen.tsx')).HandoverScreen })),
  bulk: lazy(async () => ({ default: (await import('../features/bulk/screen.tsx')).BulkScreen })),
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

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
import type { ComponentType } from 'react';
import { ActivityScreen } from '../features/activity/screen.tsx';
import { BatchScreen } from '../features/batch/screen.tsx';
import { BulkScreen } from '../features/bulk/screen.tsx';
import { ClientsScreen } from '../features/clients/screen.tsx';
import { DedicatedScreen } from '../features/dedicated/screen.tsx';
import { GeneratorScreen } from '../features/generator/screen.tsx';
import { HandoverScreen } from '../features/handover/screen.tsx';
import { ListsScreen } from '../features/lists/screen.tsx';
import { OverviewScreen } from '../features/overview/screen.tsx';
import { PurchasesScreen } from '../features/purchases/screen.tsx';
import { SettingsScreen } from '../features/settings/screen.tsx';
import type { NavScreen, ScreenName } from '../nav/router.ts';

/**
 * In the one file of the window's code: a file is a question to the main process, which has the core to start at that
 * time, and Chromium keeps the code compiled from one start to the next.
 */
export const screens: Readonly<Record<ScreenName, ComponentType>> = {
  overview: OverviewScreen,
  clients: ClientsScreen,
  generator: GeneratorScreen,
  dedicated: DedicatedScreen,
  lists: ListsScreen,
  purchases: PurchasesScreen,
  jobs: ActivityScreen,
  settings: SettingsScreen,
  batch: BatchScreen,
  handover: HandoverScreen,
  bulk: BulkScreen,
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

import {
  type Icon,
  IconActivity,
  IconCalendarTime,
  IconFileText,
  IconHome,
  IconReceipt,
  IconServer2,
  IconSettings,
  IconUsers,
  IconWand,
} from '@tabler/icons-react';
import type { NavScreen } from '../nav/router.ts';

export const screenIcons: Readonly<Record<NavScreen, Icon>> = {
  overview: IconHome,
  clients: IconUsers,
  generator: IconWand,
  dedicated: IconServer2,
  lists: IconFileText,
  purchases: IconReceipt,
  activity: IconActivity,
  schedule: IconCalendarTime,
  settings: IconSettings,
};

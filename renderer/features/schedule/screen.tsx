import { SegmentedControl } from '@mantine/core';
import type { FC, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SCHEDULE_TABS, type ScheduleFilter } from '../../nav/screen-filters.ts';
import { type FilterChecks, isOneOf, useScreenFilter } from '../../nav/views.ts';
import { Screen } from '../../ui/screen.tsx';
import { ScheduledListsTab } from '../scheduled-lists/scheduled-lists-tab.tsx';
import { NextDaysTab } from '../standing/next-days-tab.tsx';
import { OrdersTab } from '../standing/orders-tab.tsx';

const NO_FILTER: ScheduleFilter = { tab: 'orders' };
const CHECKS: FilterChecks<ScheduleFilter> = { tab: isOneOf(SCHEDULE_TABS) };

/** Each draws the whole screen below its title; `tabs` belongs at the beginning of its toolbar. */
const TABS: Readonly<Record<ScheduleFilter['tab'], FC<{ readonly tabs: ReactNode }>>> = {
  orders: OrdersTab,
  lists: ScheduledListsTab,
  next: NextDaysTab,
};

/** What the desk does by itself, and what that comes to. */
export const ScheduleScreen = () => {
  const { t } = useTranslation(['schedule', 'common']);
  const [{ tab }, setFilter] = useScreenFilter('schedule', NO_FILTER, CHECKS);
  const Tab = TABS[tab];
  return (
    <Screen title={t('common:nav.schedule')}>
      <Tab
        tabs={
          <SegmentedControl
            aria-label={t('tabs.label')}
            value={tab}
            onChange={(wanted) => setFilter({ tab: wanted })}
            data={SCHEDULE_TABS.map((one) => ({ value: one, label: t(`tabs.${one}`) }))}
          />
        }
      />
    </Screen>
  );
};

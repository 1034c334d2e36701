import { SegmentedControl } from '@mantine/core';
import type { FC, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accountName, useAccounts, useActiveAccount } from '../../bridge/accounts-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SCHEDULE_TABS, type ScheduleFilter } from '../../nav/screen-filters.ts';
import { type FilterChecks, isOneOf, useScreenFilter } from '../../nav/views.ts';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useRedrawnChoice } from '../../ui/use-redrawn-choice.ts';
import { ChecksTab } from '../scheduled-checks/checks-tab.tsx';
import { ScheduledListsTab } from '../scheduled-lists/scheduled-lists-tab.tsx';
import { ReportTab } from '../scheduled-report/report-tab.tsx';
import { NextDaysTab } from '../standing/next-days-tab.tsx';
import { OrdersTab } from '../standing/orders-tab.tsx';

const NO_FILTER: ScheduleFilter = { tab: 'orders' };
const CHECKS: FilterChecks<ScheduleFilter> = { tab: isOneOf(SCHEDULE_TABS) };

/** Each tab draws the whole screen below the title, and puts `tabs` at the beginning of its toolbar. */
const TABS: Readonly<Record<ScheduleFilter['tab'], FC<{ readonly tabs: ReactNode }>>> = {
  orders: OrdersTab,
  lists: ScheduledListsTab,
  checks: ChecksTab,
  report: ReportTab,
  next: NextDaysTab,
};

/** Shows what the desk does automatically, and what that costs. */
export const ScheduleScreen = () => {
  const { t } = useTranslation(['schedule', 'common']);
  const [{ tab }, setFilter] = useScreenFilter('schedule', NO_FILTER, CHECKS);
  const Tab = TABS[tab];
  const choice = useRedrawnChoice(tab, (wanted) => setFilter({ tab: wanted }));
  return (
    <Screen title={t('common:nav.schedule')}>
      <OtherAccounts />
      <Tab
        tabs={
          <SegmentedControl
            aria-label={t('common:words.whatToShow')}
            {...choice}
            data={SCHEDULE_TABS.map((one) => ({ value: one, label: t(`tabs.${one}`) }))}
          />
        }
      />
    </Screen>
  );
};

/** A user with several accounts must know that the orders and lists of the others are not running now. */
const OtherAccounts = () => {
  const { t } = useTranslation(['schedule', 'common']);
  const format = useFormat();
  const others = useAccounts(({ state }) => state?.accounts)?.filter(({ isSandbox }) => !isSandbox) ?? [];
  const openId = useActiveAccount()?.id;
  const names = others.filter(({ id }) => id !== openId).map((one) => accountName(one, t('common:status.sandbox')));
  if (names.length === 0) return null;
  const list = format.list(names.map((name) => t('schedule:quoted', { name })));
  return (
    <Notice tone="mute" strip>
      {t('schedule:onlyOpen', { count: names.length, names: list })}
    </Notice>
  );
};

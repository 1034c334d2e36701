import { IconCalendarTime } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';

/** Lists that are made by themselves. */
export const ScheduledListsTab = ({ tabs }: { readonly tabs: ReactNode }) => {
  const { t } = useTranslation('schedule');
  return (
    <>
      <Toolbar label={t('tabs.label')}>{tabs}</Toolbar>
      <EmptyState icon={IconCalendarTime} title={t('tabs.lists')} />
    </>
  );
};

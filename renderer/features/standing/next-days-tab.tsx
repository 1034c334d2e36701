import { IconCalendarTime } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';

/** What the desk will do by itself, day by day. */
export const NextDaysTab = ({ tabs }: { readonly tabs: ReactNode }) => {
  const { t } = useTranslation('schedule');
  return (
    <>
      <Toolbar label={t('tabs.label')}>{tabs}</Toolbar>
      <EmptyState icon={IconCalendarTime} title={t('next.empty')} />
    </>
  );
};

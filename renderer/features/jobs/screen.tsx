import { IconActivity } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

export const JobsScreen = () => {
  const { t } = useTranslation();
  return (
    <Screen title={t('nav.jobs')}>
      <EmptyState icon={IconActivity} title={t('nav.jobs')} text={t('comingSoon.text')} />
    </Screen>
  );
};

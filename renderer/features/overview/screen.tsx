import { IconHome } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

export const OverviewScreen = () => {
  const { t } = useTranslation();
  return (
    <Screen title={t('nav.overview')}>
      <EmptyState icon={IconHome} title={t('nav.overview')} text={t('comingSoon.text')} />
    </Screen>
  );
};

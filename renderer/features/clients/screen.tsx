import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

export const ClientsScreen = () => {
  const { t } = useTranslation();
  return (
    <Screen title={t('nav.clients')}>
      <EmptyState icon={IconUsers} title={t('nav.clients')} text={t('comingSoon.text')} />
    </Screen>
  );
};

import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

export const ListsScreen = () => {
  const { t } = useTranslation();
  return (
    <Screen title={t('nav.lists')}>
      <EmptyState icon={IconFileText} title={t('nav.lists')} text={t('comingSoon.text')} />
    </Screen>
  );
};

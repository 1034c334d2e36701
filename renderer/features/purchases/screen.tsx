import { IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

export const PurchasesScreen = () => {
  const { t } = useTranslation();
  return (
    <Screen title={t('nav.purchases')}>
      <EmptyState icon={IconReceipt} title={t('nav.purchases')} text={t('comingSoon.text')} />
    </Screen>
  );
};

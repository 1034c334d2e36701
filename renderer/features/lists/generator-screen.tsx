import { IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

export const GeneratorScreen = () => {
  const { t } = useTranslation();
  return (
    <Screen title={t('nav.generator')}>
      <EmptyState icon={IconWand} title={t('nav.generator')} text={t('comingSoon.text')} />
    </Screen>
  );
};

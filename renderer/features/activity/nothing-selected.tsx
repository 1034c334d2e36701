import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { go } from '../../nav/router.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';

interface NothingSelectedProps {
  /** Of the screen. */
  readonly title: string;
  /** Where and how to select. */
  readonly text: string;
}

/** A screen that works on a selection, opened without one. */
export const NothingSelected = ({ title, text }: NothingSelectedProps) => {
  const { t } = useTranslation();
  return (
    <Screen title={title}>
      <EmptyState
        icon={IconStack2}
        title={t('nothingSelected.title')}
        text={text}
        action={
          <Button variant="filled" onClick={() => go('clients')}>
            {t('nothingSelected.toClients')}
          </Button>
        }
      />
    </Screen>
  );
};

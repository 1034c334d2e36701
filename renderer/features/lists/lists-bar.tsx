import { Button, CloseButton } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Toolbar } from '../../ui/toolbar.tsx';
import { openBatch } from '../batch/draft-store.ts';

interface ListsBarProps {
  /** Frozen: what the actions work on does not change with the list behind it. */
  readonly listIds: readonly number[];
  readonly onRemove: (listIds: readonly number[]) => void;
  readonly onEnd: () => void;
}

/** Takes the place of tabs and search while lists are selected, so that the rows stay where they are. */
export const ListsBar = ({ listIds, onRemove, onEnd }: ListsBarProps) => {
  const { t } = useTranslation('lists');
  return (
    <Toolbar
      label={t('bulk.label')}
      end={<CloseButton size="sm" aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onEnd} />}
    >
      <span role="status">{t('selected', { count: listIds.length })}</span>
      <Button
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => openBatch('export', listIds, 'lists')}
      >
        {t('bulk.save')}
      </Button>
      <Button leftSection={<IconTrash size={15} aria-hidden />} onClick={() => onRemove(listIds)}>
        {t('remove')}
      </Button>
    </Toolbar>
  );
};

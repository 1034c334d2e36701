import { Menu } from '@mantine/core';
import { IconCopy, IconFileText, IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { showExport } from '../../parts/lists/save-list.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ActionItem } from '../../ui/menu-action.tsx';

interface ExportMenuItemsProps {
  readonly record: ExportRecord;
  readonly onOpenList: (listId: number) => void;
}

/** What can be done with one file, behind the right click. */
export const ExportMenuItems = ({ record, onOpenList }: ExportMenuItemsProps) => {
  const { t } = useTranslation('lists');
  const { listId } = record;
  return (
    <>
      <ActionItem action={{ icon: IconFolder, label: t('showInFolder'), run: () => void showExport(record.id) }} />
      {listId === null ? null : (
        <ActionItem action={{ icon: IconFileText, label: t('openList'), run: () => onOpenList(listId) }} />
      )}
      <Menu.Divider />
      <ActionItem action={{ icon: IconCopy, label: t('copyPath'), run: () => copyText(record.path) }} />
      <ActionItem action={{ icon: IconCopy, label: t('copySha'), run: () => copyText(record.sha256) }} />
    </>
  );
};

import { Menu } from '@mantine/core';
import { IconCopy, IconFileText, IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ICON } from '../../ui/menu-icon.ts';
import { showExport } from './save-list.tsx';

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
      <Menu.Item leftSection={<IconFolder {...ICON} />} onClick={() => void showExport(record.id)}>
        {t('showInFolder')}
      </Menu.Item>
      {listId === null ? null : (
        <Menu.Item leftSection={<IconFileText {...ICON} />} onClick={() => onOpenList(listId)}>
          {t('openList')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(record.path)}>
        {t('copyPath')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(record.sha256)}>
        {t('copySha')}
      </Menu.Item>
    </>
  );
};

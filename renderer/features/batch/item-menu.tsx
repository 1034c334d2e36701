import { Menu } from '@mantine/core';
import { IconCopy, IconFileText, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/contract/batch.ts';
import { go } from '../../app/router.ts';
import { copyText } from '../../ui/copy-text.ts';
import { reasonOf } from './item-columns.tsx';

const ICON = { size: 15, 'aria-hidden': true } as const;

/** The ways from an item of a batch, and what it says, behind the right click. */
export const BatchItemMenu = ({ item }: { readonly item: BatchItem }) => {
  const { t } = useTranslation(['batch', 'lists', 'common']);
  const { listId, clientId, clientName, fileName } = item;
  const words = [clientName, fileName, reasonOf(item, t)].filter((text) => text !== '');
  return (
    <>
      {listId === null ? null : (
        <Menu.Item leftSection={<IconFileText {...ICON} />} onClick={() => go('lists', { listId })}>
          {t('lists:openList')}
        </Menu.Item>
      )}
      {clientId === null ? null : (
        <Menu.Item leftSection={<IconUser {...ICON} />} onClick={() => go('clients', { clientId })}>
          {t('lists:openClient')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(words.join('\t'))}>
        {t('common:grid.copyRow')}
      </Menu.Item>
    </>
  );
};

import { Menu } from '@mantine/core';
import { IconCopy, IconDeviceFloppy, IconRefresh, IconTrash, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { go } from '../../app/router.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ICON } from '../../ui/menu-icon.ts';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';
import { savedToast } from './save-list.tsx';

interface ListMenuItemsProps {
  readonly list: ProxyList;
  readonly onRemove: () => void;
}

/** What can be done with one list, as it was generated, behind the right click. */
export const ListMenuItems = ({ list, onRemove }: ListMenuItemsProps) => {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const { clientId } = list;
  const { formatId } = list.recipe;
  const idle = list.state === 'running' || list.lineCount === 0;
  const view = { listId: list.id, variant: list.domainLines > 0 ? 'domain' : 'ip', formatId } as const;
  const save = async () => {
    const result = await call('lists.save', view);
    if (!result.ok) errorToast(result.error);
    else if (result.value !== null) {
      const count = result.value.lineCount;
      savedToast(result.value, t('lines', { count, formatted: format.number(count) }));
    }
  };
  const copy = async () => {
    const result = await call('lists.copy', view);
    if (!result.ok) {
      errorToast(result.error);
      return;
    }
    const values = { count: result.value.lines, formatted: format.number(result.value.lines) };
    doneToast(formatId === 3 ? t('copiedBare', values) : t('copied', values));
  };
  return (
    <>
      <Menu.Item leftSection={<IconDeviceFloppy {...ICON} />} disabled={idle} onClick={() => void save()}>
        {t('save', { formatId })}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...ICON} />} disabled={idle} onClick={() => void copy()}>
        {t('copy')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRefresh {...ICON} />}
        onClick={() => go('generator', { listId: list.id, ...(clientId === null ? {} : { clientId }) })}
      >
        {t('again')}
      </Menu.Item>
      {clientId === null ? null : (
        <Menu.Item leftSection={<IconUser {...ICON} />} onClick={() => go('clients', { clientId })}>
          {t('openClient')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={onRemove}>
        {t('remove')}
      </Menu.Item>
    </>
  );
};

import { Menu } from '@mantine/core';
import {
  IconCalendarTime,
  IconCopy,
  IconDeviceFloppy,
  IconPlugConnected,
  IconRefresh,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ActionItem } from '../../ui/menu-action.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { OpenClientItem } from '../clients/open-client-item.tsx';
import { openDraft } from '../runs/draft-store.ts';
import { openLayouts } from './layout-store.ts';
import { checkRegularly, generateAgain, makeRegularly } from './list-actions.ts';
import { savedToast } from './save-list.ts';

interface ListMenuItemsProps {
  readonly list: ProxyList;
  readonly onRemove: () => void;
}

/** The actions on one list, in the format it was generated in, for the context menu. */
export const ListMenuItems = ({ list, onRemove }: ListMenuItemsProps) => {
  const { t } = useTranslation(['lists', 'layouts', 'scheduledLists', 'checks', 'common']);
  const format = useFormat();
  const { clientId } = list;
  const { formatId } = list.recipe;
  const idle = isGrowing(list) || list.lineCount === 0;
  const view = { listId: list.id, variant: list.domainLines > 0 ? 'domain' : 'ip', formatId } as const;
  const save = async () => {
    const record = await callOrTell('lists.save', view);
    if (record === undefined || record === null) return;
    const count = record.lineCount;
    savedToast(record, t('lines', { count, formatted: format.number(count) }));
  };
  const copy = async () => {
    const copied = await callOrTell('lists.copy', view);
    if (copied === undefined) return;
    const values = { count: copied.lines, formatted: format.number(copied.lines) };
    doneToast(formatId === 3 ? t('copiedBare', values) : t('copied', values));
  };
  return (
    <>
      <ActionItem
        action={{ icon: IconDeviceFloppy, label: t('save', { formatId }), run: () => void save() }}
        disabled={idle}
      />
      <ActionItem action={{ icon: IconCopy, label: t('copy'), run: () => void copy() }} disabled={idle} />
      <ActionItem
        action={{
          icon: IconTemplate,
          label: t('layouts:other'),
          run: () => openLayouts({ from: 'list', listId: list.id, variant: view.variant }, list.title),
        }}
        disabled={idle}
      />
      <ActionItem
        action={{
          icon: IconPlugConnected,
          label: t('checks:check'),
          run: () => openDraft('check-list', [list.id], 'lists'),
        }}
        disabled={idle}
      />
      <ActionItem action={checkRegularly(list)} disabled={idle && !list.isCheckedOnSchedule} />
      {list.recipe.poolType === null ? null : (
        <>
          <ActionItem action={{ icon: IconRefresh, label: t('again'), run: () => generateAgain(list) }} />
          <ActionItem
            action={{ icon: IconCalendarTime, label: t('scheduledLists:again'), run: () => makeRegularly(list) }}
          />
        </>
      )}
      {clientId === null ? null : <OpenClientItem clientId={clientId} />}
      <Menu.Divider />
      <ActionItem action={{ icon: IconTrash, label: t('common:words.remove'), run: onRemove }} />
    </>
  );
};

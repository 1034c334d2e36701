import { ActionIcon, Button, CloseButton, Menu, Popover } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCalendarPlus,
  IconDots,
  IconDownload,
  IconRefresh,
  IconShoppingCart,
  IconTag,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '../../app/connection-store.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { errorToast, undoToast } from '../../ui/undo-toast.tsx';
import { openBatch } from '../batch/draft-store.ts';
import { openBulk } from '../bulk/draft-store.ts';
import { startRefresh } from '../refresh/refresh-deeds.ts';
import { removeClients, setArchived, undoChange } from './client-actions.ts';
import styles from './clients.module.css';
import { useTags } from './use-tags.ts';

interface BulkBarProps {
  /** Frozen: what the actions work on does not change with the list behind it. */
  readonly clientIds: readonly number[];
  readonly archived: boolean;
  readonly onExport: () => void;
  /** Done, or the user thought better of it. */
  readonly onEnd: () => void;
}

/** In the place of the search while clients are selected. */
export const BulkBar = ({ clientIds, archived, onExport, onEnd }: BulkBarProps) => {
  const { t } = useTranslation(['clients', 'refresh']);
  const offline = useIsOffline();
  const [busy, setBusy] = useState(false);
  const run = (work: Promise<boolean>) => {
    setBusy(true);
    void work.then((done) => {
      setBusy(false);
      if (done) onEnd();
    });
  };
  return (
    <Toolbar
      label={t('bulk.label')}
      end={<CloseButton size="sm" aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onEnd} />}
    >
      <span className={styles.selected} role="status">
        {t('bulk.selected', { count: clientIds.length })}
      </span>
      {archived ? null : (
        <>
          <OfflineHint offline={offline}>
            <Button
              disabled={offline}
              leftSection={<IconRefresh size={15} aria-hidden />}
              onClick={() => void startRefresh(clientIds)}
            >
              {t('refresh:selection')}
            </Button>
          </OfflineHint>
          <OfflineHint offline={offline}>
            <Button
              disabled={offline}
              leftSection={<IconCalendarPlus size={15} aria-hidden />}
              onClick={() => openBulk('vpn-renew', clientIds, 'clients')}
            >
              {t('bulk.renewVpn')}
            </Button>
          </OfflineHint>
          <OfflineHint offline={offline}>
            <Button
              disabled={offline}
              leftSection={<IconShoppingCart size={15} aria-hidden />}
              onClick={() => openBulk('traffic', clientIds, 'clients')}
            >
              {t('bulk.buyTraffic')}
            </Button>
          </OfflineHint>
          <Button
            leftSection={<IconWand size={15} aria-hidden />}
            onClick={() => openBatch('generate', clientIds, 'clients')}
          >
            {t('bulk.generate')}
          </Button>
        </>
      )}
      <BulkTags clientIds={clientIds} />
      <Button
        disabled={busy}
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => run(removeClients(clientIds))}
      >
        {t('bulk.remove')}
      </Button>
      {/* What is seldom wanted: with it the bar would be two lines high, and the list below would jump. */}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size={28} variant="default" disabled={busy} aria-label={t('more')} title={t('more')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={15} aria-hidden />} onClick={onExport}>
            {t('bulk.export')}
          </Menu.Item>
          <Menu.Item
            leftSection={archived ? <IconArchiveOff size={15} aria-hidden /> : <IconArchive size={15} aria-hidden />}
            onClick={() => run(setArchived(clientIds, !archived))}
          >
            {archived ? t('bulk.restore') : t('bulk.archive')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Toolbar>
  );
};

const BulkTags = ({ clientIds }: { readonly clientIds: readonly number[] }) => {
  const { t } = useTranslation('clients');
  const tags = useTags().map(({ tag }) => tag);
  const action = useAction('clients.tag');
  const [opened, setOpened] = useState(false);
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);

  const apply = async () => {
    const result = await action.run({ clientIds: [...clientIds], add: [...add], remove: [...remove] });
    if (!result.ok) {
      if (result.error.details?.problems === undefined) errorToast(result.error);
      return;
    }
    setOpened(false);
    setAdd([]);
    setRemove([]);
    const { count, undoId } = result.value;
    undoToast(t('done.tagged', { count }), () => void undoChange(undoId));
  };

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconTag size={15} aria-hidden />} onClick={() => setOpened(!opened)}>
          {t('bulk.tag')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.stack} aria-label={t('bulk.tag')}>
        <TagInput
          label={t('bulk.addTags')}
          inPopover
          value={add}
          onChange={setAdd}
          suggestions={tags}
          error={fieldProblem(action.error, 'tags')}
        />
        <TagInput label={t('bulk.removeTags')} inPopover value={remove} onChange={setRemove} suggestions={tags} />
        <Button
          variant="filled"
          loading={action.busy}
          disabled={add.length + remove.length === 0}
          onClick={() => void apply()}
        >
          {t('bulk.apply', { count: clientIds.length })}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};

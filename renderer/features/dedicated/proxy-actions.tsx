import { Button, Menu, Popover } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowsExchange,
  IconCalendarPlus,
  IconDownload,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormatId } from '#shared/contract/lists.ts';
import { FORMAT_IDS, type PortType } from '#shared/domain/limits.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { ClientSelect } from '../lists/client-select.tsx';
import { FORMAT_LAYOUTS } from '../lists/format-layouts.ts';
import type { PremiumClient } from '../premium/premium-client.ts';
import styles from './dedicated.module.css';
import { assignProxies, copyProxies, saveProxies, setArchived } from './proxy-deeds.ts';

interface ProxyActionsProps {
  /** Frozen: what the actions work on does not change with the list behind it. */
  readonly proxyIds: readonly number[];
  readonly archived: boolean;
  readonly onProlong: (proxyIds: readonly number[]) => void;
  readonly onSwitch: (proxyIds: readonly number[], portType: PortType) => void;
  /** They are not in this view any more. */
  readonly onGone: () => void;
}

const ICON = { size: 15, 'aria-hidden': true } as const;

/** Everything that can be done with one proxy or many. */
export const ProxyActions = ({ proxyIds, archived, onProlong, onSwitch, onGone }: ProxyActionsProps) => {
  const { t } = useTranslation('dedicated');
  const offline = useIsOffline();
  return (
    <>
      <OfflineHint offline={offline}>
        <Button leftSection={<IconCalendarPlus {...ICON} />} disabled={offline} onClick={() => onProlong(proxyIds)}>
          {t('actions.prolong')}
        </Button>
      </OfflineHint>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button leftSection={<IconArrowsExchange {...ICON} />} disabled={offline}>
            {t('actions.protocol')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onSwitch(proxyIds, 'http')}>{t('actions.toHttp')}</Menu.Item>
          <Menu.Item onClick={() => onSwitch(proxyIds, 'socks')}>{t('actions.toSocks')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AssignButton proxyIds={proxyIds} />
      <ExportMenu proxyIds={proxyIds} />
      <Button
        leftSection={archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
        onClick={() =>
          void setArchived(proxyIds, !archived).then((done) => {
            if (done) onGone();
          })
        }
      >
        {archived ? t('actions.restore') : t('actions.archive')}
      </Button>
    </>
  );
};

const ExportMenu = ({ proxyIds }: { readonly proxyIds: readonly number[] }) => {
  const { t } = useTranslation('dedicated');
  const item = (formatId: FormatId, run: (proxyIds: readonly number[], formatId: FormatId) => Promise<void>) => (
    <Menu.Item key={formatId} onClick={() => void run(proxyIds, formatId)}>
      <code>{FORMAT_LAYOUTS[formatId]}</code>
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button leftSection={<IconDownload {...ICON} />}>{t('actions.export')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('actions.saveGroup')}</Menu.Label>
        {FORMAT_IDS.map((formatId) => item(formatId, saveProxies))}
        <Menu.Divider />
        <Menu.Label>{t('actions.copyGroup')}</Menu.Label>
        {FORMAT_IDS.map((formatId) => item(formatId, copyProxies))}
      </Menu.Dropdown>
    </Menu>
  );
};

const AssignButton = ({ proxyIds }: { readonly proxyIds: readonly number[] }) => {
  const { t } = useTranslation('dedicated');
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [client, setClient] = useState<PremiumClient | null>(null);
  const assign = async (clientId: number | null) => {
    setBusy(true);
    const done = await assignProxies(proxyIds, clientId);
    setBusy(false);
    if (done) setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconUser {...ICON} />} onClick={() => setOpened(!opened)}>
          {t('actions.assign')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('actions.assign')} className={styles.stack}>
        <ClientSelect value={client} onChange={setClient} error={undefined} inPopover />
        <Button
          variant="filled"
          loading={busy}
          disabled={client === null}
          onClick={() => client !== null && void assign(client.id)}
        >
          {t('actions.assignTo', { count: proxyIds.length })}
        </Button>
        <Button disabled={busy} onClick={() => void assign(null)}>
          {t('actions.unassign')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};

import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowsExchange,
  IconCalendarPlus,
  IconCopy,
  IconDownload,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { FORMAT_IDS, type PortType } from '#shared/domain/limits.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { go } from '../../app/router.ts';
import { copyText } from '../../ui/copy-text.ts';
import { FORMAT_LAYOUTS } from '../lists/format-layouts.ts';
import { copyProxies, saveProxies, setArchived } from './proxy-deeds.ts';
import { addressOf } from './use-proxy-columns.tsx';

interface ProxyMenuItemsProps {
  /** `null`: it is about several. */
  readonly proxy: DedicatedProxy | null;
  readonly proxyIds: readonly number[];
  readonly archived: boolean;
  readonly onProlong: (proxyIds: readonly number[]) => void;
  readonly onSwitch: (proxyIds: readonly number[], portType: PortType) => void;
  /** They are not in this view any more. */
  readonly onGone: () => void;
}

const ICON = { size: 15, 'aria-hidden': true } as const;

/** What the buttons offer for one proxy or many, behind the right click. */
export const ProxyMenuItems = ({ proxy, proxyIds, archived, onProlong, onSwitch, onGone }: ProxyMenuItemsProps) => {
  const { t } = useTranslation('dedicated');
  const offline = useIsOffline();
  const layouts = (run: typeof copyProxies) =>
    FORMAT_IDS.map((formatId) => (
      <Menu.Item key={formatId} onClick={() => void run(proxyIds, formatId)}>
        <code>{FORMAT_LAYOUTS[formatId]}</code>
      </Menu.Item>
    ));
  const clientId = proxy?.clientId ?? null;
  return (
    <>
      {proxy === null ? <Menu.Label>{t('actions.selected', { count: proxyIds.length })}</Menu.Label> : null}
      <Menu.Item leftSection={<IconCalendarPlus {...ICON} />} disabled={offline} onClick={() => onProlong(proxyIds)}>
        {t('actions.prolong')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowsExchange {...ICON} />}
        disabled={offline}
        onClick={() => onSwitch(proxyIds, 'http')}
      >
        {t('actions.toHttp')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowsExchange {...ICON} />}
        disabled={offline}
        onClick={() => onSwitch(proxyIds, 'socks')}
      >
        {t('actions.toSocks')}
      </Menu.Item>
      <Menu.Divider />
      {proxy === null || proxy.ip === null ? null : (
        <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(addressOf(proxy))}>
          {t('actions.copyAddress')}
        </Menu.Item>
      )}
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconCopy {...ICON} />}>{t('actions.copyGroup')}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>{layouts(copyProxies)}</Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconDownload {...ICON} />}>{t('actions.saveGroup')}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>{layouts(saveProxies)}</Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Divider />
      {clientId === null ? null : (
        <Menu.Item leftSection={<IconUser {...ICON} />} onClick={() => go('clients', { clientId })}>
          {t('actions.openClient')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
        onClick={() =>
          void setArchived(proxyIds, !archived).then((done) => {
            if (done) onGone();
          })
        }
      >
        {archived ? t('actions.restore') : t('actions.archive')}
      </Menu.Item>
    </>
  );
};

import { Menu } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DeedItem, DeedItems } from '../../ui/deed.tsx';
import { ICON } from '../../ui/menu-icon.ts';
import { OpenClientItem } from '../clients/open-client-item.tsx';
import { LayoutItems } from './layout-items.tsx';
import { copyProxies, saveProxies } from './proxy-deeds.ts';
import { addressOf } from './use-proxy-columns.tsx';
import { type ProxyChoice, useProxyDeeds } from './use-proxy-deeds.ts';

interface ProxyMenuItemsProps extends ProxyChoice {
  /** `null`: it is about several. */
  readonly proxy: DedicatedProxy | null;
}

/** What the buttons offer for one proxy or many, behind the right click. */
export const ProxyMenuItems = ({ proxy, ...choice }: ProxyMenuItemsProps) => {
  const { t } = useTranslation('dedicated');
  const { prolong, switches, archive } = useProxyDeeds(choice);
  const { proxyIds } = choice;
  const clientId = proxy?.clientId ?? null;
  return (
    <>
      {proxy === null ? <Menu.Label>{t('actions.selected', { count: proxyIds.length })}</Menu.Label> : null}
      <DeedItems deeds={[prolong, ...switches]} />
      <Menu.Divider />
      {proxy === null || proxy.ip === null ? null : (
        <DeedItem deed={{ icon: IconCopy, label: t('actions.copyAddress'), run: () => copyText(addressOf(proxy)) }} />
      )}
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconCopy {...ICON} />}>{t('actions.copyGroup')}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          <LayoutItems proxyIds={proxyIds} run={copyProxies} />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconDownload {...ICON} />}>{t('actions.saveGroup')}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          <LayoutItems proxyIds={proxyIds} run={saveProxies} />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Divider />
      {clientId === null ? null : <OpenClientItem clientId={clientId} />}
      <DeedItem deed={archive} />
    </>
  );
};

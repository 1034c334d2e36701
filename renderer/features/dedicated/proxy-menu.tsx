import { Menu } from '@mantine/core';
import { IconCopy, IconDownload, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { go } from '../../app/router.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DeedItem } from '../../ui/deed.tsx';
import { ICON } from '../../ui/menu-icon.ts';
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
      <DeedItem deed={prolong} />
      {switches.map((deed) => (
        <DeedItem key={deed.label} deed={deed} />
      ))}
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
      {clientId === null ? null : (
        <Menu.Item leftSection={<IconUser {...ICON} />} onClick={() => go('clients', { clientId })}>
          {t('actions.openClient')}
        </Menu.Item>
      )}
      <DeedItem deed={archive} />
    </>
  );
};

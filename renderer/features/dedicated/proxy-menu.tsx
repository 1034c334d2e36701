import { Menu } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { OpenClientItem } from '../../parts/clients/open-client-item.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ActionItem, ActionItems } from '../../ui/menu-action.tsx';
import { ICON } from '../../ui/menu-icon.ts';
import { LayoutItems, OtherLayoutItem } from './layout-items.tsx';
import { copyProxies, saveProxies } from './proxy-calls.ts';
import { type ProxyChoice, useProxyActions } from './use-proxy-actions.ts';
import { addressOf } from './use-proxy-columns.tsx';

interface ProxyMenuItemsProps extends ProxyChoice {
  /** `null` if the menu concerns several proxies. */
  readonly proxy: DedicatedProxy | null;
}

/** The actions on one or more proxies, for the context menu. */
export const ProxyMenuItems = ({ proxy, ...choice }: ProxyMenuItemsProps) => {
  const { t } = useTranslation(['dedicated', 'premium']);
  const { prolong, standing, check, switches, archive } = useProxyActions(choice);
  const { proxyIds } = choice;
  const clientId = proxy?.clientId ?? null;
  return (
    <>
      {proxy === null ? <Menu.Label>{t('actions.selected', { count: proxyIds.length })}</Menu.Label> : null}
      <ActionItems actions={[prolong, standing, check, ...switches]} />
      <Menu.Divider />
      {proxy === null || proxy.ip === null ? null : (
        <ActionItem
          action={{ icon: IconCopy, label: t('premium:whitelist.copyIp'), run: () => copyText(addressOf(proxy)) }}
        />
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
      <OtherLayoutItem proxyIds={proxyIds} />
      <Menu.Divider />
      {clientId === null ? null : <OpenClientItem clientId={clientId} />}
      <ActionItem action={archive} />
    </>
  );
};

import { Button, Menu } from '@mantine/core';
import { IconArrowsExchange, IconDownload, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenActions } from '../../nav/chosen-store.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { FieldPopover } from '../../ui/field-popover.tsx';
import { ActionButton, ActionItems } from '../../ui/menu-action.tsx';
import { ICON } from '../../ui/menu-icon.ts';
import { LayoutItems, OtherLayoutItem } from './layout-items.tsx';
import { assignProxies, copyProxies, saveProxies } from './proxy-calls.ts';
import { type ProxyChoice, useProxyActions } from './use-proxy-actions.ts';

/** All actions on one or more proxies. `title` names the proxies in the palette. */
export const ProxyActions = ({ title, ...choice }: ProxyChoice & { readonly title: string }) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const { prolong, standing, check, switches, archive } = useProxyActions(choice);
  useChosenActions(title, [prolong, standing, check, ...switches, archive]);
  return (
    <>
      <ActionButton action={prolong} />
      <ActionButton action={check} />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button leftSection={<IconArrowsExchange {...ICON} />}>{t('common:words.protocol')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ActionItems actions={switches} />
        </Menu.Dropdown>
      </Menu>
      <AssignButton proxyIds={choice.proxyIds} />
      <ExportMenu proxyIds={choice.proxyIds} />
      <ActionButton action={archive} />
    </>
  );
};

const ExportMenu = ({ proxyIds }: { readonly proxyIds: readonly number[] }) => {
  const { t } = useTranslation('dedicated');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button leftSection={<IconDownload {...ICON} />}>{t('actions.export')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('actions.saveGroup')}</Menu.Label>
        <LayoutItems proxyIds={proxyIds} run={saveProxies} />
        <Menu.Divider />
        <Menu.Label>{t('actions.copyGroup')}</Menu.Label>
        <LayoutItems proxyIds={proxyIds} run={copyProxies} />
        <Menu.Divider />
        <OtherLayoutItem proxyIds={proxyIds} />
      </Menu.Dropdown>
    </Menu>
  );
};

const AssignButton = ({ proxyIds }: { readonly proxyIds: readonly number[] }) => {
  const { t } = useTranslation('dedicated');
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [client, setClient] = useState<NamedClient | null>(null);
  const assign = async (clientId: number | null) => {
    setBusy(true);
    const done = await assignProxies(proxyIds, clientId);
    setBusy(false);
    if (done) setOpened(false);
  };
  return (
    <FieldPopover
      opened={opened}
      onChange={setOpened}
      label={t('actions.assign')}
      target={
        <Button leftSection={<IconUser {...ICON} />} onClick={() => setOpened(!opened)}>
          {t('actions.assign')}
        </Button>
      }
    >
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
    </FieldPopover>
  );
};

import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { IconDots, IconWand, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { go } from '../../app/router.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { clientLabel } from '../premium/premium-client.ts';
import { PremiumPanel } from '../premium/premium-panel.tsx';
import { VpnPanel } from '../vpn/vpn-panel.tsx';
import { ClientAbout } from './client-about.tsx';
import { ClientLists, ClientPurchases } from './client-history.tsx';
import { ClientMenuItems } from './client-menu.tsx';
import { ClientPair } from './client-pair.tsx';
import styles from './clients.module.css';
import { useClientEdit } from './use-client-edit.ts';

interface ClientDetailProps {
  readonly clientId: number;
  readonly onClose: () => void;
}

/** One client beside the grid. */
export const ClientDetail = ({ clientId, onClose }: ClientDetailProps) => {
  const query = useQuery('clients.get', { clientId });
  useDeskEvent('clients.changed', ({ clientIds }) => {
    if (clientIds === null || clientIds.includes(clientId)) query.reload();
  });
  if (query.error !== undefined) return <ErrorNotice error={query.error} onRetry={query.reload} />;
  if (query.value === undefined) return <Skeleton height={44} m={16} />;
  return <LoadedDetail client={query.value} onClose={onClose} />;
};

const LoadedDetail = ({ client, onClose }: { readonly client: ClientRow; readonly onClose: () => void }) => {
  const { t } = useTranslation('clients');
  const { save, error } = useClientEdit(client);
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <h2 className={styles.title} title={clientLabel(client)}>
          <bdi>{clientLabel(client)}</bdi>
        </h2>
        {client.archived ? <StatusChip tone="mute" label={t('archivedMark')} /> : null}
        <Button
          leftSection={<IconWand size={15} aria-hidden />}
          onClick={() => go('generator', { clientId: client.id })}
        >
          {t('generate')}
        </Button>
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <ActionIcon aria-label={t('more')}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ClientMenuItems client={client} onRemoved={onClose} />
          </Menu.Dropdown>
        </Menu>
        <ActionIcon aria-label={t('close')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <ClientPair client={client} save={save} />
      <ClientAbout client={client} error={error} save={save} />
      <VpnPanel key={`vpn ${client.id}`} client={client} />
      <PremiumPanel client={client} />
      <ClientLists clientId={client.id} />
      <ClientPurchases clientId={client.id} />
    </div>
  );
};

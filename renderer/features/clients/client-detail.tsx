import { ActionIcon, Button, Group, Menu, Skeleton } from '@mantine/core';
import { IconDots, IconGift, IconWand } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import type { AppError } from '#shared/result.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { clientName } from '../../parts/clients/client-label.ts';
import { Conflicts } from '../../parts/shared-desk/conflicts.tsx';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { PremiumPanel } from '../premium/premium-panel.tsx';
import { ClientMoneyFacts } from '../sales/client-money.tsx';
import { ClientOrders } from '../standing/client-orders.tsx';
import { VpnPanel } from '../vpn/vpn-panel.tsx';
import { ClientAbout } from './client-about.tsx';
import { wasRemovedHere } from './client-actions.ts';
import { ClientTimeline } from './client-history.tsx';

import { ClientMenuItems } from './client-menu.tsx';
import { ClientPairEditor } from './client-pair.tsx';
import styles from './clients.module.css';
import { useClientActions } from './use-client-actions.ts';
import { type BringBackClient, useClientEdit } from './use-client-edit.ts';

interface ClientDetailProps {
  readonly clientId: number;
  /** It replaces the focused element, such as the form that added the client. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** Shows one client beside the grid. */
export const ClientDetail = ({ clientId, takesFocus, onClose }: ClientDetailProps) => {
  const query = useQuery('clients.get', { clientId });
  useDeskEvent('clients.changed', ({ clientIds }) => {
    if (clientIds === null || clientIds.includes(clientId)) query.reload();
  });
  if (query.value !== undefined) {
    return <LoadedDetail client={query.value} problem={query.error} takesFocus={takesFocus} onClose={onClose} />;
  }
  return query.error === undefined ? <Skeleton height={44} m={16} /> : <ErrorNotice error={query.error} />;
};

interface LoadedDetailProps extends Omit<ClientDetailProps, 'clientId'> {
  readonly client: ClientRow;
  /** Why the client could not be read again. */
  readonly problem: AppError | undefined;
}

const LoadedDetail = ({ client, problem, takesFocus, onClose }: LoadedDetailProps) => {
  const { t } = useTranslation(['clients', 'common']);
  const isGone = problem?.kind === 'not-found';
  useEffect(() => {
    if (isGone && wasRemovedHere(client.id)) onClose();
  }, [isGone, client.id, onClose]);
  const { save, bringBack, error, unsaved } = useClientEdit(client, isGone);
  const { work, away } = useClientActions(client, onClose);
  useChosenActions(clientLabel(client), isGone ? [] : [...work, ...away]);
  return (
    <div className={styles.detail}>
      <CardHead title={clientName(client)} closeLabel={t('close')} onClose={onClose} takesFocus={takesFocus}>
        {client.archived ? <StatusChip tone="mute" label={t('archivedMark')} /> : null}
        {isGone ? null : (
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
        )}
      </CardHead>
      {isGone ? <GoneNotice error={problem} bringBack={bringBack} /> : <ErrorNotice error={problem} strip />}
      <div hidden={isGone}>
        <Group gap={8} pt={12} px={16}>
          <Button
            leftSection={<IconWand size={15} aria-hidden />}
            onClick={() => go('generator', { clientId: client.id })}
          >
            {t('generate')}
          </Button>
          <Button
            leftSection={<IconGift size={15} aria-hidden />}
            onClick={() => go('handover', { clientId: client.id })}
          >
            {t('handOver')}
          </Button>
          <div className={styles.ways}>
            <Button
              variant="subtle"
              px={4}
              onClick={() => go('lists', { filter: { tab: 'lists', clientId: client.id } })}
            >
              {t('common:palette.lists')}
            </Button>
            <Button variant="subtle" px={4} onClick={() => go('dedicated', { filter: { clientId: client.id } })}>
              {t('ways.proxies')}
            </Button>
          </div>
        </Group>
        <ClientPairEditor client={client} save={save} />
        <Conflicts key={`conflicts ${client.id}`} kind="client" id={client.id} />
      </div>
      <ClientAbout client={client} isGone={isGone} error={error} save={save} unsaved={unsaved} />
      {/* This is hidden rather than unmounted, because a purchase may be in progress in one of its dialogs. */}
      <div hidden={isGone}>
        <ClientMoneyFacts clientId={client.id} />
        <VpnPanel key={`vpn ${client.id}`} client={client} />
        <PremiumPanel client={client} />
        <ClientOrders clientId={client.id} />
        <ClientTimeline key={`timeline ${client.id}`} clientId={client.id} />
      </div>
    </div>
  );
};

interface GoneNoticeProps {
  readonly error: AppError;
  readonly bringBack: BringBackClient;
}

/** Shown if somebody removed the client while the card was open. */
const GoneNotice = ({ error, bringBack }: GoneNoticeProps) => {
  const { t } = useTranslation('clients');
  useEffect(() => markHandled(error), [error]);
  return (
    <>
      <Notice
        tone="warn"
        live="alert"
        strip
        actions={
          <Button size="compact-sm" loading={bringBack.busy} onClick={bringBack.run}>
            {t('gone.bringBack')}
          </Button>
        }
      >
        {t('gone.text')}
      </Notice>
      <ErrorNotice error={bringBack.error} strip />
    </>
  );
};

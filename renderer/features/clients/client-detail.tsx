import { ActionIcon, Button, Menu, Skeleton, Tabs } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import type { AppError } from '#shared/result.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useTakenCardRequest } from '../../nav/card-actions.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { Conflicts } from '../../parts/shared-desk/conflicts.tsx';
import { ClientTelegram } from '../../parts/telegram/client-telegram.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ClientProxies } from '../dedicated/client-proxies.tsx';
import { PremiumPanel } from '../premium/premium-panel.tsx';
import { ClientOrders } from '../standing/client-orders.tsx';
import { VpnPanel } from '../vpn/vpn-panel.tsx';
import { CardDialogs } from './card-dialogs.tsx';
import { CARD_TABS, type CardTab, useCardTab } from './card-tabs.ts';
import { ClientAbout } from './client-about.tsx';
import { wasRemovedHere } from './client-actions.ts';
import { ClientHead } from './client-head.tsx';
import { ClientTimeline } from './client-history.tsx';
import { ClientLists } from './client-lists.tsx';
import { ClientMenuItems } from './client-menu.tsx';
import { ClientMoneyTab } from './client-money-tab.tsx';
import { ClientPairEditor } from './client-pair.tsx';
import styles from './clients.module.css';
import { useCardKeys, useEditKey } from './use-card-keys.ts';
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
  useCardKeys(clientId);
  // A request that waits for this client ends with the card.
  useTakenCardRequest(clientId, undefined);
  const [isAwaited, setAwaited] = useState(false);
  if (query.value !== undefined) {
    const shown = { client: query.value, problem: query.error, startsEditing: isAwaited };
    return <LoadedDetail {...shown} takesFocus={takesFocus} onClose={onClose} />;
  }
  return query.error === undefined ? (
    <LoadingDetail onEdit={() => setAwaited(true)} />
  ) : (
    <UnreadDetail clientId={clientId} error={query.error} />
  );
};

/** The key that edits the client counts while the client is still being read. */
const LoadingDetail = ({ onEdit }: { readonly onEdit: () => void }) => {
  useEditKey(onEdit);
  return <Skeleton height={44} m={16} />;
};

/** Nothing can be begun for a client who could not be read. */
const UnreadDetail = ({ clientId, error }: { readonly clientId: number; readonly error: AppError }) => {
  useTakenCardRequest(clientId, null);
  return <ErrorNotice error={error} />;
};

interface LoadedDetailProps extends Omit<ClientDetailProps, 'clientId'> {
  readonly client: ClientRow;
  /** Why the client could not be read again. */
  readonly problem: AppError | undefined;
  /** The user asked to edit the client before it was read. */
  readonly startsEditing: boolean;
}

const LoadedDetail = ({ client, problem, startsEditing, takesFocus, onClose }: LoadedDetailProps) => {
  const { t } = useTranslation(['clients', 'common']);
  const isGone = problem?.kind === 'not-found';
  useEffect(() => {
    if (isGone && wasRemovedHere(client.id)) onClose();
  }, [isGone, client.id, onClose]);
  const { save, bringBack, error, unsaved } = useClientEdit(client, isGone);
  const { card, work, away } = useClientActions(client, onClose);
  const actions = isGone ? [] : card;
  useChosenActions(clientLabel(client), isGone ? [] : [...card, ...work, ...away]);
  const { tab: chosen, show, wasShown } = useCardTab();
  const about = useRef<HTMLDivElement>(null);
  useEditKey(() => {
    // A hidden field cannot be focused.
    flushSync(() => show('details'));
    about.current?.querySelector('input')?.focus();
  });
  const [isStarting, setStarting] = useState(startsEditing);
  useEffect(() => {
    if (!isStarting) return;
    if (chosen !== 'details') {
      show('details');
      return;
    }
    setStarting(false);
    about.current?.querySelector('input')?.focus();
  }, [isStarting, chosen, show]);
  // The texts that were typed about a removed client must stay in sight.
  const tab = isGone ? 'details' : chosen;
  const panel = (name: CardTab, content: () => ReactNode, isKept = false) => (
    <Tabs.Panel value={name}>{isKept || wasShown(name) ? content() : null}</Tabs.Panel>
  );
  const menu = isGone ? null : (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <ActionIcon aria-label={t('more')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ClientMenuItems client={client} onRemoved={onClose} />
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <Tabs className={styles.detail ?? ''} value={tab} onChange={(value) => show(value as CardTab)}>
      <ClientHead client={client} takesFocus={takesFocus} onClose={onClose} menu={menu} actions={actions}>
        {isGone ? null : (
          <Tabs.List aria-label={t('tabs.label')} px={8}>
            {CARD_TABS.map((name) => (
              <Tabs.Tab key={name} value={name} px={8}>
                {t(`tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
      </ClientHead>
      {isGone ? <GoneNotice error={problem} bringBack={bringBack} /> : <ErrorNotice error={problem} strip />}
      <Conflicts key={`conflicts ${client.id}`} kind="client" id={client.id} />
      {/* The goods are read again as soon as the card is open, and a purchase may be in progress in a hidden tab. */}
      {panel(
        'vpn',
        () => (
          <VpnPanel client={client} />
        ),
        true,
      )}
      {panel(
        'traffic',
        () => (
          <div className={styles.sections}>
            <PremiumPanel client={client} />
            <ClientLists clientId={client.id} />
          </div>
        ),
        true,
      )}
      {panel('proxies', () => (
        <ClientProxies clientId={client.id} />
      ))}
      {panel('money', () => (
        <div className={styles.sections}>
          <ClientMoneyTab clientId={client.id} />
          <ClientOrders clientId={client.id} />
        </div>
      ))}
      {panel('history', () => (
        <ClientTimeline clientId={client.id} />
      ))}
      {panel(
        'details',
        () => (
          <div className={styles.sections}>
            <div hidden={isGone}>
              <ClientPairEditor client={client} save={save} />
            </div>
            <div ref={about}>
              <ClientAbout client={client} isGone={isGone} error={error} save={save} unsaved={unsaved} />
            </div>
            {isGone ? null : <ClientTelegram clientId={client.id} />}
          </div>
        ),
        true,
      )}
      <CardDialogs client={client} actions={actions} onMoney={() => show('money')} />
    </Tabs>
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

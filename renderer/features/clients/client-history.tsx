import { Group } from '@mantine/core';
import {
  type Icon,
  IconAdjustments,
  IconFileExport,
  IconList,
  IconReceipt,
  IconShieldOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientEvent, TimelineEntry } from '#shared/contract/purchases.ts';
import type { SharedChange } from '#shared/contract/shared-desk.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { assertNever } from '#shared/result.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { showExport } from '../../parts/lists/save-list.ts';
import { useOrderText } from '../../parts/purchases/order-text.ts';
import { nameOf, PurchaseStateChip } from '../../parts/purchases/purchase-state.tsx';
import { useChanges, Who } from '../../parts/shared-desk/changed-by.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './clients.module.css';

/** The newest entries are shown first. More follow on demand, up to the limit of the core. */
const FIRST = 8;
const MORE = 50;
const MAX = 500;
/** If the pair was written within this time, its author added the client. A later author corrected it. */
const WITH_IT_MS = 60_000;

const ICONS: Readonly<Record<TimelineEntry['kind'], Icon>> = {
  purchase: IconReceipt,
  list: IconList,
  export: IconFileExport,
  'subscription-gone': IconShieldOff,
  event: IconAdjustments,
  'client-added': IconUserPlus,
};

/** Lists everything that happened for one client in all products, newest first. */
export const ClientTimeline = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('clients');
  const [limit, setLimit] = useState(FIRST);
  const timeline = useQuery('purchases.timeline', { clientId, offset: 0, limit }, [
    'purchases.changed',
    'lists.changed',
    'lists.exported',
    'vpn.changed',
    'handover.done',
    'premium.changed',
    'dedicated.changed',
  ]);
  // A colleague's work for the client arrives together with the client.
  useDeskEvent('clients.changed', ({ clientIds }) => {
    if (clientIds === null || clientIds.includes(clientId)) timeline.reload();
  });
  const [kept, setKept] = useState(timeline.value);
  // The longer list replaces the shorter one without a gap.
  if (timeline.value !== undefined && timeline.value !== kept) setKept(timeline.value);
  const { rows, total } = kept ?? { rows: [], total: 0 };
  const purchaseBy = useChanges(
    'purchase',
    rows.flatMap((entry) => (entry.kind === 'purchase' ? [entry.purchase.id] : [])),
  );
  const eventBy = useChanges(
    'event',
    rows.flatMap((entry) => (entry.kind === 'event' ? [entry.eventId] : [])),
  );
  const listBy = useChanges(
    'list',
    rows.flatMap((entry) => (entry.kind === 'list' ? [entry.listId] : [])),
  );
  const clientBy = useChanges('client', [clientId]);
  const addedBy = (at: number): SharedChange | undefined => {
    const change = clientBy(clientId, 'made');
    return change !== undefined && Math.abs(change.at - at) < WITH_IT_MS ? change : undefined;
  };
  const madeBy = (entry: TimelineEntry): SharedChange | undefined => {
    if (entry.kind === 'purchase') return purchaseBy(entry.purchase.id, 'made');
    if (entry.kind === 'list') return listBy(entry.listId, 'made');
    if (entry.kind === 'client-added') return addedBy(entry.at);
    return entry.kind === 'event' ? eventBy(entry.eventId) : undefined;
  };
  return (
    <section className="part" aria-label={t('history.title')}>
      <h3>{t('history.title')}</h3>
      <ErrorNotice error={timeline.error} />
      <ul>
        {rows.map((entry) => (
          <TimelineRow key={keyOf(entry)} entry={entry} clientId={clientId} by={madeBy(entry)} />
        ))}
      </ul>
      <Group gap="4px 16px" pt={6}>
        {total > limit && limit < MAX ? (
          <TextLink onGo={() => setLimit(Math.min(MAX, limit + MORE))}>{t('history.more', { total })}</TextLink>
        ) : null}
        <TextLink onGo={() => go('purchases', { filter: { clientId } })}>{t('history.allPurchases')}</TextLink>
      </Group>
    </section>
  );
};

const keyOf = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'purchase':
      return `purchase ${entry.purchase.id}`;
    case 'list':
      return `list ${entry.listId}`;
    case 'export':
      return `export ${entry.exportId}`;
    case 'subscription-gone':
      return `gone ${entry.uuid}`;
    case 'event':
      return `event ${entry.eventId}`;
    case 'client-added':
      return 'added';
    default:
      return assertNever(entry);
  }
};

interface TimelineRowProps {
  readonly entry: TimelineEntry;
  readonly clientId: number;
  readonly by: SharedChange | undefined;
}

const TimelineRow = ({ entry, clientId, by }: TimelineRowProps) => {
  const format = useFormat();
  const IconOf = ICONS[entry.kind];
  return (
    <li className={`${styles.item} ${styles.event}`}>
      <IconOf size={15} aria-hidden className="dim" style={{ flex: 'none' }} />
      <EntryText entry={entry} clientId={clientId} />
      <Who change={by} />
      <time className="dim" dateTime={new Date(entry.at).toISOString()} title={format.exact(entry.at)}>
        {format.date(entry.at)}
      </time>
    </li>
  );
};

const EntryText = ({ entry, clientId }: { readonly entry: TimelineEntry; readonly clientId: number }): ReactNode => {
  const { t } = useTranslation(['clients', 'handover']);
  const format = useFormat();
  const orderText = useOrderText();
  switch (entry.kind) {
    case 'purchase': {
      const { purchase } = entry;
      const { id, order, priceKopecks, chargedKopecks } = purchase;
      return (
        <>
          <EntryLink text={orderText(order)} onOpen={() => go('purchases', { purchaseId: id, filter: { clientId } })} />
          {nameOf(purchase) === 'bought' ? null : <PurchaseStateChip purchase={purchase} />}
          <span>{format.roublesShort(chargedKopecks ?? priceKopecks)}</span>
        </>
      );
    }
    case 'list':
      return (
        <>
          <EntryLink text={entry.title} onOpen={() => go('lists', { listId: entry.listId })} />
          <span className="dim">{t('handover:lines', { count: entry.lines })}</span>
        </>
      );
    case 'export':
      return (
        <>
          <EntryLink
            text={t('history.file', { file: fileName(entry.path) })}
            title={entry.path}
            onOpen={() => void showExport(entry.exportId)}
          />
          <span className="dim">{t('handover:lines', { count: entry.lines })}</span>
        </>
      );
    case 'subscription-gone':
      return (
        <span className={`${styles.itemText} clip`} title={entry.uuid}>
          {t('history.vanished', { id: shortUuid(entry.uuid) })}
        </span>
      );
    case 'event':
      return <EventText event={entry.event} />;
    case 'client-added':
      return <span className={`${styles.itemText} clip`}>{t('history.added')}</span>;
    default:
      return assertNever(entry);
  }
};

/** Shows a free action that was done for the client. */
const EventText = ({ event }: { readonly event: ClientEvent }) => {
  const { t } = useTranslation('clients');
  const text = useEventText()(event);
  return (
    <span className={`${styles.itemText} clip`} title={text}>
      {text}
      {event.name === 'protocol-switched' && !event.sure ? (
        <span className="dim"> {t('history.events.unsure')}</span>
      ) : null}
    </span>
  );
};

const useEventText = (): ((event: ClientEvent) => string) => {
  const { t } = useTranslation(['clients', 'handover']);
  return (event) => {
    switch (event.name) {
      case 'whitelist-added':
        return t('history.events.whitelistAdded', { ip: event.ip });
      case 'whitelist-removed':
        return t('history.events.whitelistRemoved', { ip: event.ip });
      case 'password-reset':
        return t('history.events.passwordReset');
      case 'subscription-deleted':
        return t('history.events.subscriptionDeleted', { id: shortUuid(event.uuid) });
      case 'proxies-assigned':
        return t('history.events.assigned', { count: event.count });
      case 'proxies-unassigned':
        return t('history.events.unassigned', { count: event.count });
      case 'protocol-switched':
        return t(`history.events.${event.portType}`, { count: event.count });
      case 'handed-over':
        return event.message === undefined || event.message === 'new-goods'
          ? t(`history.events.handed.${event.how}`)
          : t(`history.events.reminded.${event.how}`, { occasion: t(`handover:occasions.${event.message}`) });
      default:
        return assertNever(event);
    }
  };
};

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

interface EntryLinkProps {
  readonly text: string;
  readonly title?: string;
  readonly onOpen: () => void;
}

const EntryLink = ({ text, title = text, onOpen }: EntryLinkProps) => (
  <TextLink className={styles.itemText ?? ''} truncate title={title} onGo={onOpen}>
    {text}
  </TextLink>
);

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
import type { ClientDeed, TimelineEntry } from '#shared/contract/purchases.ts';
import { assertNever } from '#shared/result.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { showExport } from '../lists/save-list.tsx';
import { shortUuid, useOrderText } from '../purchases/order-text.ts';
import { nameOf, PurchaseStateChip } from '../purchases/purchase-state.tsx';
import styles from './clients.module.css';

/** Newest ones shown first; more on demand, up to what the core hands over at once. */
const FIRST = 8;
const MORE = 50;
const MAX = 500;

const ICONS: Readonly<Record<TimelineEntry['kind'], Icon>> = {
  purchase: IconReceipt,
  list: IconList,
  export: IconFileExport,
  'subscription-gone': IconShieldOff,
  deed: IconAdjustments,
  'client-added': IconUserPlus,
};

/** Everything that happened for one client, over all products, the newest first. */
export const ClientTimeline = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('clients');
  const [limit, setLimit] = useState(FIRST);
  const timeline = useQuery('purchases.timeline', { clientId, offset: 0, limit });
  useDeskEvent('purchases.changed', timeline.reload);
  useDeskEvent('lists.changed', timeline.reload);
  useDeskEvent('lists.exported', timeline.reload);
  useDeskEvent('vpn.changed', timeline.reload);
  useDeskEvent('handover.done', timeline.reload);
  useDeskEvent('premium.changed', timeline.reload);
  useDeskEvent('dedicated.changed', timeline.reload);
  const [kept, setKept] = useState(timeline.value);
  // A longer list replaces the shorter one without a gap between them.
  if (timeline.value !== undefined && timeline.value !== kept) setKept(timeline.value);
  const { rows, total } = kept ?? { rows: [], total: 0 };
  return (
    <section className={styles.section} aria-label={t('history.title')}>
      <h3 className={styles.heading}>{t('history.title')}</h3>
      {timeline.error === undefined ? null : <ErrorNotice error={timeline.error} onRetry={timeline.reload} />}
      <ul className={styles.rows}>
        {rows.map((entry) => (
          <TimelineRow key={keyOf(entry)} entry={entry} clientId={clientId} />
        ))}
      </ul>
      <div className={styles.historyFoot}>
        {total > limit && limit < MAX ? (
          <button type="button" className={styles.link} onClick={() => setLimit(Math.min(MAX, limit + MORE))}>
            {t('history.more', { total })}
          </button>
        ) : null}
        <button type="button" className={styles.link} onClick={() => go('purchases', { filter: { clientId } })}>
          {t('history.allPurchases')}
        </button>
      </div>
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
    case 'deed':
      return `deed ${entry.eventId}`;
    case 'client-added':
      return 'added';
    default:
      return assertNever(entry);
  }
};

const TimelineRow = ({ entry, clientId }: { readonly entry: TimelineEntry; readonly clientId: number }) => {
  const format = useFormat();
  const IconOf = ICONS[entry.kind];
  return (
    <li className={`${styles.item} ${styles.event}`}>
      <IconOf size={15} aria-hidden className={styles.dim} style={{ flex: 'none' }} />
      <EntryText entry={entry} clientId={clientId} />
      <time className={styles.dim} dateTime={new Date(entry.at).toISOString()} title={format.exact(entry.at)}>
        {format.date(entry.at)}
      </time>
    </li>
  );
};

const EntryText = ({ entry, clientId }: { readonly entry: TimelineEntry; readonly clientId: number }): ReactNode => {
  const { t } = useTranslation('clients');
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
          <span className={styles.dim}>{t('history.lines', { count: entry.lines })}</span>
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
          <span className={styles.dim}>{t('history.lines', { count: entry.lines })}</span>
        </>
      );
    case 'subscription-gone':
      return (
        <span className={styles.itemText} title={entry.uuid}>
          {t('history.vanished', { id: shortUuid(entry.uuid) })}
        </span>
      );
    case 'deed':
      return <DeedText deed={entry.deed} />;
    case 'client-added':
      return <span className={styles.itemText}>{t('history.added')}</span>;
    default:
      return assertNever(entry);
  }
};

/** What was done for the client that costs nothing. */
const DeedText = ({ deed }: { readonly deed: ClientDeed }) => {
  const { t } = useTranslation('clients');
  const text = useDeedText()(deed);
  return (
    <span className={styles.itemText} title={text}>
      {text}
      {deed.name === 'protocol-switched' && !deed.sure ? (
        <span className={styles.dim}> {t('history.deeds.unsure')}</span>
      ) : null}
    </span>
  );
};

const useDeedText = (): ((deed: ClientDeed) => string) => {
  const { t } = useTranslation('clients');
  return (deed) => {
    switch (deed.name) {
      case 'whitelist-added':
        return t('history.deeds.whitelistAdded', { ip: deed.ip });
      case 'whitelist-removed':
        return t('history.deeds.whitelistRemoved', { ip: deed.ip });
      case 'password-reset':
        return t('history.deeds.passwordReset');
      case 'subscription-deleted':
        return t('history.deeds.subscriptionDeleted', { id: shortUuid(deed.uuid) });
      case 'proxies-assigned':
        return t('history.deeds.assigned', { count: deed.count });
      case 'proxies-unassigned':
        return t('history.deeds.unassigned', { count: deed.count });
      case 'protocol-switched':
        return t(`history.deeds.${deed.portType}`, { count: deed.count });
      case 'handed-over':
        return t(`history.deeds.handed.${deed.how}`);
      default:
        return assertNever(deed);
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
  <button type="button" className={styles.link} title={title} onClick={onOpen}>
    {text}
  </button>
);

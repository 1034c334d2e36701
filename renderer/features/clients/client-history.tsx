import { useTranslation } from 'react-i18next';
import { go } from '../../app/router.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useOrderText } from '../purchases/order-text.ts';
import styles from './clients.module.css';

/** Newest ones shown here; the rest is on its own screen. */
const SHOWN = 5;

export const ClientLists = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('clients');
  const format = useFormat();
  const lists = useQuery('lists.list', { clientId, offset: 0, limit: SHOWN });
  useDeskEvent('lists.changed', lists.reload);
  const rows = lists.value?.rows ?? [];
  return (
    <section className={styles.section} aria-label={t('history.lists')}>
      <h3 className={styles.heading}>{t('history.lists')}</h3>
      {lists.error === undefined ? null : <ErrorNotice error={lists.error} onRetry={lists.reload} />}
      {lists.value?.total === 0 ? <span className={styles.dim}>{t('history.noLists')}</span> : null}
      <ul className={styles.rows}>
        {rows.map((list) => (
          <li key={list.id} className={styles.item}>
            <button
              type="button"
              className={styles.link}
              title={list.title}
              onClick={() => go('lists', { listId: list.id })}
            >
              {list.title}
            </button>
            <span className={styles.dim}>{t('history.lines', { count: list.lineCount })}</span>
            <span className={styles.dim}>{format.date(list.createdAt)}</span>
          </li>
        ))}
      </ul>
      {(lists.value?.total ?? 0) > SHOWN ? (
        <button type="button" className={styles.link} onClick={() => go('lists')}>
          {t('history.moreLists', { total: lists.value?.total ?? 0 })}
        </button>
      ) : null}
    </section>
  );
};

export const ClientPurchases = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('clients');
  const format = useFormat();
  const orderText = useOrderText();
  const purchases = useQuery('purchases.list', { filter: { clientId }, offset: 0, limit: SHOWN });
  useDeskEvent('purchases.changed', purchases.reload);
  const rows = purchases.value?.rows ?? [];
  const total = purchases.value?.total ?? 0;
  return (
    <section className={styles.section} aria-label={t('history.purchases')}>
      <h3 className={styles.heading}>{t('history.purchases')}</h3>
      {purchases.error === undefined ? null : <ErrorNotice error={purchases.error} onRetry={purchases.reload} />}
      {purchases.value?.total === 0 ? <span className={styles.dim}>{t('history.noPurchases')}</span> : null}
      <ul className={styles.rows}>
        {rows.map((purchase) => (
          <li key={purchase.id} className={styles.item}>
            <button
              type="button"
              className={styles.link}
              onClick={() => go('purchases', { purchaseId: purchase.id, clientId })}
            >
              {orderText(purchase.order)}
            </button>
            <span>{format.roublesShort(purchase.priceKopecks)}</span>
            <span className={styles.dim}>{format.date(purchase.createdAt)}</span>
          </li>
        ))}
      </ul>
      {total > SHOWN ? (
        <button type="button" className={styles.link} onClick={() => go('purchases', { clientId })}>
          {t('history.allPurchases', { total })}
        </button>
      ) : null}
    </section>
  );
};

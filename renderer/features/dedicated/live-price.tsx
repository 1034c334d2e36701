import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { DedicatedOrder, ProlongOrder } from '#shared/contract/dedicated.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useActiveAccount } from '../account/store.ts';
import styles from './dedicated.module.css';

interface LivePriceProps {
  /** `null`: there is nothing to ask for yet. */
  readonly order: DedicatedOrder | null;
  readonly count: number;
  readonly hint: string;
}

const QUOTE_DELAY = 350;

/** The price of an order that may still change; nothing is asked while it does. */
export const useLiveQuote = (order: DedicatedOrder | ProlongOrder | null) => {
  const [asked] = useDebouncedValue(order, QUOTE_DELAY);
  // Whom it is for does not change the price.
  const keyOf = (one: typeof order) => JSON.stringify(one === null ? null : { ...one, clientId: null });
  const isAsked = keyOf(asked) === keyOf(order);
  const query = useQuery('dedicated.quote', isAsked && order !== null ? { order: { ...order, clientId: null } } : null);
  return { ...query, waiting: order !== null && (!isAsked || query.loading) };
};

/** What it costs and what is left after it, while the order is still being put together. */
export const LivePrice = ({ order, count, hint }: LivePriceProps) => {
  const { t } = useTranslation('dedicated');
  const quote = useLiveQuote(order);
  const price = quote.value?.priceKopecks;
  if (quote.error !== undefined && !quote.waiting) return <ErrorNotice error={quote.error} onRetry={quote.reload} />;
  if (order === null) return <p className={styles.hint}>{hint}</p>;
  if (price === undefined || quote.waiting) return <p className={styles.hint}>{t('buy.quoting')}</p>;
  return <PriceFacts priceKopecks={price} count={count} />;
};

interface PriceFactsProps {
  readonly priceKopecks: number;
  /** How many cost the same; 1 where the prices differ. */
  readonly count: number;
}

/** The price, each one's, and the balance after it by what is known of the balance. */
export const PriceFacts = ({ priceKopecks, count }: PriceFactsProps) => {
  const { t } = useTranslation('dedicated');
  const format = useFormat();
  const balance = useActiveAccount()?.balance?.balanceKopecks ?? null;
  const after = balance === null ? null : balance - priceKopecks;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('buy.price')}</dt>
        <dd>
          <span className={styles.price}>{format.roubles(priceKopecks)}</span>
          {count > 1 && priceKopecks % count === 0 ? (
            <span className={styles.dim}>{t('buy.each', { price: format.roubles(priceKopecks / count) })}</span>
          ) : null}
        </dd>
        <dt>{t('buy.balanceAfter')}</dt>
        <dd>{after === null ? t('buy.balanceUnknown') : format.roubles(after)}</dd>
      </dl>
      {after === null || after >= 0 ? null : (
        <div className={styles.notice}>
          <Notice tone="warn">{t('buy.notCovered', { missing: format.roublesShort(-after) })}</Notice>
        </div>
      )}
    </>
  );
};

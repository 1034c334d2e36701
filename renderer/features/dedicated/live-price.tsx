import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { DedicatedOrder, ProlongOrder } from '#shared/contract/dedicated.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useActiveAccount } from '../account/store.ts';
import { PriceFacts } from '../purchases/price-facts.tsx';
import styles from './dedicated.module.css';

type Priced = DedicatedOrder | ProlongOrder;

const QUOTE_DELAY = 350;

/** Whom it is for does not change the price. */
const keyOf = (order: Priced | null): string => JSON.stringify(order === null ? null : { ...order, clientId: null });

/** The price of an order that may still change; nothing is asked while it does. `null`: nothing to ask for yet. */
export const useLiveQuote = (order: Priced | null) => {
  const [asked] = useDebouncedValue(order, QUOTE_DELAY);
  const isAsked = keyOf(asked) === keyOf(order);
  const query = useQuery('dedicated.quote', isAsked && order !== null ? { order: { ...order, clientId: null } } : null);
  return { ...query, waiting: order !== null && (!isAsked || query.loading) };
};

interface LivePriceProps {
  readonly quote: ReturnType<typeof useLiveQuote>;
  /** What has to be chosen first, while nothing is asked for. */
  readonly hint: string;
}

/** What it costs and what is left after it, while the order is still being put together. */
export const LivePrice = ({ quote, hint }: LivePriceProps) => {
  const { t } = useTranslation('dedicated');
  const balance = useActiveAccount()?.balance?.balanceKopecks ?? null;
  if (quote.waiting) return <p className={styles.hint}>{t('buy.quoting')}</p>;
  if (quote.error !== undefined) return <ErrorNotice error={quote.error} onRetry={quote.reload} />;
  return quote.value === undefined ? (
    <p className={styles.hint}>{hint}</p>
  ) : (
    <PriceFacts priceKopecks={quote.value.priceKopecks} balanceKopecks={balance} />
  );
};

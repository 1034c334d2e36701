import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PriceFacts } from './price-facts.tsx';
import styles from './purchases.module.css';

const QUOTE_DELAY = 350;

/** Procedures that tell a price without an agreement to it. */
type QuoteName = 'premium.quote' | 'dedicated.quote';

/** The price of an order that may still change; nothing is asked while it does. `null`: nothing to ask for yet. */
export const useLiveQuote = <N extends QuoteName>(name: N, wanted: ProcedureInput<N> | null) => {
  const noService = useNoService();
  const input = noService ? null : wanted;
  const [asked] = useDebouncedValue(input, QUOTE_DELAY);
  const isAsked = JSON.stringify(asked) === JSON.stringify(input);
  const query = useQuery(name, isAsked ? asked : null);
  return { ...query, waiting: input !== null && (!isAsked || query.loading) };
};

interface LivePriceProps {
  readonly quote: Pick<
    Query<{ readonly priceKopecks: number; readonly pricePerGbKopecks?: number }>,
    'value' | 'reload'
  > & { readonly error: AppError | undefined; readonly waiting: boolean };
  /** What has to be chosen first, while nothing is asked for. */
  readonly hint: string;
}

/** What it costs and what is left after it, while the order is still being put together. */
export const LivePrice = ({ quote: { value, error, waiting, reload }, hint }: LivePriceProps) => {
  const { t } = useTranslation('purchases');
  const balance = useActiveAccount()?.balance?.balanceKopecks ?? null;
  if (waiting) return <p className={styles.orderHint}>{t('quoting')}</p>;
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  return value === undefined ? (
    <p className={styles.orderHint}>{hint}</p>
  ) : (
    <PriceFacts
      priceKopecks={value.priceKopecks}
      pricePerGbKopecks={value.pricePerGbKopecks ?? null}
      balanceKopecks={balance}
    />
  );
};

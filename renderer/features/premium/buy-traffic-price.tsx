import { useTranslation } from 'react-i18next';
import type { TrafficQuote } from '#shared/contract/premium.ts';
import type { AppError } from '#shared/result.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useActiveAccount } from '../account/store.ts';
import { PriceFacts } from '../purchases/price-facts.tsx';
import styles from './premium.module.css';

interface BuyTrafficPriceProps {
  readonly quote: TrafficQuote | undefined;
  readonly isWaiting: boolean;
  readonly error: AppError | undefined;
  readonly onRetry: () => void;
}

/** What it costs and what is left after it, while the amount is still being typed. */
export const BuyTrafficPrice = ({ quote, isWaiting, error, onRetry }: BuyTrafficPriceProps) => {
  const { t } = useTranslation('premium');
  const balance = useActiveAccount()?.balance?.balanceKopecks ?? null;
  if (error !== undefined && !isWaiting) return <ErrorNotice error={error} onRetry={onRetry} />;
  if (quote === undefined) {
    return <p className={styles.hint}>{isWaiting ? t('buy.quoting') : t('buy.typeAmount')}</p>;
  }
  return (
    <PriceFacts
      priceKopecks={quote.priceKopecks}
      pricePerGbKopecks={quote.pricePerGbKopecks}
      balanceKopecks={balance}
    />
  );
};

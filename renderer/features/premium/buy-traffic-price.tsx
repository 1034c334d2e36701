import { useTranslation } from 'react-i18next';
import type { TrafficQuote } from '#shared/contract/premium.ts';
import type { AppError } from '#shared/result.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useActiveAccount } from '../account/store.ts';
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
  const format = useFormat();
  const balance = useActiveAccount()?.balance?.balanceKopecks ?? null;
  if (error !== undefined && !isWaiting) return <ErrorNotice error={error} onRetry={onRetry} />;
  if (quote === undefined) {
    return <p className={styles.hint}>{isWaiting ? t('buy.quoting') : t('buy.typeAmount')}</p>;
  }
  const after = balance === null ? null : balance - quote.priceKopecks;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('buy.price')}</dt>
        <dd>
          <span className={styles.price}>{format.roubles(quote.priceKopecks)}</span>{' '}
          <span className={styles.none}>{t('buy.perGb', { price: format.roubles(quote.pricePerGbKopecks) })}</span>
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

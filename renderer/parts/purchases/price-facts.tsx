import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './purchase-dialog.module.css';

interface PriceFactsProps {
  readonly priceKopecks: number;
  /** The price of 1 GB of traffic. */
  readonly pricePerGbKopecks?: number | null;
  /** `null` if it is not known. */
  readonly balanceKopecks: number | null;
}

/** Shows the price and the remaining balance of an order that can still be changed. */
export const PriceFacts = ({ priceKopecks, pricePerGbKopecks, balanceKopecks }: PriceFactsProps) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  return (
    <>
      <dl className="facts" style={{ alignItems: 'baseline' }}>
        <PriceFactRow priceKopecks={priceKopecks} pricePerGbKopecks={pricePerGbKopecks ?? null} />
        <Fact name={t('review.balanceAfter')}>
          {balanceKopecks === null ? t('review.balanceUnknown') : format.roubles(balanceKopecks - priceKopecks)}
        </Fact>
      </dl>
      <Shortage missingKopecks={balanceKopecks === null ? 0 : priceKopecks - balanceKopecks} />
    </>
  );
};

interface PriceRowProps {
  readonly priceKopecks: number;
  readonly pricePerGbKopecks: number | null;
}

/** Shows the price as a row of a list of facts. */
export const PriceFactRow = ({ priceKopecks, pricePerGbKopecks }: PriceRowProps) => {
  const { t } = useTranslation(['purchases', 'common']);
  const format = useFormat();
  return (
    <Fact name={t('common:words.price')}>
      <span className={styles.price}>{format.roubles(priceKopecks)}</span>
      {pricePerGbKopecks === null ? null : (
        <span className="dim"> {t('review.perGb', { price: format.roubles(pricePerGbKopecks) })}</span>
      )}
    </Fact>
  );
};

/** Says how much money is missing, if any. */
export const Shortage = ({ missingKopecks }: { readonly missingKopecks: number }) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  return missingKopecks <= 0 ? null : (
    <Notice apart tone="warn">
      {t('review.notCovered', { missing: format.roublesShort(missingKopecks) })}
    </Notice>
  );
};

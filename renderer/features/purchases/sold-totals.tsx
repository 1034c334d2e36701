import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './money.module.css';

/** Of the table of totals, once there is a price: what was sold, and what was earned. */
export const SoldHeads = () => {
  const { t } = useTranslation('sales');
  return (
    <>
      <th scope="col" className={styles.number}>
        {t('totals.sold')}
      </th>
      <th scope="col" className={styles.number}>
        {t('totals.profit')}
      </th>
    </>
  );
};

export const SoldCells = ({ sums }: { readonly sums: Pick<PurchaseTotals, 'soldKopecks' | 'profitKopecks'> }) => {
  const format = useFormat();
  return (
    <>
      <td className={styles.number}>{format.roubles(sums.soldKopecks)}</td>
      <td className={styles.number}>{format.roubles(sums.profitKopecks)}</td>
    </>
  );
};

/** What the sums leave out. */
export const SoldNotes = ({ totals }: { readonly totals: PurchaseTotals }) => {
  const { t } = useTranslation('sales');
  const format = useFormat();
  const { unsold, unknownSoldKopecks } = totals;
  return (
    <>
      {unsold === 0 ? null : <p className="para dim">{t('totals.unsold', { count: unsold })}</p>}
      {unknownSoldKopecks === 0 ? null : (
        <p className="para dim">{t('totals.uncertain', { amount: format.roubles(unknownSoldKopecks) })}</p>
      )}
    </>
  );
};

import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** Says what sums of sales leave out. */
export const SoldNotes = ({
  totals: { unsold, unknownSoldKopecks },
}: {
  readonly totals: Pick<PurchaseTotals, 'unsold' | 'unknownSoldKopecks'>;
}) => {
  const { t } = useTranslation('sales');
  const format = useFormat();
  return (
    <>
      {unsold === 0 ? null : <p className="para dim">{t('totals.unsold', { count: unsold })}</p>}
      {unknownSoldKopecks === 0 ? null : (
        <p className="para dim">{t('totals.uncertain', { amount: format.roubles(unknownSoldKopecks) })}</p>
      )}
    </>
  );
};

import { useTranslation } from 'react-i18next';
import type { PriceRow } from '#shared/contract/sales.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import { ChangedBy, useChanges } from '../shared-desk/changed-by.tsx';
import { PriceField } from './price-field.tsx';
import styles from './sales.module.css';
import { useProductText } from './use-product-text.ts';

interface PriceTableProps {
  readonly rows: readonly PriceRow[];
  readonly clientId: number | null;
}

/** Each product with what it costs, what is asked for it, and what is left of that. */
export const PriceTable = ({ rows, clientId }: PriceTableProps) => {
  const { t } = useTranslation('sales');
  const format = useFormat();
  const textOf = useProductText();
  const changeOf = useChanges(
    'price',
    rows.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  const roubles = (kopecks: number | null) =>
    kopecks === null ? <span className="dim">—</span> : format.roubles(kopecks);
  return (
    <table className={`${styles.table} selectable`} aria-label={t('prices.title')}>
      <thead>
        <tr>
          <th scope="col">{t('prices.product')}</th>
          <th scope="col" className={styles.number}>
            {t('totals.cost')}
          </th>
          {clientId === null ? null : (
            <th scope="col" className={styles.number}>
              {t('prices.general')}
            </th>
          )}
          <th scope="col">{t(clientId === null ? 'prices.price' : 'prices.own')}</th>
          <th scope="col" className={styles.number}>
            {t('totals.profit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const asked = row.priceKopecks ?? row.generalKopecks;
          const profit = asked === null || row.costKopecks === null ? null : asked - row.costKopecks;
          return (
            <tr key={row.product}>
              <th scope="row">{textOf(row.product)}</th>
              <td className={styles.number}>
                {roubles(row.costKopecks)}
                {row.costAsOf === null ? null : (
                  <div className={styles.age}>
                    <Age at={row.costAsOf} />
                  </div>
                )}
              </td>
              {clientId === null ? null : <td className={styles.number}>{roubles(row.generalKopecks)}</td>}
              <td className={styles.field}>
                <PriceField
                  key={`${clientId} ${row.product}`}
                  row={row}
                  clientId={clientId}
                  label={textOf(row.product)}
                />
                {row.id === null ? null : <ChangedBy change={changeOf(row.id)} />}
              </td>
              <td className={styles.number}>{roubles(profit)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

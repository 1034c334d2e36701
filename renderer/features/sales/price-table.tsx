import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PriceRow } from '#shared/contract/sales.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/words.ts';
import { pricedProduct } from '../../parts/products/index.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { ChangedBy, useChanges } from '../../parts/shared-desk/changed-by.tsx';
import { Age } from '../../ui/age.tsx';
import { SmallTable, type TableColumn } from '../../ui/small-table.tsx';
import { PriceField } from './price-field.tsx';
import styles from './sales.module.css';
import { useProductText } from './use-product-text.ts';

interface PriceTableProps {
  readonly rows: readonly PriceRow[];
  readonly clientId: number | null;
}

const PricedName = ({ product }: Pick<PriceRow, 'product'>) => {
  const words = useWords();
  const priced = pricedProduct(product, words);
  if (priced === null) return product;
  return (
    <>
      <ProductMark name={priced.product} />
      {priced.text}
    </>
  );
};

/** Lists each product with its cost, its price and the profit. */
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
  const number = { align: 'end', width: 130 } as const;
  const profitOf = ({ priceKopecks, generalKopecks, costKopecks }: PriceRow): number | null => {
    const asked = priceKopecks ?? generalKopecks;
    return asked === null || costKopecks === null ? null : asked - costKopecks;
  };
  const columns: readonly TableColumn<PriceRow>[] = [
    { id: 'product', head: t('prices.product'), cell: ({ product }) => <PricedName product={product} /> },
    {
      id: 'cost',
      head: t('totals.cost'),
      ...number,
      cell: ({ costKopecks, costAsOf }) => (
        <>
          {roubles(costKopecks)}
          {costAsOf === null ? null : (
            <div className={styles.age}>
              <Age at={costAsOf} />
            </div>
          )}
        </>
      ),
    },
    { id: 'general', head: t('prices.general'), ...number, cell: ({ generalKopecks }) => roubles(generalKopecks) },
    {
      id: 'price',
      head: t(clientId === null ? 'prices.price' : 'prices.own'),
      width: 150,
      cell: (row) => (
        <Box py={4}>
          <PriceField key={`${clientId} ${row.product}`} row={row} clientId={clientId} label={textOf(row.product)} />
          {row.id === null ? null : <ChangedBy change={changeOf(row.id)} />}
        </Box>
      ),
    },
    { id: 'profit', head: t('totals.profit'), ...number, cell: (row) => roubles(profitOf(row)) },
  ];
  return (
    <SmallTable
      label={t('prices.title')}
      columns={columns.filter(({ id }) => clientId !== null || id !== 'general')}
      rows={rows}
      keyOf={({ product }) => product}
      height={40}
    />
  );
};

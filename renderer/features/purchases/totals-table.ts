import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { kopecksToDecimal } from '#shared/domain/money.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SHOWN_KINDS } from '../../parts/products/index.ts';

type TotalsRow = PurchaseTotals['rows'][number];

/** The name of a group in the current language. */
export const useTotalsLabel = (groupBy: 'day' | 'product' | 'client'): ((row: TotalsRow) => string) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  return (row) => {
    const kind = SHOWN_KINDS.find((one) => one === row.key);
    if (groupBy === 'product' && kind !== undefined) return t(`kinds.${kind}`);
    if (groupBy === 'day') return format.day(row.key);
    return row.label !== '' ? row.label : row.key !== '' ? row.key : t('totals.noClient');
  };
};

/** The table for pasting into a spreadsheet: separated by tabs, with plain numbers in roubles. */
export const totalsTable = (
  { rows }: PurchaseTotals,
  labelOf: (row: TotalsRow) => string,
  t: TFunction<['ledger', 'sales', 'common']>,
  hasSales: boolean,
): string => {
  const head = [
    t('common:words.title'),
    t('totals.columns.purchases'),
    t('totals.columns.spentRub'),
    t('totals.columns.unknownRub'),
    ...(hasSales ? [t('sales:totals.soldRub'), t('sales:totals.profitRub')] : []),
  ];
  const lines = rows.map((row) => [
    labelOf(row),
    row.purchases,
    kopecksToDecimal(row.spentKopecks),
    kopecksToDecimal(row.unknownKopecks),
    ...(hasSales ? [kopecksToDecimal(row.soldKopecks), kopecksToDecimal(row.profitKopecks)] : []),
  ]);
  return [head, ...lines].map((cells) => cells.join('\t')).join('\n');
};

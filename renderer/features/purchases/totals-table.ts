import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import { type CsvCell, pastedTable } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
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

/** The table for pasting into a spreadsheet, with amounts as it reads them in that language. */
export const totalsTable = (
  { rows }: PurchaseTotals,
  nameOf: (row: TotalsRow) => CsvCell,
  t: TFunction<['ledger', 'sales', 'common']>,
  hasSales: boolean,
  language: Language,
): string => {
  const head = [
    t('common:words.title'),
    t('totals.columns.purchases'),
    t('totals.columns.spentRub'),
    t('totals.columns.unknownRub'),
    ...(hasSales ? [t('sales:totals.soldRub'), t('sales:totals.profitRub')] : []),
  ];
  const lines = rows.map((row) => [
    nameOf(row),
    row.purchases,
    roublesCell(row.spentKopecks, language),
    roublesCell(row.unknownKopecks, language),
    ...(hasSales ? [roublesCell(row.soldKopecks, language), roublesCell(row.profitKopecks, language)] : []),
  ]);
  return pastedTable([head, ...lines]);
};

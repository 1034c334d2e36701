import type { DeskContext } from '#core/context.ts';
import { totalsCells, totalsHeaders } from '#core/money/purchases/ledger-cells.ts';
import { readTotals } from '#core/money/purchases/totals.ts';
import { areSalesShown } from '#core/money/sales/in-use.ts';
import type { CsvRow } from '#core/platform/files/csv-file.ts';
import { createFreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import { lastBalance, receivedBetween, soldBetween } from '#core/views/overview/overview-queries.ts';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import { CSV_BOM, type CsvCell, csvLine } from '#shared/domain/csv-writer.ts';
import { type Language, LOCALES } from '#shared/domain/language.ts';
import type { TotalsGroup } from '#shared/domain/ledger-tables.ts';
import { periodBounds } from '#shared/domain/report-period.ts';

/** A report of a day or a month, as the cells of its tables. */
export interface PeriodReport {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: CsvCell])[];
  readonly tables: readonly { readonly head: CsvRow; readonly rows: readonly CsvRow[] }[];
}

const NO_CHOICE = { search: '', outcomes: [], goodsStates: [], kinds: [] };

/** Returns the name of a period in words: `5 November 2026`, or `November 2026`. */
const periodName = (period: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    ...(period.length === 7 ? {} : { day: 'numeric' }),
    month: 'long',
    year: 'numeric',
  }).format(periodBounds(period).from);

/**
 * Returns the report of a period (a day or a month of this computer's calendar) as the desk knows it at `now` (ms since the
 * epoch, UTC). It names no sale if this computer shows nothing about selling.
 */
export const readReport = async (
  { db }: Pick<DeskContext, 'db'>,
  accountId: string,
  period: string,
  { language, now }: { readonly language: Language; readonly now: number },
): Promise<PeriodReport> => {
  const t = textsIn(language);
  const { from, to } = periodBounds(period);
  const filter = { ...NO_CHOICE, from, to };
  const hasSales = areSalesShown(db, accountId);
  const fresh = createFreshAnswers(db);
  const groups: readonly TotalsGroup[] = period.length === 7 ? ['day', 'product'] : ['product', 'client'];
  const totals = [];
  for (const group of groups) totals.push({ group, ...(await readTotals({ db, fresh }, accountId, group, filter)) });
  const [sums] = totals;
  const sold = soldBetween(db, accountId, from, to);
  const balance = lastBalance(db, accountId);
  const roubles = (kopecks: number): CsvCell => roublesCell(kopecks, language);
  const moment = (at: number): string =>
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const sales: PeriodReport['facts'] = [
    [t('files:report.sold'), sold.count],
    [t('files:report.soldRub'), roubles(sold.soldKopecks)],
    [t('files:report.profitRub'), roubles(sold.profitKopecks)],
    [t('files:report.unsold'), sold.unsold],
    [t('files:report.receivedRub'), roubles(receivedBetween(db, accountId, from, to))],
  ];
  return {
    title: t('files:report.title', { period: periodName(period, language) }),
    facts: [
      [t('files:report.asOf'), moment(now)],
      [t('files:report.purchases'), sums?.purchases ?? 0],
      [t('files:report.spentRub'), roubles(sums?.spentKopecks ?? 0)],
      [t('files:report.unknown'), sums?.unknown ?? 0],
      [t('files:report.unknownRub'), roubles(sums?.unknownKopecks ?? 0)],
      ...(hasSales ? sales : []),
      ...(balance === null
        ? []
        : [[t('files:report.balanceRub', { when: moment(balance.asOf) }), roubles(balance.balanceKopecks)] as const]),
    ],
    tables: totals.map(({ group, rows, more }) => ({
      head: totalsHeaders(group, language, hasSales),
      rows: [
        ...rows.map((row) => totalsCells(row, group, language, hasSales)),
        ...(more ? [[t('files:report.more')]] : []),
      ],
    })),
  };
};

/** Returns the bytes of a report as a table for a spreadsheet, in which no cell becomes a formula. */
export const reportCsv = ({ title, facts, tables }: PeriodReport): Buffer => {
  const rows: CsvRow[] = [[title], ...facts, ...tables.flatMap(({ head, rows: lines }) => [[''], head, ...lines])];
  return Buffer.from(CSV_BOM + rows.map(csvLine).join(''), 'utf8');
};

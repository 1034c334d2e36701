import i18next from 'i18next';
import { expect, it } from 'vitest';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { totalsTable } from '../../../../renderer/features/purchases/totals-table.ts';

const row = (label: string, soldKopecks: number): PurchaseTotals['rows'][number] => ({
  key: label,
  unknown: 0,
  label,
  clientId: 1,
  purchases: 2,
  spentKopecks: 123_450,
  unknownKopecks: 0,
  soldKopecks,
  profitKopecks: soldKopecks - 123_450,
  unsold: 0,
  unknownSoldKopecks: 0,
});

it('the totals are copied as amounts that a spreadsheet reads, and a client is never its formula', () => {
  const rows = [row('=HYPERLINK("http://example.com")', 100_000), row('Анна\tи сын', 200_000)];
  const totals: PurchaseTotals = {
    rows,
    more: false,
    purchases: 4,
    spentKopecks: 246_900,
    unknown: 0,
    unknownKopecks: 0,
    soldKopecks: 300_000,
    profitKopecks: 53_100,
    unsold: 0,
    unknownSoldKopecks: 0,
  };
  const lines = (language: 'ru' | 'en') =>
    totalsTable(totals, ({ label }) => label, i18next.t, true, language)
      .split('\r\n')
      .slice(1)
      .map((line) => line.split('\t'));
  expect(lines('ru')).toEqual([
    [`'=HYPERLINK("http://example.com")`, '2', '1234,50', '0,00', '1000,00', '-234,50'],
    ['Анна и сын', '2', '1234,50', '0,00', '2000,00', '765,50'],
  ]);
  expect(lines('en')[1]?.at(-1)).toBe('765.50');
});

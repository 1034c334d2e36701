import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { shiftDay } from '#shared/domain/local-date.ts';

type DayTotal = Pick<PurchaseTotals['rows'][number], 'key' | 'spentKopecks'>;

/** More columns than this are too thin to tell apart. */
const MAX_DAYS = 92;

/** The days up to the last one, those without a purchase too; at most `MAX_DAYS`. */
export const everyDay = (rows: readonly DayTotal[]): readonly DayTotal[] => {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const spent = new Map(rows.map((row) => [row.key, row.spentKopecks]));
  const days: DayTotal[] = [];
  for (let day = last.key; day >= first.key && days.length < MAX_DAYS; day = shiftDay(day, -1)) {
    days.push({ key: day, spentKopecks: spent.get(day) ?? 0 });
  }
  return days.toReversed();
};

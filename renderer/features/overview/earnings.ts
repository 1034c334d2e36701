import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { shiftMonth } from '#shared/domain/local-date.ts';

/** The months that are shown, the present one included. */
const MONTHS_SHOWN = 6;

/** The sales of some days, and what their sums leave out (`purchases.totals`). */
type Earnings = Pick<PurchaseTotals, 'soldKopecks' | 'profitKopecks' | 'unsold' | 'unknownSoldKopecks'>;

interface Day extends Earnings {
  readonly key: string;
}

const sumOf = (days: readonly Day[]): Earnings => {
  const sum = { soldKopecks: 0, profitKopecks: 0, unsold: 0, unknownSoldKopecks: 0 };
  for (const day of days) {
    sum.soldKopecks += day.soldKopecks;
    sum.profitKopecks += day.profitKopecks;
    sum.unsold += day.unsold;
    sum.unknownSoldKopecks += day.unknownSoldKopecks;
  }
  return sum;
};

/** The first day of the month of a day (YYYY-MM-DD). */
const firstOf = (day: string): string => `${day.slice(0, 8)}01`;

/** Returns the first of the days that are shown on `today`; both are local days, YYYY-MM-DD. */
export const firstDayShown = (today: string): string => shiftMonth(firstOf(today), 1 - MONTHS_SHOWN);

export interface MonthOfEarnings extends Earnings {
  /** The first day of the month. */
  readonly first: string;
}

/**
 * Sums up days, in any order, by local month: the shown months, oldest first, and the days of the previous month up to the same
 * date as `today`. In a shorter previous month these are all of its days.
 */
export const earningsOf = (
  days: readonly Day[],
  today: string,
): { readonly months: readonly MonthOfEarnings[]; readonly before: MonthOfEarnings } => {
  const months = Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const first = shiftMonth(firstOf(today), index + 1 - MONTHS_SHOWN);
    return { first, ...sumOf(days.filter(({ key }) => firstOf(key) === first && key <= today)) };
  });
  const sameDay = shiftMonth(today, -1);
  const first = firstOf(sameDay);
  return { months, before: { first, ...sumOf(days.filter(({ key }) => key >= first && key <= sameDay)) } };
};

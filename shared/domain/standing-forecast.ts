import { localDate, midnightOf, shiftDay, shiftMonth } from './local-date.ts';
import { dueFrom } from './schedule-time.ts';

export const FORECAST_DAYS = 30;

/** The local days (YYYY-MM-DD) that a forecast tells, today first. `now` in ms since the epoch, UTC. */
export const forecastDays = (now: number): string[] => {
  const today = localDate(now);
  return Array.from({ length: FORECAST_DAYS }, (_, index) => shiftDay(today, index));
};

/** How an end moves when it is paid for: by calendar months, or by days. */
export type Step = { readonly months: number } | { readonly days: number };

/** The end after one payment more, at the same local time of the day. Ends in ms since the epoch, UTC. */
export const movedEnd = (endsAt: number, step: Step): number => {
  const day = localDate(endsAt);
  const moved = 'months' in step ? shiftMonth(day, step.months) : shiftDay(day, step.days);
  return (midnightOf(moved) ?? endsAt) + (endsAt - (midnightOf(day) ?? endsAt));
};

/** The local days on which one thing is paid for until the last of `days`, again and again as its end moves. */
export const paidDays = (
  endsAt: number,
  { daysBefore, step }: { readonly daysBefore: number; readonly step: Step },
  days: readonly string[],
): string[] => {
  const begin = midnightOf(days[0] ?? '') ?? 0;
  const last = days.at(-1) ?? '';
  const paid: string[] = [];
  for (let end = endsAt; paid.length < days.length; end = movedEnd(end, step)) {
    const day = localDate(Math.max(dueFrom(end, daysBefore), begin));
    if (day > last) break;
    paid.push(day);
  }
  return paid;
};

/** What falls due of an order on a day. */
export interface DaySum {
  readonly count: number;
  readonly kopecks: number;
  /** Of these, without a known price: in none of the sums. */
  readonly unpriced: number;
  /** Of these, dearer than the order may pay without asking. */
  readonly aboveCeiling: number;
  /** Of these, beyond what the order may spend in the month: in none of the sums. */
  readonly overCap: number;
}

export const NO_SUM: DaySum = { count: 0, kopecks: 0, unpriced: 0, aboveCeiling: 0, overCap: 0 };

export const addSums = (one: DaySum, other: DaySum): DaySum => ({
  count: one.count + other.count,
  kopecks: one.kopecks + other.kopecks,
  unpriced: one.unpriced + other.unpriced,
  aboveCeiling: one.aboveCeiling + other.aboveCeiling,
  overCap: one.overCap + other.overCap,
});

interface DayLimits {
  /** The most that the order pays for one without asking; `null`: no such limit. */
  readonly ceilingKopecks: number | null;
  /** The most that it may still spend in the month; `null`: no such limit. */
  readonly leftKopecks: number | null;
}

/** Adds up the prices of what falls due on a day. As when it is paid, once one is too much those behind it wait, too. */
export const sumOfDay = (
  prices: readonly (number | null)[],
  { ceilingKopecks, leftKopecks }: DayLimits,
): DaySum & { readonly leftKopecks: number | null } => {
  let left = leftKopecks ?? Number.POSITIVE_INFINITY;
  let { kopecks, unpriced, aboveCeiling, overCap } = NO_SUM;
  for (const price of prices) {
    if (price === null) unpriced += 1;
    else if (price > left) {
      left = 0;
      overCap += 1;
    } else {
      left -= price;
      kopecks += price;
      if (ceilingKopecks !== null && price > ceilingKopecks) aboveCeiling += 1;
    }
  }
  const sum = { count: prices.length, kopecks, unpriced, aboveCeiling, overCap };
  return { ...sum, leftKopecks: leftKopecks === null ? null : left };
};

/** What is left of a balance after each day, and the first day that it does not cover. Kopecks. */
export const runningBalance = (
  balanceKopecks: number,
  days: readonly { readonly day: string; readonly kopecks: number }[],
): { readonly after: readonly number[]; readonly shortFrom: string | null } => {
  let left = balanceKopecks;
  let shortFrom: string | null = null;
  const after = days.map(({ day, kopecks }) => {
    left -= kopecks;
    if (left < 0 && kopecks > 0) shortFrom ??= day;
    return left;
  });
  return { after, shortFrom };
};

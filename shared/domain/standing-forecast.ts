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

export interface DaySum {
  readonly count: number;
  readonly kopecks: number;
  /** Of these, without a known price: in none of the sums. */
  readonly unpriced: number;
  /** Of these, dearer than the order may pay without asking. */
  readonly aboveCeiling: number;
}

export const NO_SUM: DaySum = { count: 0, kopecks: 0, unpriced: 0, aboveCeiling: 0 };

/** `ceilingKopecks`: the most that the order may pay for one; `null`: no such limit. */
export const addPrice = (
  { count, kopecks, unpriced, aboveCeiling }: DaySum,
  priceKopecks: number | null,
  ceilingKopecks: number | null,
): DaySum => ({
  count: count + 1,
  kopecks: kopecks + (priceKopecks ?? 0),
  unpriced: unpriced + (priceKopecks === null ? 1 : 0),
  aboveCeiling: aboveCeiling + ((priceKopecks ?? 0) > (ceilingKopecks ?? Number.POSITIVE_INFINITY) ? 1 : 0),
});

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

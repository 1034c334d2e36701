import { localDate, midnightOf, shiftDay, shiftMonth } from '#shared/domain/local-date.ts';
import type { AxisUnit } from '../i18n/format.ts';

const MOST_ON_THE_SCALE = 4;
const ROUND = [1, 2, 5, 10];

/**
 * Returns round values for a scale that contains `low` and `high`, in ascending order, about four steps from the first to
 * the last. All are whole numbers and multiples of `least`, the smallest step that makes sense: 1 for counts, 100 for
 * kopecks that are shown in roubles.
 */
export const valueTicks = (low: number, high: number, least = 1): readonly number[] => {
  const wanted = (high > low ? (high - low) / MOST_ON_THE_SCALE : Math.abs(high) / 2) / least;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, wanted))));
  const step = (ROUND.find((round) => round * power >= wanted) ?? 10) * power * least;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
};

const WEEK = 7;
const MONTH = 30;
const YEAR = 365;

/** The distances between marks: days, then months, then years, each from short to long. */
const STEPS = [
  { unit: 'day', size: 1, days: 1 },
  { unit: 'day', size: 2, days: 2 },
  { unit: 'day', size: WEEK, days: WEEK },
  { unit: 'day', size: 2 * WEEK, days: 2 * WEEK },
  { unit: 'month', size: 1, days: MONTH },
  { unit: 'month', size: 3, days: 3 * MONTH },
  { unit: 'month', size: 6, days: 6 * MONTH },
  { unit: 'year', size: 12, days: YEAR },
  { unit: 'year', size: 60, days: 5 * YEAR },
  { unit: 'year', size: 120, days: 10 * YEAR },
] as const;

const DAY_MS = 86_400_000;

const daysBetween = (first: string, last: string): number =>
  Math.round(((midnightOf(last) ?? 0) - (midnightOf(first) ?? 0)) / DAY_MS);

/** Returns the first day from `day` on at which a step of this size begins: a Monday, or the first of a month. */
const startFrom = (day: string, unit: AxisUnit, size: number): string => {
  if (unit === 'day') {
    if (size < WEEK) return day;
    const weekday = new Date(midnightOf(day) ?? 0).getDay();
    return shiftDay(day, (8 - weekday) % WEEK);
  }
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
  const months = year * 12 + month;
  const isFirst = day.endsWith('-01');
  const next = Math.ceil((isFirst ? months : months + 1) / size) * size;
  return shiftMonth(`${day.slice(0, 8)}01`, next - months);
};

const daysAt = (first: string, last: string, unit: AxisUnit, size: number): readonly string[] => {
  const days: string[] = [];
  let day = startFrom(first, unit, size);
  while (day <= last) {
    days.push(day);
    day = unit === 'day' ? shiftDay(day, size) : shiftMonth(day, size);
  }
  return days;
};

/**
 * Returns the days (YYYY-MM-DD) that mark an axis from `first` to `last`, both included: single days, Mondays, or firsts
 * of months or years, whichever is the finest of which at most `most` fit.
 */
export const dayTicks = (
  first: string,
  last: string,
  most: number,
): { readonly unit: Exclude<AxisUnit, 'time'>; readonly days: readonly string[] } => {
  const span = daysBetween(first, last);
  for (const { unit, size, days: length } of STEPS) {
    // Generating all days of ten years only to reject them would take long.
    if (span / length > most + 1) continue;
    const days = daysAt(first, last, unit, size);
    if (days.length <= most) return days.length === 0 ? { unit: 'day', days: [first] } : { unit, days };
  }
  return { unit: 'day', days: [first] };
};

const MINUTE_MS = 60_000;
const CLOCK_STEPS = [5, 15, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** A longer span is marked by days. */
const CLOCK_SPAN = 2 * DAY_MS;

/**
 * Returns the moments (ms since the epoch) that mark an axis from `from` to `to`: full hours or parts of them in a short
 * span, and the beginnings of local days, weeks, months or years in a longer one. At most `most` of them.
 */
export const momentTicks = (
  from: number,
  to: number,
  most: number,
): { readonly unit: AxisUnit; readonly moments: readonly number[] } => {
  const midnight = midnightOf(localDate(from)) ?? from;
  if (to - from <= CLOCK_SPAN) {
    const step = CLOCK_STEPS.find((one) => Math.floor((to - from) / one) < most) ?? DAY_MS;
    const first = midnight + Math.ceil((from - midnight) / step) * step;
    const count = Math.max(0, Math.floor((to - first) / step) + 1);
    return { unit: 'time', moments: Array.from({ length: Math.min(count, most) }, (_, index) => first + index * step) };
  }
  const firstDay = localDate(from);
  const { unit, days } = dayTicks(midnight < from ? shiftDay(firstDay, 1) : firstDay, localDate(to), most);
  return { unit, moments: days.flatMap((day) => midnightOf(day) ?? []).filter((at) => at >= from && at <= to) };
};

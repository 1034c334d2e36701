import { midnightOf, shiftDay } from './local-date.ts';
import { momentOn } from './schedule-time.ts';
import { dayAt } from './zoned-time.ts';

/** How often a list is generated automatically. */
export const RHYTHMS = ['day', 'weekdays', 'month'] as const;

/**
 * The days and the time of a schedule. `monthDay` applies to `month` only: 1–31, or the last day of a shorter month.
 * `time` is `HH:MM` in the list's zone.
 */
export interface Rhythm {
  readonly every: (typeof RHYTHMS)[number];
  readonly monthDay: number;
  readonly time: string;
}

/** How far back to look for a due day; no rhythm has a longer gap. */
const LONGEST_GAP_DAYS = 31;
/** How far back missed due days are counted. */
const COUNTED_DAYS = 366;

const isDayOf = ({ every, monthDay }: Rhythm, day: string): boolean => {
  const date = new Date(midnightOf(day) ?? Number.NaN);
  if (every === 'day') return true;
  if (every === 'weekdays') return date.getDay() >= 1 && date.getDay() <= 5;
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  return date.getDate() === Math.min(monthDay, last);
};

/** Returns the latest due day (YYYY-MM-DD, in the zone) whose time has come by `now` (ms since the epoch). */
export const latestDay = (rhythm: Rhythm, now: number, zone: string): string | null => {
  let day = dayAt(now, zone);
  for (let back = 0; back <= LONGEST_GAP_DAYS; back += 1, day = shiftDay(day, -1)) {
    if (isDayOf(rhythm, day) && momentOn(day, rhythm.time, zone) <= now) return day;
  }
  return null;
};

/**
 * Returns the first due day (in the zone) after `now` that is not settled. Skipping settled days prevents repetitions
 * after the clock was set back.
 */
export const nextDay = (
  rhythm: Rhythm,
  now: number,
  zone: string,
  isSettled: (day: string) => boolean,
): string | null => {
  let day = dayAt(now, zone);
  for (let ahead = 0; ahead <= COUNTED_DAYS; ahead += 1, day = shiftDay(day, 1)) {
    if (isDayOf(rhythm, day) && momentOn(day, rhythm.time, zone) > now && !isSettled(day)) return day;
  }
  return null;
};

/** Returns how many due days lie between two of them. */
export const daysBetween = (rhythm: Rhythm, from: string, to: string): number => {
  let count = 0;
  let day = shiftDay(to, -1);
  for (let back = 0; back < COUNTED_DAYS && day > from; back += 1, day = shiftDay(day, -1)) {
    if (isDayOf(rhythm, day)) count += 1;
  }
  return count;
};

import type { Problem } from '../result.ts';
import { shiftDay } from './local-date.ts';
import { parseTimeOfDay } from './quiet-hours.ts';
import { momentOn } from './schedule-time.ts';
import { dayAt, isZone } from './zoned-time.ts';

/** How often dedicated proxies are checked automatically. */
export const CHECK_RHYTHMS = ['hours', 'day'] as const;
export const CHECK_HOURS = { min: 1, max: 168 } as const;

/** `hours` applies to `hours` only; `time` (`HH:MM`) and `zone` (a zone of the IANA database) to `day` only. */
export interface CheckRhythm {
  readonly every: (typeof CHECK_RHYTHMS)[number];
  readonly hours: number;
  readonly time: string;
  readonly zone: string;
}

const HOUR = 3_600_000;
/** The clocks of two computers that share a desk may differ by this. */
const CLOCKS_DIFFER_MS = HOUR;

/**
 * Returns when the next check is due, in ms since the epoch. `countsFrom` is the start of the last one, or the time at
 * which the schedule was switched on. The result lies in the past if checks were missed, however many, so that one
 * check makes up for all of them. A check that seems to have begun in the future was dated by a wrong clock: one is due at
 * once then, and the next ones count from it.
 */
export const nextCheckAt = ({ every, hours, time, zone }: CheckRhythm, countsFrom: number, now: number): number => {
  if (countsFrom > now + CLOCKS_DIFFER_MS) return now;
  if (every === 'hours') return countsFrom + hours * HOUR;
  const day = dayAt(countsFrom, zone);
  const moment = momentOn(day, time, zone);
  return moment > countsFrom ? moment : momentOn(shiftDay(day, 1), time, zone);
};

/** Returns the problems of a schedule of checks, field by field. */
export const checkRhythmProblems = ({ every, hours, time, zone }: CheckRhythm): readonly Problem[] => {
  const problems: Problem[] = [];
  const { min, max } = CHECK_HOURS;
  const isAllowed = Number.isInteger(hours) && hours >= min && hours <= max;
  if (every === 'hours' && !isAllowed) problems.push({ field: 'hours', code: 'not-whole', params: { min, max } });
  if (every === 'day' && parseTimeOfDay(time) === null) problems.push({ field: 'time', code: 'time-of-day' });
  if (every === 'day' && !isZone(zone)) problems.push({ field: 'zone', code: 'zone-unknown' });
  return problems;
};

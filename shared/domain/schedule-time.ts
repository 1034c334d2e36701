import { shiftDay } from './local-date.ts';
import { isQuiet, parseTimeOfDay } from './quiet-hours.ts';
import { dayAt, minuteAt, momentOf } from './zoned-time.ts';

/*
 * Days and hours of automatic work. They are wall-clock times of a fixed IANA zone, so that they are the same on every
 * computer. All of these functions throw on an unknown zone.
 */

/** The hours of the day, `HH:MM`, during which work is allowed; they span midnight if `to` is the earlier time. */
export interface WorkHours {
  readonly from: string;
  readonly to: string;
}

/** Returns whether both texts are times of day, and different ones. */
export const areHours = ({ from, to }: WorkHours): boolean => {
  const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  return start !== null && end !== null && start !== end;
};

/** Returns whether work is allowed at a moment (ms since the epoch, UTC); with `null` it always is. */
export const isWithinHours = (at: number, hours: WorkHours | null, zone: string): boolean =>
  hours === null || isQuiet(minuteAt(at, zone), hours);

/**
 * Returns the moment of a time of day (`HH:MM`) on a day (YYYY-MM-DD) in a zone, in ms since the epoch. A time that the
 * clocks skip is moved later by the skipped amount; if a time occurs twice, it is the first.
 */
export const momentOn = (day: string, time: string, zone: string): number =>
  momentOf(day, parseTimeOfDay(time) ?? 0, zone);

/** Returns the first moment at or after `at` (both ms since the epoch, UTC) when work is allowed. */
export const nextWithinHours = (at: number, hours: WorkHours | null, zone: string): number => {
  if (hours === null || isWithinHours(at, hours, zone)) return at;
  const today = dayAt(at, zone);
  const openings = [0, 1, 2].map((days) => momentOn(shiftDay(today, days), hours.from, zone));
  // If the clocks skip the whole span on one day, that day has no opening.
  const opening = openings.find((moment) => moment > at && isWithinHours(moment, hours, zone));
  return opening ?? openings.find((moment) => moment > at) ?? at;
};

/**
 * Returns from which moment on (ms since the epoch, UTC) something that ends at `endsAt` is due, given the days in
 * advance: the start of that day in the zone, however long the days in between are.
 */
export const dueFrom = (endsAt: number, daysBefore: number, zone: string): number =>
  momentOf(dayAt(endsAt, zone), 0, zone, -daysBefore);

/** Returns the moment before which an end must lie to be due at `now`; the inverse of `dueFrom`. */
export const dueUntil = (now: number, daysBefore: number, zone: string): number =>
  momentOf(dayAt(now, zone), 0, zone, daysBefore + 1);

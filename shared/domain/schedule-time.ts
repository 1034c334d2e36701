import { shiftDay } from './local-date.ts';
import { isQuiet, parseTimeOfDay } from './quiet-hours.ts';
import { dayAt, minuteAt, momentOf } from './zoned-time.ts';

/*
 * Days and hours of whatever happens by itself: of the clock on the wall of a zone (IANA) that it has for good, so that they are
 * the same on every computer. All of these throw on an unknown zone.
 */

/** Hours of the day, `HH:MM`, in which something may be done; over midnight where `to` is the earlier. */
export interface WorkHours {
  readonly from: string;
  readonly to: string;
}

/** Two different times of the day. */
export const areHours = ({ from, to }: WorkHours): boolean => {
  const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  return start !== null && end !== null && start !== end;
};

/** Whether something may be done at a moment (ms since the epoch, UTC); `null`: at any time. */
export const isWithinHours = (at: number, hours: WorkHours | null, zone: string): boolean =>
  hours === null || isQuiet(minuteAt(at, zone), hours);

/**
 * The moment of a time of day (`HH:MM`) on a day (YYYY-MM-DD) of a zone, in ms since the epoch. One that the clocks skip is as
 * much later; of one that comes twice it is the first.
 */
export const momentOn = (day: string, time: string, zone: string): number =>
  momentOf(day, parseTimeOfDay(time) ?? 0, zone);

/** The first moment from `at` on (both ms since the epoch, UTC) at which something may be done. */
export const nextWithinHours = (at: number, hours: WorkHours | null, zone: string): number => {
  if (hours === null || isWithinHours(at, hours, zone)) return at;
  const today = dayAt(at, zone);
  const openings = [0, 1, 2].map((days) => momentOn(shiftDay(today, days), hours.from, zone));
  // Hours that the clocks skip on one day are none on that day.
  const opening = openings.find((moment) => moment > at && isWithinHours(moment, hours, zone));
  return opening ?? openings.find((moment) => moment > at) ?? at;
};

/**
 * From which moment on (ms since the epoch, UTC) something that ends at `endsAt` is due so many days before: the beginning
 * of that day in the zone, however long the days between are.
 */
export const dueFrom = (endsAt: number, daysBefore: number, zone: string): number =>
  momentOf(dayAt(endsAt, zone), 0, zone, -daysBefore);

/** What ends before this moment is due at `now` so many days ahead: see `dueFrom`. */
export const dueUntil = (now: number, daysBefore: number, zone: string): number =>
  momentOf(dayAt(now, zone), 0, zone, daysBefore + 1);

import { localDate, midnightOf, shiftDay } from './local-date.ts';
import { isQuiet, localMinute, parseTimeOfDay } from './quiet-hours.ts';

/** Hours of the day on this computer's clock, `HH:MM`, in which something may be done; over midnight where `to` is the earlier. */
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
export const isWithinHours = (at: number, hours: WorkHours | null): boolean =>
  hours === null || isQuiet(localMinute(at), hours);

/**
 * The moment of a time of day (`HH:MM`) on a local day (YYYY-MM-DD), in ms since the epoch. One that the clocks skip is as
 * much later; of one that comes twice it is the first.
 */
export const momentOn = (day: string, time: string): number => {
  const minutes = parseTimeOfDay(time) ?? 0;
  const date = new Date(midnightOf(day) ?? Number.NaN);
  return date.setHours(Math.floor(minutes / 60), minutes % 60);
};

/** The first moment from `at` on (both ms since the epoch, UTC) at which something may be done. */
export const nextWithinHours = (at: number, hours: WorkHours | null): number => {
  if (hours === null || isWithinHours(at, hours)) return at;
  const today = localDate(at);
  const opening = momentOn(today, hours.from);
  return opening > at ? opening : momentOn(shiftDay(today, 1), hours.from);
};

/**
 * From which moment on (ms since the epoch, UTC) something that ends at `endsAt` is due so many days before: the beginning
 * of that local day, however long the days between are.
 */
export const dueFrom = (endsAt: number, daysBefore: number): number =>
  midnightOf(localDate(endsAt), -daysBefore) ?? endsAt;

/** What ends before this moment is due at `now` so many days ahead: see `dueFrom`. */
export const dueUntil = (now: number, daysBefore: number): number => midnightOf(localDate(now), daysBefore + 1) ?? now;

import { formatWallTime, instantOfWallTime, wallTimeAt } from './assumed-zone.ts';

const NAMED = /^[A-Za-z][A-Za-z0-9_+/-]{0,59}$/;
const ANY_MOMENT = Date.UTC(2000, 0, 1);
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Returns whether a text is an IANA zone that this app knows, such as `Europe/Moscow`. Offsets (`+03:00`) are refused,
 * because they do not follow a zone's clock changes.
 */
export const isZone = (zone: string): boolean => {
  if (!NAMED.test(zone)) return false;
  try {
    // It remembers its answer, whereas making a formatter for each stored order that is read would take a tenth of a
    // millisecond.
    wallTimeAt(ANY_MOMENT, zone);
    return true;
  } catch {
    return false;
  }
};

/** Returns this computer's zone; UTC if it has none with a name. */
export const localZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
};

/**
 * Returns whether two names denote the same zone, such as `Asia/Calcutta` and `Asia/Kolkata`. Throws on an unknown
 * zone.
 */
export const areSameZone = (one: string, other: string): boolean => {
  const canonical = (zone: string): string =>
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  return one === other || canonical(one) === canonical(other);
};

/** Returns the zone if it differs from this computer's, otherwise `null`. Throws on an unknown zone. */
export const otherZone = (zone: string): string | null => (areSameZone(zone, localZone()) ? null : zone);

/**
 * Returns the date of `at` (ms since the epoch, UTC) in a zone, as `YYYY-MM-DD`. Throws on an unknown zone, like all
 * functions below.
 */
export const dayAt = (at: number, zone: string): string => formatWallTime(wallTimeAt(at, zone)).slice(0, 10);

/** Returns the minutes since midnight on a wall clock in a zone at the moment `at` (ms since the epoch, UTC). */
export const minuteAt = (at: number, zone: string): number => {
  const wall = new Date(wallTimeAt(at, zone));
  return wall.getUTCHours() * 60 + wall.getUTCMinutes();
};

/**
 * Returns the moment (ms since the epoch, UTC) of a time in a zone, given as minutes after midnight of a day
 * (YYYY-MM-DD) moved by whole days; NaN if the text is not a day. A time that the clocks skip is moved later by the
 * skipped amount; if a time occurs twice, it is the first.
 */
export const momentOf = (day: string, minutes: number, zone: string, moved = 0): number => {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return Number.NaN;
  return instantOfWallTime(Date.UTC(Number(year), Number(month) - 1, Number(date) + moved, 0, minutes), zone);
};

/** Returns the start of the calendar month of `now` in a zone; both are in ms since the epoch, UTC. */
export const startOfMonth = (now: number, zone: string): number =>
  momentOf(`${dayAt(now, zone).slice(0, 7)}-01`, 0, zone);

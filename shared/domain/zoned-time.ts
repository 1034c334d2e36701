import { formatWallTime, instantOfWallTime, wallTimeAt } from './assumed-zone.ts';

const NAMED = /^[A-Za-z][A-Za-z0-9_+/-]{0,59}$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Zones of the IANA database that this app knows, as `Europe/Moscow`. Offsets (`+03:00`) are refused: they do not follow a
 * zone's changes of the clock.
 */
export const isZone = (zone: string): boolean => {
  if (!NAMED.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

/** This computer's; UTC where it is set to none that has a name. */
export const localZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
};

/** Whether two names are of one zone, as `Asia/Calcutta` and `Asia/Kolkata`. Throws on an unknown zone. */
export const areSameZone = (one: string, other: string): boolean => {
  const canonical = (zone: string): string =>
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  return one === other || canonical(one) === canonical(other);
};

/** The zone, where it is another one than this computer's. Throws on an unknown zone. */
export const otherZone = (zone: string): string | null => (areSameZone(zone, localZone()) ? null : zone);

/** The date of `at` (ms since the epoch, UTC) in a zone, as `YYYY-MM-DD`. Throws on an unknown zone, as all below. */
export const dayAt = (at: number, zone: string): string => formatWallTime(wallTimeAt(at, zone)).slice(0, 10);

/** Minutes since midnight of the clock on the wall of a zone. */
export const minuteAt = (at: number, zone: string): number => {
  const wall = new Date(wallTimeAt(at, zone));
  return wall.getUTCHours() * 60 + wall.getUTCMinutes();
};

/**
 * The moment (ms since the epoch, UTC) at which clocks in a zone show so many minutes after midnight of a day (YYYY-MM-DD),
 * moved by whole days; NaN where it is no day. One that the clocks skip is as much later; of one that comes twice it is the
 * first.
 */
export const momentOf = (day: string, minutes: number, zone: string, moved = 0): number => {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return Number.NaN;
  return instantOfWallTime(Date.UTC(Number(year), Number(month) - 1, Number(date) + moved, 0, minutes), zone);
};

/** When the calendar month of `now` began in a zone; both ms since the epoch, UTC. */
export const startOfMonth = (now: number, zone: string): number =>
  momentOf(`${dayAt(now, zone).slice(0, 7)}-01`, 0, zone);

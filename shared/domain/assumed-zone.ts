/**
 * Functions that read the service's `date_end`, a wall-clock time without a zone, in the zone that the user assumes
 * (docs/decisions/018-assumed-zone.md). A wall time here is `YYYY-MM-DD HH:MM:SS` read as if it were UTC, in
 * milliseconds, so that it can be compared and added to without a zone.
 */

const WALL = /^\s*(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?\s*$/;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Parses a wall time in the documented form; the seconds may be missing. Returns `null` for any other text and for days
 * that do not exist.
 */
export const parseWallTime = (text: string): number | null => {
  const match = WALL.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < 1970 || hour > 23 || minute > 59 || second > 59) return null;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(wall);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? wall : null;
};

/** Formats a wall time as the service does. */
export const formatWallTime = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace('T', ' ');

const formats = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones, because each may be spelled in several ways. */
const MOST_FORMATS = 600;

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (formats.size >= MOST_FORMATS) formats.clear();
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
};

/** Since this moment in 1973, zones have changed their clocks only at full quarters of an hour. */
const QUARTERS_SINCE = 94_694_400_000;
const QUARTER = 15 * 60_000;
/** The most offsets kept: enough for some years of one zone, or for a short time in many. */
const MOST_KNOWN = 50_000;
const offsets = new Map<string, number>();

/** Returns the wall time in `zone` at the instant `at` (ms since the epoch, UTC). Throws on an unknown zone. */
export const wallTimeAt = (at: number, zone: string): number => {
  if (!(at >= QUARTERS_SINCE)) return readWallTime(at, zone);
  const quarter = Math.floor(at / QUARTER);
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = readWallTime(quarter * QUARTER, zone) - quarter * QUARTER;
    // The offsets are kept because callers ask for thousands of times on the same days, and Intl is slow.
    if (offsets.size >= MOST_KNOWN) offsets.clear();
    offsets.set(key, offset);
  }
  return at + offset;
};

const readWallTime = (at: number, zone: string): number => {
  const parts: Record<string, number> = {};
  const whole = Math.floor(at / 1000) * 1000;
  for (const { type, value } of formatOf(zone).formatToParts(whole)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at - whole);
};

/**
 * Returns the instant (ms since the epoch, UTC) at which a clock in `zone` shows `wall`. If the clock shows that time
 * twice, it returns the earlier one, so that nothing appears to last longer than it may. If the clock skips it, it
 * returns the instant just as far after the change (02:30 becomes 03:30). Throws on an unknown zone.
 */
export const instantOfWallTime = (wall: number, zone: string): number => {
  // Zones are at most 26 hours from UTC, and none changes its clock twice within this interval.
  const before = wallTimeAt(wall - DAY - 2 * HOUR, zone) - (wall - DAY - 2 * HOUR);
  const after = wallTimeAt(wall + DAY + 2 * HOUR, zone) - (wall + DAY + 2 * HOUR);
  const early = wall - Math.max(before, after);
  const late = wall - Math.min(before, after);
  if (wallTimeAt(early, zone) === wall) return early;
  if (wallTimeAt(late, zone) === wall) return late;
  return wall - before;
};

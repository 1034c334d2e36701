/**
 * The service's `date_end` is a wall clock without a zone (docs/decisions/018-assumed-zone.md). These functions read it
 * in the zone the user assumes. A wall time here is `YYYY-MM-DD HH:MM:SS` as if it were UTC, in milliseconds: it orders
 * and adds up without any zone at all.
 */

const WALL = /^\s*(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?\s*$/;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** `null` when the text is not a date of the calendar in the documented form (seconds may be left out). */
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

/** The service's own form. */
export const formatWallTime = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace('T', ' ');

const formats = new Map<string, Intl.DateTimeFormat>();
/** There are fewer zones; each may be spelled in many ways. */
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

/** No zone has changed its clock within a quarter of an hour since this moment, 1973. */
const QUARTERS_SINCE = 94_694_400_000;
const QUARTER = 15 * 60_000;
/** Of some years of one zone, or of many zones. */
const MOST_KNOWN = 50_000;
const offsets = new Map<string, number>();

/**
 * What a clock on the wall of `zone` shows at the instant `at` (ms since the epoch, UTC). Throws on an unknown zone.
 */
export const wallTimeAt = (at: number, zone: string): number => {
  if (!(at >= QUARTERS_SINCE)) return readWallTime(at, zone);
  const quarter = Math.floor(at / QUARTER);
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = readWallTime(quarter * QUARTER, zone) - quarter * QUARTER;
    // What asks for these asks for thousands of the same days, and Intl is slow.
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
 * The instant (ms since the epoch, UTC) at which a clock in `zone` shows `wall`. A time that the clock shows twice is
 * the earlier one, so that nothing seems to live longer than it may; a time that the clock skips is as far behind the
 * change as it would have been (02:30 becomes 03:30). Throws on an unknown zone.
 */
export const instantOfWallTime = (wall: number, zone: string): number => {
  // No zone is further than 26 hours from UTC, and none changes its clock twice within these days.
  const before = wallTimeAt(wall - DAY - 2 * HOUR, zone) - (wall - DAY - 2 * HOUR);
  const after = wallTimeAt(wall + DAY + 2 * HOUR, zone) - (wall + DAY + 2 * HOUR);
  const early = wall - Math.max(before, after);
  const late = wall - Math.min(before, after);
  if (wallTimeAt(early, zone) === wall) return early;
  if (wallTimeAt(late, zone) === wall) return late;
  return wall - before;
};

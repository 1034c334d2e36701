import { formatWallTime, parseWallTime, wallTimeAt } from '../assumed-zone.ts';
import { countryCodeOf } from '../country-name.ts';
import { isIpv6 } from '../ip-address.ts';
import type { Ipv } from '../limits.ts';
import { midnightOf } from '../local-date.ts';

/** The texts that other programs write into an empty cell. */
const EMPTY = new Set(['', '-', '–', '—', 'n/a', 'null', 'none', 'нет']);

/** Whether a cell says nothing. */
export const isEmptyCell = (cell: string): boolean => EMPTY.has(cell.trim().toLowerCase());

const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?:,?\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const YEAR_FIRST = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
const UNIX = /^\d{10}(?:\d{3})?$/;

const two = (digits = '0'): string => digits.padStart(2, '0');

/** Returns the beginning of a local day (YYYY-MM-DD) as a wall time in the assumed zone; `null` if there is no such day. */
export const endOnDay = (day: string, zone: string): number | null => {
  const at = parseWallTime(`${day} 00:00:00`) === null ? undefined : midnightOf(day);
  return at === undefined ? null : wallTimeAt(at, zone);
};

/**
 * Reads the end of a proxy and returns it as a wall time in ms (assumed-zone.ts); `null` if it cannot be read. It knows
 * the service's `2026-12-31 23:59:59`, `31.12.2026` with or without a time, a day alone, an ISO time with its zone, and
 * the seconds or milliseconds since 1970. A day alone is one of this computer's calendar and is read as its beginning: a
 * reminder that comes too early loses nothing. `31/12/2026` is not read, because America writes the month first. `zone` is
 * the assumed zone.
 */
export const readEnd = (cell: string, zone: string): number | null => {
  const text = cell.trim();
  const wall = parseWallTime(text);
  if (wall !== null) return wall;
  if (YEAR_FIRST.test(text)) return endOnDay(text, zone);
  const dotted = DAY_FIRST.exec(text);
  if (dotted !== null) {
    const [, day, month, year = '', time] = dotted;
    const date = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
    return time === undefined
      ? endOnDay(date, zone)
      : parseWallTime(`${date} ${time.padStart(time.length > 5 ? 8 : 5, '0')}`);
  }
  const at = INSTANT.test(text) ? Date.parse(text) : UNIX.test(text) ? Number(text.padEnd(13, '0')) : Number.NaN;
  return Number.isNaN(at) ? null : parseWallTime(formatWallTime(wallTimeAt(at, zone)));
};

const KINDS: Readonly<Record<string, Ipv>> = {
  '3': 3,
  shared: 3,
  ipv4shared: 3,
  sharedipv4: 3,
  общий: 3,
  общие: 3,
  ipv4общий: 3,
  '4': 4,
  ipv4: 4,
  v4: 4,
  ipv4individual: 4,
  individual: 4,
  индивидуальный: 4,
  индивидуальные: 4,
  ipv4индивидуальный: 4,
  '6': 6,
  ipv6: 6,
  v6: 6,
  ipv6individual: 6,
  ipv6индивидуальный: 6,
};

/** Reads the kind of a proxy in the words of the service, of this app and of suppliers; `null` if it cannot be read. */
export const readKind = (cell: string): Ipv | null => KINDS[cell.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')] ?? null;

/** Returns the kind that an address proves: only IPv6 has a single kind. */
export const kindOfHost = (host: string): Ipv | null => (isIpv6(host) ? 6 : null);

const countries = new Map<string, string | null>();
const MOST_COUNTRIES = 2_000;
const MAX_COUNTRY = 60;

/** Reads a country by its code or by its name in a language of the app; `null` if it cannot be read. */
export const readCountryCell = (cell: string): string | null => {
  const text = cell.trim().toLowerCase();
  if (text === '' || text.length > MAX_COUNTRY) return null;
  // Looking through the names of all countries is slow, and a table has the same few in thousands of lines.
  const known = countries.get(text);
  if (known !== undefined) return known;
  if (countries.size >= MOST_COUNTRIES) countries.clear();
  const found = countryCodeOf(text);
  countries.set(text, found);
  return found;
};

/** Reads the service's id of a proxy; `null` if the cell is no such number. */
export const readServiceId = (cell: string): number | null => {
  const text = cell.trim();
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

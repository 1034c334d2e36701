import { formatWallTime, parseWallTime, wallTimeAt } from '../assumed-zone.ts';
import { doubtOfEnd, type MomentReading, PLAIN_MOMENTS, readMoment } from '../cell-moment.ts';
import { countryCodeOf } from '../country-name.ts';
import { isIpv6 } from '../ip-address.ts';
import type { Ipv } from '../limits.ts';
import { midnightOf } from '../local-date.ts';

/** The texts that other programs write into an empty cell. */
const EMPTY = new Set(['', '-', '–', '—', 'n/a', 'null', 'none', 'нет']);

/** Whether a cell says nothing. */
export const isEmptyCell = (cell: string): boolean => EMPTY.has(cell.trim().toLowerCase());

/** Returns the beginning of a local day (YYYY-MM-DD) as a wall time in the assumed zone; `null` if there is no such day. */
export const endOnDay = (day: string, zone: string): number | null => {
  const at = parseWallTime(`${day} 00:00:00`) === null ? undefined : midnightOf(day);
  return at === undefined ? null : wallTimeAt(at, zone);
};

/** Why the end of a proxy is left out. */
export const END_FAULTS = ['end', 'end-two-ways', 'end-no-such-day', 'end-impossible', 'end-not-begun'] as const;
type EndFault = (typeof END_FAULTS)[number];

export interface EndReading extends MomentReading {
  /** The assumed zone, for ends that are given as an instant. */
  readonly zone: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
}

interface CellEnd {
  /** A wall time in ms (assumed-zone.ts); `null` if the cell names no end, or none that can be read. */
  readonly wallEnd: number | null;
  readonly fault: EndFault | null;
  /** Whether the end passed long ago or lies far ahead. It is taken all the same. */
  readonly isDoubtful: boolean;
}

const without = (fault: EndFault | null): CellEnd => ({ wallEnd: null, fault, isDoubtful: false });

/**
 * Reads the end of a proxy (cell-moment.ts) as a wall time. A day alone is one of this computer's calendar and is read
 * as its beginning: a reminder that comes too early loses nothing.
 */
export const readEnd = (cell: string, { zone, now, ...reading }: EndReading): CellEnd => {
  const taken = (wallEnd: number | null): CellEnd => {
    if (wallEnd === null) return without('end-no-such-day');
    const doubt = doubtOfEnd(wallEnd, now);
    return doubt === 'impossible' ? without('end-impossible') : { wallEnd, fault: null, isDoubtful: doubt === 'odd' };
  };
  const moment = readMoment(cell, reading);
  switch (moment.kind) {
    case 'empty':
    case 'never':
      return without(null);
    case 'wall':
      return taken(moment.wall);
    case 'day':
      return taken(endOnDay(moment.day, zone));
    case 'instant':
      return taken(parseWallTime(formatWallTime(wallTimeAt(moment.at, zone))));
    case 'unreadable':
      return without('end');
    default:
      return without(`end-${moment.kind}`);
  }
};

/** Whether a cell holds a date or a time, read as well as it can be without a choice of the user. */
export const isMoment = (cell: string): boolean =>
  ['day', 'wall', 'instant', 'two-ways'].includes(readMoment(cell, PLAIN_MOMENTS).kind);

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

/** Reads the service's id of a proxy; `null` if the cell is not such a number. */
export const readServiceId = (cell: string): number | null => {
  const text = cell.trim();
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

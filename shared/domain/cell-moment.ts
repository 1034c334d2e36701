import { parseWallTime } from './assumed-zone.ts';

/**
 * A moment in a cell of a table that another program wrote.
 * - `empty`: the cell says nothing. `never`: there is no end. `not-begun`: the time has not begun to run (3x-ui).
 * - `day`: a day alone, as `2026-12-31`. `wall`: a time without a zone, in ms as if it were UTC (assumed-zone.ts).
 *   `instant`: ms since the epoch, UTC.
 * - `two-ways`: the day and the month could be exchanged. `no-such-day`: it looks like a day that does not exist.
 */
export type CellMoment =
  | { readonly kind: 'empty' | 'never' | 'not-begun' | 'two-ways' | 'no-such-day' | 'unreadable' }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'wall'; readonly wall: number }
  | { readonly kind: 'instant'; readonly at: number };

export interface MomentReading {
  /** How to read `03/04/2026`; `null` if that is not known. */
  readonly dayFirst: boolean | null;
  /** Whether the day numbers of the workbook count from 1904 and not from 1900. */
  readonly isFrom1904: boolean;
}

/** The reading of a text that nobody has decided about. */
export const PLAIN_MOMENTS: MomentReading = { dayFirst: null, isFrom1904: false };

/** A longer cell is not a moment. */
const MAX_LENGTH = 60;
const EMPTY = new Set(['', '-', '–', '—', 'n/a', 'null', 'none', 'нет', 'undefined']);
const NEVER = new Set(['∞', 'never', 'unlimited', 'infinite', 'no expiry', 'бессрочно', 'безлимит', 'никогда']);
/** Panels write 0 for a subscription without an end. */
const ZERO = /^-?0(?:\.0{1,3})?$/;
/** 3x-ui counts the time of a subscription that has not begun below zero. */
const BELOW_ZERO = /^-\d{4,16}$/;
/** Marzban writes seconds since 1970, 3x-ui milliseconds. */
const SECONDS = /^\d{10}(?:\.\d{1,9})?$/;
const MILLISECONDS = /^\d{13}(?:\.0)?$/;
/** The number of a day in a spreadsheet, whose fraction is the time. */
const SERIAL = /^\d{5}(?:\.\d{1,15})?$/;
/** The numbers of 2000-01-01 and 2100-12-31, counted from 1900. */
const SERIALS = [36_526, 73_415] as const;
const SERIAL_OF_1970 = 25_569;
const DAYS_TO_1904 = 1_462;
const DAY = 86_400_000;

const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})? ?(?:(Z|UTC)|([+-])(\d{2}):?(\d{2})?)$/i;
const TIME = /(?:, ?| |T)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?([ap]m))?$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?: ?г\.?)?$/;
const EITHER_FIRST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/;
const NAMED = /^(?<day>\d{1,2})[ -](?<month>\p{L}{3,9})\.?,?[ -](?<year>\d{4})(?: ?г\.?)?$/u;
const MONTH_FIRST = /^(?<month>\p{L}{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/u;
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'янв'],
  ['feb', 'фев'],
  ['mar', 'мар'],
  ['apr', 'апр'],
  ['may', 'май', 'мая'],
  ['jun', 'июн'],
  ['jul', 'июл'],
  ['aug', 'авг'],
  ['sep', 'сен'],
  ['oct', 'окт'],
  ['nov', 'ноя'],
  ['dec', 'дек'],
];

const monthNamed = (word: string): number =>
  MONTHS.findIndex((words) => words.includes(word.slice(0, 3).toLowerCase())) + 1;

interface Parts {
  readonly year: string;
  readonly month: number;
  readonly day: number;
}

const partsOf = (date: string, { dayFirst }: MomentReading): Parts | 'two-ways' | null => {
  const [, year, month, day] = YEAR_FIRST.exec(date) ?? [];
  if (year !== undefined) return { year, month: Number(month), day: Number(day) };
  const dotted = DOTTED.exec(date);
  if (dotted !== null) return { year: dotted[3] ?? '', month: Number(dotted[2]), day: Number(dotted[1]) };
  const either = EITHER_FIRST.exec(date);
  if (either !== null) {
    const [first, second] = [Number(either[1]), Number(either[2])];
    // A number above 12 is not a month, so it tells the order; so do two equal numbers.
    const isDayFirst = first > 12 || first === second ? true : second > 12 ? false : dayFirst;
    if (isDayFirst === null) return 'two-ways';
    return { year: either[3] ?? '', month: isDayFirst ? second : first, day: isDayFirst ? first : second };
  }
  const named = NAMED.exec(date) ?? MONTH_FIRST.exec(date);
  const words = named?.groups ?? {};
  const namedMonth = monthNamed(words.month ?? '');
  return namedMonth === 0 ? null : { year: words.year ?? '', month: namedMonth, day: Number(words.day) };
};

const two = (number: number): string => String(number).padStart(2, '0');

/** Returns the hours of the day; `null` for an hour that no clock shows. */
const hourOf = (hour: number, half: string | undefined): number | null => {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
};

const ofWall = (wall: number | null): CellMoment => (wall === null ? { kind: 'no-such-day' } : { kind: 'wall', wall });

const ofSerial = (text: string, isFrom1904: boolean): CellMoment | null => {
  const serial = Number(text) + (isFrom1904 ? DAYS_TO_1904 : 0);
  if (serial < SERIALS[0] || serial > SERIALS[1]) return null;
  const wall = Math.round((serial - SERIAL_OF_1970) * (DAY / 1000)) * 1000;
  return wall % DAY === 0 ? { kind: 'day', day: new Date(wall).toISOString().slice(0, 10) } : { kind: 'wall', wall };
};

const ofNumber = (text: string, { isFrom1904 }: MomentReading): CellMoment | null => {
  if (ZERO.test(text)) return { kind: 'never' };
  if (BELOW_ZERO.test(text)) return { kind: 'not-begun' };
  if (SECONDS.test(text)) return { kind: 'instant', at: Math.trunc(Number(text) * 1000) };
  if (MILLISECONDS.test(text)) return { kind: 'instant', at: Number(text) };
  return SERIAL.test(text) ? ofSerial(text, isFrom1904) : null;
};

const ofZoned = (text: string): CellMoment | null => {
  const [whole, day, time, , sign, hours = '0', minutes = '0'] = ZONED.exec(text) ?? [];
  if (whole === undefined) return null;
  const wall = parseWallTime(`${day} ${time}`);
  if (wall === null) return { kind: 'no-such-day' };
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { kind: 'instant', at: sign === '-' ? wall + offset : wall - offset };
};

/**
 * Reads a date or a time as programs, panels and people write it: ISO with or without a zone, `31.12.2026`,
 * `31/12/2026`, `31 Dec 2026`, each with or without a time, the seconds or milliseconds since 1970, and the number of a
 * day in a spreadsheet. A time without a zone stays one.
 */
export const readMoment = (cell: string, reading: MomentReading): CellMoment => {
  const text = cell.slice(0, 1_000).replace(/\s+/g, ' ').trim();
  const word = text.toLowerCase();
  if (EMPTY.has(word)) return { kind: 'empty' };
  if (NEVER.has(word)) return { kind: 'never' };
  if (text.length > MAX_LENGTH) return { kind: 'unreadable' };
  const known = ofNumber(text, reading) ?? ofZoned(text);
  if (known !== null) return known;
  const time = TIME.exec(text);
  const parts = partsOf(time === null ? text : text.slice(0, time.index), reading);
  if (parts === null) return { kind: 'unreadable' };
  if (parts === 'two-ways') return { kind: 'two-ways' };
  const year = parts.year.length === 2 ? `20${parts.year}` : parts.year;
  const day = `${year}-${two(parts.month)}-${two(parts.day)}`;
  const midnight = parseWallTime(`${day} 00:00:00`);
  if (midnight === null || time === null) {
    return midnight === null ? { kind: 'no-such-day' } : { kind: 'day', day };
  }
  const [, hour = '', minute = '', second = '00', half] = time;
  const hours = hourOf(Number(hour), half);
  return ofWall(hours === null ? null : parseWallTime(`${day} ${two(hours)}:${minute}:${second}`));
};

/**
 * Returns the order of day and month in a cell: `two-ways` if it cannot be told from the cell alone, and `null` if the cell
 * is not a date whose order could matter.
 */
export const dateOrderIn = (cell: string): 'day-first' | 'month-first' | 'two-ways' | null => {
  const text = cell.slice(0, 1_000).replace(/\s+/g, ' ').trim();
  if (text.length > MAX_LENGTH) return null;
  const time = TIME.exec(text);
  const either = EITHER_FIRST.exec(time === null ? text : text.slice(0, time.index));
  if (either === null || Number(either[1]) === Number(either[2])) return null;
  const { kind } = readMoment(text, PLAIN_MOMENTS);
  if (kind === 'two-ways') return kind;
  // A day that does not exist proves nothing.
  if (kind !== 'day' && kind !== 'wall') return null;
  return Number(either[1]) > 12 ? 'day-first' : 'month-first';
};

/** Earlier than anything that was ever sold: programs write such a day for an empty value. */
const YEAR_2000 = Date.UTC(2000, 0, 1);
const LONG_PAST = 3 * 365 * DAY;
const FAR_AHEAD = 20 * 365 * DAY;

/**
 * Returns what is doubtful about an end: `impossible` before the year 2000, `odd` if it passed more than three years ago
 * or lies more than twenty ahead. Both times are in ms, as an instant or as a wall time.
 */
export const doubtOfEnd = (end: number, now: number): 'impossible' | 'odd' | null => {
  if (end < YEAR_2000) return 'impossible';
  return end < now - LONG_PAST || end > now + FAR_AHEAD ? 'odd' : null;
};

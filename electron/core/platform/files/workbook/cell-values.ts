/** How a number is shown, as far as it decides about the text that a person sees. */
export type NumberFormat = { readonly kind: 'plain' } | { readonly kind: 'date' } | DigitsFormat;

/** `00000` shows a number with leading zeros. */
interface DigitsFormat {
  readonly kind: 'digits';
  readonly digits: number;
}

export const PLAIN: NumberFormat = { kind: 'plain' };
const DATE: NumberFormat = { kind: 'date' };

/** The built-in formats of dates and times, which workbooks name by number only (ECMA-376, 18.8.30). */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

export const builtInFormat = (id: number): NumberFormat =>
  BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? DATE : PLAIN;

/** Nobody writes a longer format, and its text is scanned several times. */
const MAX_FORMAT = 500;
/** Parts of a format that are shown as they are, and conditions, colours and languages in brackets. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;

/** Reads the code of a custom format, whose first section is for positive numbers. */
export const customFormat = (code: string): NumberFormat => {
  if (code.length > MAX_FORMAT) return PLAIN;
  const [section = ''] = code.replace(LITERALS, '').split(';');
  if (/^0{2,30}$/.test(section)) return { kind: 'digits', digits: section.length };
  return /[ymdhs]/i.test(section) && !/general/i.test(section) ? DATE : PLAIN;
};

const DAY_MS = 86_400_000;
/** Serial number 1 is the first day of 1900. The year counts as a leap year, so later days are shifted by one. */
const EPOCH = Date.UTC(1899, 11, 30);
const LEAP_DAY = 60;
const DAYS_TO_1904 = 1462;
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;

const two = (number: number): string => String(number).padStart(2, '0');

/** Returns `2026-12-31`, `2026-12-31 14:30` or, without a day, `14:30`; `null` if no date has this number. */
const dateText = (serial: number, isFrom1904: boolean): string | null => {
  const days = isFrom1904 ? serial + DAYS_TO_1904 : serial;
  if (days < 0 || days > LAST_DAY + 1) return null;
  const shift = days < LEAP_DAY ? 1 : 0;
  const at = new Date(EPOCH + Math.round((days + shift) * (DAY_MS / 1000)) * 1000);
  const seconds = at.getUTCSeconds() === 0 ? '' : `:${two(at.getUTCSeconds())}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}${seconds}`;
  if (serial < 1) return time;
  const day = at.toISOString().slice(0, 10);
  return time === '00:00' ? day : `${day} ${time}`;
};

const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2}))?(?:\.\d+)?)?$/;

/** Returns a date that is stored as text in the form of `shownNumber`; another text unchanged. */
export const shownIsoDate = (stored: string): string => {
  const [, day, minutes = '00:00', seconds = '00'] = ISO_DATE.exec(stored.trim()) ?? [];
  if (day === undefined) return stored;
  const time = seconds === '00' ? minutes : `${minutes}:${seconds}`;
  return time === '00:00' ? day : `${day} ${time}`;
};

/** A spreadsheet stores this many digits of a number and replaces the others by zeros. */
const STORED_DIGITS = 15;

/**
 * Returns a number as the text that was typed. Some programs store `5012345678` as `5.012345678E9`, which is the same
 * number. One with more digits than a spreadsheet stores comes as `1.23456789012346e+15`, which the import reports as
 * shortened, because its last digits are lost.
 */
const numberText = (stored: string): string => {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  if (Number.isInteger(number)) {
    return Math.abs(number) < 10 ** STORED_DIGITS ? String(number) : number.toExponential(STORED_DIGITS - 1);
  }
  // Sums of fractions are stored with an error in the digits that nobody sees: 0.30000000000000004.
  return String(Number(number.toPrecision(STORED_DIGITS)));
};

/** Returns the text that a person sees in a cell with a stored number. */
export const shownNumber = (stored: string, format: NumberFormat, isFrom1904: boolean): string => {
  const text = numberText(stored);
  if (format.kind === 'date') return dateText(Number(stored), isFrom1904) ?? text;
  return format.kind === 'digits' && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text;
};

const ESCAPED = /_x([0-9a-f]{4})_/gi;

/** Replaces the format's escapes of characters that XML cannot contain: `_x000D_` is a carriage return. */
export const unescapeText = (text: string): string =>
  text.includes('_x') || text.includes('_X')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Returns the index of the column in an address such as `B7`, from 0; `null` if it is not one. */
export const columnOf = (address: string): number | null => {
  const letters = /^([A-Z]{1,3})\d{0,7}$/.exec(address)?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the date of `at` (ms since the epoch, UTC) in this computer's zone, as `YYYY-MM-DD`. */
export const localDate = (at: number): string => {
  const date = new Date(at);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** Returns a moment (ms since the epoch, UTC) on this computer's clock, as `YYYY-MM-DD HH:MM`. */
export const localDateTime = (at: number): string => {
  const date = new Date(at);
  return `${localDate(at)} ${two(date.getHours())}:${two(date.getMinutes())}`;
};

const DAY_MS = 86_400_000;

/** Returns the number of the local day of an instant (ms since the epoch, UTC); consecutive days differ by one. */
export const localDay = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
};

/** Returns the start of the day of an instant in this computer's zone; both are in ms since the epoch, UTC. */
export const startOfDay = (at: number): number => {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
};

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Returns local midnight of a day (YYYY-MM-DD), moved by whole days, in ms since the epoch; `undefined` if the text is
 * not a day.
 */
export const midnightOf = (day: string, moved = 0): number | undefined => {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + moved).getTime();
};

/** Returns a day moved by whole days, whatever changes of the clock lie in between. */
export const shiftDay = (day: string, days: number): string => {
  const at = midnightOf(day, days);
  return at === undefined ? day : localDate(at);
};

/** Returns a day moved by whole months. In a shorter month it is the last day. */
export const shiftMonth = (day: string, months: number): string => {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return day;
  const last = new Date(Number(year), Number(month) + months, 0);
  return localDate(last.setDate(Math.min(Number(date), last.getDate())));
};

const TYPED = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{2}|\d{4}))?\.?$/;
const NAMED = /^(\d{1,2}) ?([a-z]{3})[a-z]{0,6}\.?(?:,? ?(\d{2}|\d{4}))?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Parses a typed day: with the day first, as the app writes it (`1.11.2026`, `01/11/26`, `1.11` of this year, `1 Nov
 * 2026`), or as `2026-11-01`. Returns `null` for a day that does not exist. `now` is in ms since the epoch.
 */
export const parseDay = (typed: string, now: number): string | null => {
  const text = typed
    .trim()
    .replace(NAMED, (_, day: string, month: string, year?: string) =>
      [day, MONTHS.indexOf(month.toLowerCase()) + 1, ...(year === undefined ? [] : [year])].join('.'),
    );
  const [, date, month, year = String(new Date(now).getFullYear())] = TYPED.exec(text) ?? [];
  const day =
    date === undefined || month === undefined
      ? text
      : `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const at = midnightOf(day);
  return at !== undefined && localDate(at) === day ? day : null;
};

/**
 * Returns whether a text is a day of the calendar, as `2026-12-31`. `Date.parse` alone is not enough: it reads 30 February
 * as 2 March.
 */
export const isCalendarDay = (text: string): boolean => {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
};

import { DAY_AND_MONTH, type Language, LOCALES } from '#shared/domain/language.ts';
import { midnightOf, startOfDay } from '#shared/domain/local-date.ts';
import { formatRoubles, kopecksToDecimal } from '#shared/domain/money.ts';

/** How the marks of an axis of time are named. */
export type AxisUnit = 'time' | 'day' | 'month' | 'year';

/** Formats numbers, money, sizes and times as the current language writes them. Times are in this machine's zone. */
export interface Format {
  /** Formats kopecks as roubles, always with two decimals, for columns. `123450` is `1 234,50 ₽`. */
  roubles(kopecks: number): string;
  /** Formats roubles without `,00`, for buttons and sentences. */
  roublesShort(kopecks: number): string;
  /** Formats kopecks for the scale of a chart: whole roubles, and from a million on in millions, as `1.5M`. */
  roublesScale(kopecks: number): string;
  number(value: number): string;
  /** Formats gigabytes with up to three decimals and the unit. */
  gb(value: number): string;
  /** Formats gigabytes with exactly two decimals, for columns. */
  gbColumn(value: number): string;
  /** Formats gigabytes without the unit, for a column whose header names it. */
  gbNumber(value: number): string;
  bytes(value: number): string;
  percent(fraction: number): string;
  /** The month of a local day (YYYY-MM-DD), with its year: `November 2026`. */
  month(day: string): string;
  /** The same without the year. */
  monthAlone(day: string): string;
  date(at: number): string;
  /** Formats a day (YYYY-MM-DD) of this computer's calendar. Any other text stays as it is. */
  day(day: string): string;
  /**
   * Formats a range of whole days, both included: `1–21 Nov`. The year appears unless both days are in the current one;
   * a range over New Year is written in digits.
   */
  days(from: number, to: number, now: number): string;
  /**
   * Formats a mark on the axis of a chart, as short as it can be: `14:05`, `24 Nov`, `Nov`, `2026`. January is named by its
   * year, so that an axis over New Year is clear.
   */
  axis(at: number, unit: AxisUnit): string;
  time(at: number): string;
  dateTime(at: number): string;
  /** Formats a moment with seconds and the zone, for tooltips that give the exact time. */
  exact(at: number): string;
  /** `2 hours ago`, `in 3 days`. */
  relative(at: number, now: number): string;
  /** Formats the same as short as a narrow column needs it: `2 hrs ago`. */
  relativeShort(at: number, now: number): string;
  /** Counts days of the calendar from today: `in 3 days`, `tomorrow`, `yesterday`. */
  daysAway(days: number): string;
  /** Formats `14:05` for today, `yesterday, 14:05`, `tomorrow, 08:00`, and any other moment as date and time. */
  moment(at: number, now: number): string;
  /** The same for a narrow column: a day of this year without the year, and a day of another one without the time. */
  momentBrief(at: number, now: number): string;
  /** Formats a duration in its two largest units, never as "0": `48 mins`, `3 hrs 20 mins`. */
  duration(ms: number): string;
  list(items: readonly string[]): string;
  /** The name of a country by its two-letter code in either letter case. An unknown code stays as it is. */
  country(code: string): string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A million roubles in kopecks. */
const MILLION = 100_000_000;

const relativeUnit = (distance: number): { readonly value: number; readonly unit: Intl.RelativeTimeFormatUnit } => {
  const size = Math.abs(distance);
  if (size < MINUTE) return { value: 0, unit: 'second' };
  if (size < HOUR) return { value: Math.trunc(distance / MINUTE), unit: 'minute' };
  if (size < DAY) return { value: Math.trunc(distance / HOUR), unit: 'hour' };
  if (size < 60 * DAY) return { value: Math.trunc(distance / DAY), unit: 'day' };
  if (size < 730 * DAY) return { value: Math.trunc(distance / (30 * DAY)), unit: 'month' };
  return { value: Math.trunc(distance / (365 * DAY)), unit: 'year' };
};

/** Rounds up, and more coarsely the longer the duration is, because nobody can predict a day ahead to the minute. */
const durationParts = (ms: number): readonly (readonly [number, 'day' | 'hour' | 'minute'])[] => {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE));
  if (minutes < 60) return [[minutes, 'minute']];
  const tens = Math.ceil(minutes / 10) * 10;
  if (tens < 24 * 60) {
    const [hours, rest] = [Math.floor(tens / 60), tens % 60];
    return rest === 0
      ? [[hours, 'hour']]
      : [
          [hours, 'hour'],
          [rest, 'minute'],
        ];
  }
  const wholeHours = Math.ceil(minutes / 60);
  const [days, rest] = [Math.floor(wholeHours / 24), wholeHours % 24];
  return rest === 0
    ? [[days, 'day']]
    : [
        [days, 'day'],
        [rest, 'hour'],
      ];
};

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Makes a formatter on first use: each one takes ICU about a millisecond, and a screen needs only a few. */
const whenUsed = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Tests pass `timeZone`; the app uses the machine's zone. */
export const createFormat = (language: Language, timeZone?: string): Format => {
  const locale = LOCALES[language];
  const zone = timeZone === undefined ? {} : { timeZone };
  const roublesShort = whenUsed(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'RUB',
        currencyDisplay: 'narrowSymbol',
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
  const millions = whenUsed(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'RUB',
        currencyDisplay: 'narrowSymbol',
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
      }),
  );
  const number = whenUsed(() => new Intl.NumberFormat(locale));
  const gb = whenUsed(
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 3 }),
  );
  const gbColumn = whenUsed(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: 'gigabyte',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }),
  );
  const gbNumber = whenUsed(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  );
  const bytes = BYTE_UNITS.map((unit) =>
    whenUsed(
      () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
    ),
  );
  const percent = whenUsed(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const date = whenUsed(
    () => new Intl.DateTimeFormat(locale, { ...zone, ...DAY_AND_MONTH[language], year: 'numeric' }),
  );
  const month = whenUsed(() => new Intl.DateTimeFormat(locale, { ...zone, month: 'long', year: 'numeric' }));
  const shortDay = whenUsed(() => new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short' }));
  const shortDate = whenUsed(
    () => new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short', year: 'numeric' }),
  );
  const monthAlone = whenUsed(() => new Intl.DateTimeFormat(locale, { ...zone, month: 'long' }));
  const shortMonth = whenUsed(() => new Intl.DateTimeFormat(locale, { ...zone, month: 'short' }));
  const monthNumber = whenUsed(() => new Intl.DateTimeFormat('en-GB', { ...zone, month: 'numeric' }));
  const year = whenUsed(() => new Intl.DateTimeFormat('en-GB', { ...zone, year: 'numeric' }));
  const time = whenUsed(() => new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit' }));
  const dateTime = whenUsed(
    () =>
      new Intl.DateTimeFormat(locale, {
        ...zone,
        ...DAY_AND_MONTH[language],
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  );
  const brief = whenUsed(() => new Intl.DateTimeFormat(locale, { ...zone, ...DAY_AND_MONTH[language] }));
  const exact = whenUsed(() => new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'long', timeStyle: 'long' }));
  const relative = whenUsed(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const relativeShort = whenUsed(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
  const countries = whenUsed(() => new Intl.DisplayNames(locale, { type: 'region' }));
  const unitFormat = (unit: string) =>
    whenUsed(() => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }));
  const units = { day: unitFormat('day'), hour: unitFormat('hour'), minute: unitFormat('minute') };
  const list = whenUsed(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const formatDay = (day: string, format: () => Intl.DateTimeFormat): string => {
    const at = midnightOf(day);
    return at === undefined ? day : format().format(at);
  };
  /** Formats a moment of today, yesterday or tomorrow; `undefined` for any other. */
  const nearMoment = (at: number, now: number): string | undefined => {
    const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
    if (days === 0) return time().format(at);
    return Math.abs(days) === 1 ? `${relative().format(-days, 'day')}, ${time().format(at)}` : undefined;
  };

  return {
    roubles: (kopecks) => formatRoubles(kopecks, locale),
    roublesShort: (kopecks) => roublesShort().format(kopecksToDecimal(kopecks)),
    roublesScale: (kopecks) =>
      (Math.abs(kopecks) < MILLION ? roublesShort : millions)().format(kopecksToDecimal(kopecks)),
    number: (value) => number().format(value),
    gb: (value) => gb().format(value),
    gbColumn: (value) => gbColumn().format(value),
    gbNumber: (value) => gbNumber().format(value),
    bytes: (value) => {
      const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
      return (bytes[power] ?? number)().format(value / 1000 ** power);
    },
    percent: (fraction) => percent().format(fraction),
    month: (day) => formatDay(day, month),
    monthAlone: (day) => formatDay(day, monthAlone),
    date: (at) => date().format(at),
    day: (day) => formatDay(day, date),
    days: (from, to, now) => {
      const isThisYear = [from, to].every((at) => year().format(at) === year().format(now));
      if (year().format(from) !== year().format(to)) return date().formatRange(from, to);
      return (isThisYear ? shortDay() : shortDate()).formatRange(from, to);
    },
    axis: (at, unit) => {
      if (unit === 'time') return time().format(at);
      if (unit === 'day') return shortDay().format(at);
      return unit === 'year' || monthNumber().format(at) === '1' ? year().format(at) : shortMonth().format(at);
    },
    time: (at) => time().format(at),
    dateTime: (at) => dateTime().format(at),
    exact: (at) => exact().format(at),
    relative: (at, now) => {
      const { value, unit } = relativeUnit(at - now);
      return relative().format(value, unit);
    },
    relativeShort: (at, now) => {
      const { value, unit } = relativeUnit(at - now);
      return relativeShort().format(value, unit);
    },
    daysAway: (days) => relative().format(days, 'day'),
    moment: (at, now) => nearMoment(at, now) ?? dateTime().format(at),
    momentBrief: (at, now) => {
      const near = nearMoment(at, now);
      if (near !== undefined) return near;
      return year().format(at) === year().format(now)
        ? `${brief().format(at)}, ${time().format(at)}`
        : date().format(at);
    },
    duration: (ms) =>
      durationParts(ms)
        .map(([value, unit]) => units[unit]().format(value))
        .join(' '),
    list: (items) => list().format(items),
    country: (code) => (/^[a-z]{2}$/i.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code.toUpperCase()),
  };
};

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Moscow has had no daylight saving time since 2014, so a fixed offset is exact. */
const MOSCOW_OFFSET_MS = 3 * HOUR_MS;

/** ISO 8601 UTC with milliseconds, for `expireAt`. */
export const utcTimestamp = (ms: number): string => new Date(ms).toISOString();

/** DD.MM.YYYY in UTC, for `expireAt_date`. */
export const dottedDate = (ms: number): string => {
  const [year, month, day] = utcTimestamp(ms).slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
};

/** `YYYY-MM-DD HH:MM:SS` in Moscow time without a zone, for `date_end`. */
export const moscowTimestamp = (ms: number): string =>
  new Date(ms + MOSCOW_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Adds calendar months in UTC. The 31st becomes the last day of a shorter month instead of moving into the next one.
 */
export const addMonths = (ms: number, months: number): number => {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
};

/** The number of tries of a read. Changes and charges are never retried. */
export const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** The longest accepted header: a date or a number of seconds. */
const MAX_HEADER = 100;

/**
 * Parses `Retry-After` (seconds or an HTTP date; RFC 9110, 10.2.3) into milliseconds from `now`, which is in ms since the
 * epoch. `undefined` if it is missing or unreadable; never negative.
 */
export const parseRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null || header.length > MAX_HEADER || header.trim() === '') return undefined;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/**
 * Returns the milliseconds before the next try: as long as the service asks for, otherwise exponential with jitter. `attempt`
 * counts the tries made so far, and `random` returns a number from 0 to below 1. `null` if the service demands more than a
 * user should wait; the error then tells how long.
 */
export const retryDelay = (attempt: number, retryAfterMs: number | undefined, random: () => number): number | null => {
  if (retryAfterMs !== undefined) return retryAfterMs > LONGEST_DELAY_MS ? null : retryAfterMs;
  const base = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(base * (0.5 + random()));
};

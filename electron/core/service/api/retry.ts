/** How reads are tried again. Changes and charges never are. */
export const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** Characters of a date or a number of seconds. */
const MAX_HEADER = 100;

/**
 * `Retry-After` in milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3). `undefined` when absent or
 * unreadable; never negative.
 */
export const parseRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null || header.length > MAX_HEADER || header.trim() === '') return undefined;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/**
 * Milliseconds before the next try: what the service asked for, otherwise exponential with jitter. `null` when the
 * service asks for longer than anybody should be kept waiting: then the error itself tells how long.
 */
export const retryDelay = (attempt: number, retryAfterMs: number | undefined, random: () => number): number | null => {
  if (retryAfterMs !== undefined) return retryAfterMs > LONGEST_DELAY_MS ? null : retryAfterMs;
  const base = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(base * (0.5 + random()));
};

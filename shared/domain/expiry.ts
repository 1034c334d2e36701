/** How urgent an expiry is: over, within one, three or seven days, or further away. */
export const EXPIRY_CLASSES = ['expired', 'one-day', 'three-days', 'seven-days', 'later'] as const;
export type ExpiryClass = (typeof EXPIRY_CLASSES)[number];

export interface Expiry {
  readonly urgency: ExpiryClass;
  /** Midnights of the local calendar from now to then: 0 is today, 1 tomorrow, −1 yesterday. */
  readonly days: number;
}

const DAY = 86_400_000;

/** The number of the local day of an instant (ms since the epoch, UTC); days that follow each other differ by one. */
const localDay = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
};

const URGENT: readonly (readonly [within: number, urgency: ExpiryClass])[] = [
  [1, 'one-day'],
  [3, 'three-days'],
  [7, 'seven-days'],
];

/**
 * What is left until `expiresAt` at the moment `now` (both ms since the epoch, UTC). Days are those of the calendar on
 * the wall, so that "in 3 days" agrees with the date beside it; a day of 23 or 25 hours is a day. Whoever has `n` times
 * 24 hours left or less is never told that it is more than `n` days, whatever the calendar says.
 * Nothing is remembered: after the clock was set, the next call is right again. `dayOf` is for tests.
 */
export const expiryOf = (expiresAt: number, now: number, dayOf: (at: number) => number = localDay): Expiry => {
  const days = dayOf(expiresAt) - dayOf(now);
  const left = expiresAt - now;
  if (left <= 0) return { urgency: 'expired', days };
  const found = URGENT.find(([within]) => days <= within || left <= within * DAY);
  return { urgency: found?.[1] ?? 'later', days };
};

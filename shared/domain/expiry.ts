import { localDay } from './local-date.ts';

/** How urgent an expiry is: it has passed, is within one, three or seven days, or is further away. */
export const EXPIRY_CLASSES = ['expired', 'one-day', 'three-days', 'seven-days', 'later'] as const;
export type ExpiryClass = (typeof EXPIRY_CLASSES)[number];

export interface Expiry {
  readonly urgency: ExpiryClass;
  /** The number of local midnights from now until then: 0 is today, 1 tomorrow, −1 yesterday. */
  readonly days: number;
}

const DAY = 86_400_000;

const URGENT: readonly (readonly [within: number, urgency: ExpiryClass])[] = [
  [1, 'one-day'],
  [3, 'three-days'],
  [7, 'seven-days'],
];

/**
 * Returns the time left until `expiresAt` at the moment `now` (both ms since the epoch, UTC). It counts calendar days,
 * so that "in 3 days" agrees with the date beside it; a day of 23 or 25 hours is one day. If at most `n` times 24 hours
 * are left, the result is never more than `n` days, whatever the calendar says. No state is kept, so the result is
 * correct as soon as a wrong clock is set right. `dayOf` is for tests.
 */
export const expiryOf = (expiresAt: number, now: number, dayOf: (at: number) => number = localDay): Expiry => {
  const days = dayOf(expiresAt) - dayOf(now);
  const left = expiresAt - now;
  if (left <= 0) return { urgency: 'expired', days };
  const found = URGENT.find(([within]) => days <= within || left <= within * DAY);
  return { urgency: found?.[1] ?? 'later', days };
};

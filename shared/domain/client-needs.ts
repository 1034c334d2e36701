import { POOL_TYPES } from './limits.ts';

/**
 * The filters of the client list by ends of VPN subscriptions. `expired-7`: ended within the last 7 days; `within-N`:
 * running and ending within N days. Both count whole 24 hours from now. A subscription that the service calls expired
 * has ended, whatever this computer's clock says.
 */
export const CLIENT_EXPIRIES = ['any', 'expired-7', 'within-1', 'within-3', 'within-7', 'within-30'] as const;
type ClientExpiry = (typeof CLIENT_EXPIRIES)[number];

/** The filters by pools that have run low; `any` matches one of them. */
export const LOW_POOLS = ['none', 'any', ...POOL_TYPES] as const;
export type LowPool = (typeof LOW_POOLS)[number];

/**
 * The filters of the client list by the last purchase that this desk made for a client: `never`, or more than N days of
 * 24 hours ago.
 */
export const LAST_PURCHASES = ['any', 'never', 'over-30', 'over-90', 'over-180'] as const;
export type LastPurchase = (typeof LAST_PURCHASES)[number];

/** Whether a client must have all of the chosen tags, or one of them is enough. */
export const TAG_MATCHES = ['all', 'any'] as const;

/** Data older than this, in ms, should be read again. */
export const STALE_AFTER_MS = 24 * 3_600_000;

const DAY_MS = 86_400_000;

/** A time span in ms since the epoch, UTC: from its first moment on, and before its second one. */
export interface EndWindow {
  readonly from: number;
  readonly to: number;
  /** The subscriptions that match: those that run, those that have ended, or both. */
  readonly only: 'running' | 'ended' | 'any';
}

/** Returns the moment before which the last purchase must be (ms since the epoch, UTC). */
export const boughtBefore = (lastPurchase: Exclude<LastPurchase, 'any' | 'never'>, now: number): number =>
  now - Number(lastPurchase.slice('over-'.length)) * DAY_MS;

/** Returns the span of ends that an expiry filter covers at `now` (ms since the epoch, UTC). */
export const endWindowOf = (expiry: Exclude<ClientExpiry, 'any'>, now: number): EndWindow =>
  expiry === 'expired-7'
    ? { from: now - 7 * DAY_MS, to: now, only: 'ended' }
    : { from: now, to: now + Number(expiry.slice('within-'.length)) * DAY_MS, only: 'running' };

import { POOL_TYPES } from './limits.ts';

/**
 * By which ends of VPN subscriptions the client list can be narrowed. `expired-7`: ended within the last 7 days;
 * `within-N`: still running and ending within N days. Both count whole 24 hours from now. What the service calls expired
 * has ended, whatever this computer's clock says.
 */
export const CLIENT_EXPIRIES = ['any', 'expired-7', 'within-1', 'within-3', 'within-7', 'within-30'] as const;
type ClientExpiry = (typeof CLIENT_EXPIRIES)[number];

/** Which pool has run low; `any` of them. */
export const LOW_POOLS = ['none', 'any', ...POOL_TYPES] as const;
export type LowPool = (typeof LOW_POOLS)[number];

/** What was read longer ago than this, in ms, is worth reading again. */
export const STALE_AFTER_MS = 24 * 3_600_000;

const DAY_MS = 86_400_000;

/** From this moment on and before that one, in ms since the epoch, UTC. */
export interface EndWindow {
  readonly from: number;
  readonly to: number;
  /** What of it is meant: only what still runs, only what has ended, or whatever ends then. */
  readonly only: 'running' | 'ended' | 'any';
}

/** The ends an expiry filter means at `now` (ms since the epoch, UTC). */
export const endWindowOf = (expiry: Exclude<ClientExpiry, 'any'>, now: number): EndWindow =>
  expiry === 'expired-7'
    ? { from: now - 7 * DAY_MS, to: now, only: 'ended' }
    : { from: now, to: now + Number(expiry.slice('within-'.length)) * DAY_MS, only: 'running' };

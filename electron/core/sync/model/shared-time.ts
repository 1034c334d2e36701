import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';

/** Clocks that differ by no more than this count as equal. */
const TOLERATED_MS = 120_000;
/** A change that is dated further ahead is not taken over: it would win against everything written until then. */
export const MAX_AHEAD_MS = 600_000;
/** From this difference on, the user is told that a clock is wrong. */
const WARN_MS = 300_000;

export type SharedTime = ReturnType<typeof createSharedTime>;

/**
 * Gives the time of a shared desk. Every computer learns the time of the store's server, and dates no change more than
 * `TOLERATED_MS` ahead of it. A server with a wrong clock does no harm: every new timestamp is later than all that were
 * seen (`Timestamps`), and changes of other computers are compared with the later of the two clocks.
 */
export const createSharedTime = (clock: Clock) => {
  let heard: { readonly ms: number; readonly uptime: number } | null = null;
  /** Returns the time of the server; `null` if it was not asked yet. */
  const server = (): number | null =>
    heard === null ? null : heard.ms + Math.max(0, elapsedSince(heard.uptime, uptimeOf(clock)));
  const ahead = (): number => {
    const there = server();
    return there === null ? 0 : clock.now() - there;
  };
  return {
    hear: (serverMs: number): void => {
      heard = { ms: serverMs, uptime: uptimeOf(clock) };
    },
    server,
    /** Returns the time for changes made here. */
    now: (): number => {
      const there = server();
      return there === null ? clock.now() : Math.min(clock.now(), there + TOLERATED_MS);
    },
    /** Returns the latest time that the changes of other computers may have. */
    latest: (): number => Math.max(clock.now(), server() ?? 0) + MAX_AHEAD_MS,
    /**
     * Returns by how much this computer's clock differs from the server's, below 0 if it is behind; `null` if the
     * difference needs no attention.
     */
    difference: (): number | null => (Math.abs(ahead()) < WARN_MS ? null : ahead()),
  };
};

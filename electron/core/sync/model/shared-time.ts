import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';

/** Clocks that differ by less are of one time. */
const TOLERATED_MS = 120_000;
/** What is dated further ahead is not taken over: it would win against everything that is written until then. */
export const MAX_AHEAD_MS = 600_000;
/** From then on the user is told that a clock is wrong. */
const WARN_MS = 300_000;

export type SharedTime = ReturnType<typeof createSharedTime>;

/**
 * What time it is for a shared desk. Every computer hears the time of the database's server: a clock that is ahead of it
 * dates nothing further than that. A server whose time is wrong leads nobody astray: stamps are later than all that were
 * seen in any case (`Stamps`), and what others wrote is held against the later of the two clocks.
 */
export const createSharedTime = (clock: Clock) => {
  let heard: { readonly ms: number; readonly uptime: number } | null = null;
  /** `null`: the server was not asked yet. */
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
    /** For what is written here. */
    now: (): number => {
      const there = server();
      return there === null ? clock.now() : Math.min(clock.now(), there + TOLERATED_MS);
    },
    /** What others wrote is of no later time. */
    latest: (): number => Math.max(clock.now(), server() ?? 0) + MAX_AHEAD_MS,
    /** By how much this computer's clock differs from the server's, where somebody should look at it; below 0: behind. */
    difference: (): number | null => (Math.abs(ahead()) < WARN_MS ? null : ahead()),
  };
};

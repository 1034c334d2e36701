import { elapsedSince, uptimeOf } from '../common/uptime.ts';
import type { Clock } from '../ports.ts';

/** Runs that leave the service alone for a while, because it asked for that. */
export interface Rests {
  /** ms since the epoch, UTC; `null`: it does not rest. */
  until(runId: number): number | null;
  /** Ends early, and never rejects, when the signal is aborted. */
  rest(runId: number, ms: number, signal: AbortSignal): Promise<void>;
}

/** No timer runs while the computer sleeps: in pieces, so that a rest that is over on waking is over. */
const PIECE_MS = 20_000;

export const createRests = (clock: Clock, changed: (runId: number) => void): Rests => {
  const ends = new Map<number, number>();
  return {
    until: (runId) => ends.get(runId) ?? null,
    rest: async (runId, ms, signal) => {
      const begun = uptimeOf(clock);
      ends.set(runId, clock.now() + ms);
      changed(runId);
      for (let left = ms; left > 0 && !signal.aborted; left = ms - elapsedSince(begun, uptimeOf(clock))) {
        await clock.sleep(Math.min(left, PIECE_MS), signal).catch(() => {});
      }
      ends.delete(runId);
      changed(runId);
    },
  };
};

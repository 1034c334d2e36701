import type { CommonDeps } from '#core/context.ts';
import { abortable } from '#core/platform/async/abortable.ts';
import type { Run } from '#shared/contract/runs.ts';

type GateDeps = CommonDeps<'isOffline' | 'isPaused'>;

export type Gate = ReturnType<typeof createGate>;

/** Runs wait here while the user has paused everything, and those that ask the service also while it cannot be reached. */
export const createGate = ({ isOffline, isPaused }: GateDeps) => {
  const waiting = new Set<() => void>();
  let asleep = false;
  let awake = new AbortController();
  let unpaused = new AbortController();
  /** Something may have changed: whoever waits looks again. */
  const look = (): void => {
    if (isPaused()) unpaused.abort(new Error('paused'));
    else if (unpaused.signal.aborted) unpaused = new AbortController();
    for (const wake of [...waiting]) wake();
  };
  return {
    hindrance: (needsNetwork: boolean): Run['waitingFor'] => {
      if (isPaused()) return 'pause';
      if (!needsNetwork) return null;
      return asleep ? 'computer' : isOffline() ? 'network' : null;
    },
    look,
    /** Resolves when something may have changed; rejects with the signal's reason. */
    change: (signal: AbortSignal): Promise<void> =>
      abortable(signal, (wake) => {
        waiting.add(wake);
        return () => waiting.delete(wake);
      }),
    fallAsleep: (): void => {
      asleep = true;
      awake.abort(new Error('asleep'));
    },
    wakeUp: (): void => {
      asleep = false;
      awake = new AbortController();
      look();
    },
    /** For work under way: aborted when the computer falls asleep, so that it does not fail on waking. */
    awake: (): AbortSignal => awake.signal,
    /** For work about to spend: aborted when the user pauses everything, so that nothing leaves after that. */
    unpaused: (): AbortSignal => unpaused.signal,
  };
};

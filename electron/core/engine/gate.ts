import type { CommonDeps } from '#core/context.ts';
import { abortable } from '#core/platform/async/abortable.ts';
import type { Run } from '#shared/contract/runs.ts';

type GateDeps = CommonDeps<'isOffline' | 'isPaused'>;

export type Gate = ReturnType<typeof createGate>;

/**
 * Creates the gate at which runs wait while the user has paused everything. Runs that call the service also wait there
 * while it cannot be reached or the computer sleeps.
 */
export const createGate = ({ isOffline, isPaused }: GateDeps) => {
  const waiting = new Set<() => void>();
  let asleep = false;
  let awake = new AbortController();
  let unpaused = new AbortController();
  /** Wakes all waiting runs to check again, because something may have changed. */
  const look = (): void => {
    if (isPaused()) unpaused.abort(new Error('paused'));
    else if (unpaused.signal.aborted) unpaused = new AbortController();
    for (const wake of [...waiting]) wake();
  };
  return {
    blockedReason: (needsNetwork: boolean): Run['waitingFor'] => {
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
    /**
     * The signal for running requests. It is aborted when the computer falls asleep, so that they do not fail on
     * waking.
     */
    awake: (): AbortSignal => awake.signal,
    /**
     * The signal for requests that are about to charge. It is aborted when the user pauses everything, so that nothing
     * is sent after that.
     */
    unpaused: (): AbortSignal => unpaused.signal,
  };
};

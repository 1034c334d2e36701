import type { Run } from '#shared/contract/runs.ts';

/** Where runs wait while nothing can be read: no network, a sleeping computer, a service that asked to be left alone. */
export interface Gate {
  hindrance(): Run['waitingFor'];
  /** Resolves when something may have changed; rejects with the signal's reason. */
  change(signal: AbortSignal): Promise<void>;
  /** Something may have changed: whoever waits looks again. */
  look(): void;
  fallAsleep(): void;
  wakeUp(): void;
  /** Of what is under way: aborted when the computer falls asleep, so that it does not fail on waking. */
  awake(): AbortSignal;
}

export const createGate = (isOffline: () => boolean): Gate => {
  const waiting = new Set<() => void>();
  let asleep = false;
  let awake = new AbortController();
  const look = (): void => {
    for (const wake of [...waiting]) wake();
  };
  return {
    hindrance: () => (asleep ? 'computer' : isOffline() ? 'network' : null),
    look,
    change: (signal) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', give);
        };
        const wake = (): void => {
          end();
          resolve();
        };
        const give = (): void => {
          end();
          reject(signal.reason);
        };
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        waiting.add(wake);
        signal.addEventListener('abort', give, { once: true });
      }),
    fallAsleep: () => {
      asleep = true;
      awake.abort(new Error('asleep'));
    },
    wakeUp: () => {
      asleep = false;
      awake = new AbortController();
      look();
    },
    awake: () => awake.signal,
  };
};

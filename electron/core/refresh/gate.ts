import type { RefreshRun } from '#shared/contract/refresh.ts';
import type { Clock } from '../ports.ts';

export type Hindrance = NonNullable<RefreshRun['waitingFor']>;

/** Where a run waits while nothing can be read: no network, a sleeping computer, a service that asked to be left alone. */
export interface Gate {
  hindrance(): Hindrance | null;
  /** Resolves at once while nothing hinders; rejects with the signal's reason. `onWait` is called before it waits. */
  pass(signal: AbortSignal, onWait: () => void): Promise<void>;
  /** Resolves when something may have changed; rejects with the signal's reason. */
  change(signal: AbortSignal): Promise<void>;
  /** Something may have changed: whoever waits looks again. */
  look(): void;
  fallAsleep(): void;
  wakeUp(): void;
  /** Of what is under way: aborted when the computer falls asleep, so that it does not fail on waking. */
  awake(): AbortSignal;
  hold(ms: number): void;
}

export const createGate = (deps: { readonly clock: Clock; readonly isOffline: () => boolean }): Gate => {
  const waiting = new Set<() => void>();
  let asleep = false;
  let awake = new AbortController();
  let holds = 0;

  const look = (): void => {
    for (const wake of [...waiting]) wake();
  };
  const hindrance = (): Hindrance | null =>
    asleep ? 'computer' : deps.isOffline() ? 'network' : holds > 0 ? 'service' : null;

  const change = (signal: AbortSignal): Promise<void> =>
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
      waiting.add(wake);
      signal.addEventListener('abort', give, { once: true });
    });

  return {
    hindrance,
    look,
    change,
    pass: async (signal, onWait) => {
      signal.throwIfAborted();
      while (hindrance() !== null) {
        onWait();
        await change(signal);
      }
    },
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
    hold: (ms) => {
      holds += 1;
      void deps.clock.sleep(ms).finally(() => {
        holds -= 1;
        look();
      });
    },
  };
};

import type { Clock } from '#core/ports.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Time that passes only when a test says so, in milliseconds, and what sleeps in it. */
export interface DrivenTimers {
  readonly sleep: Clock['sleep'];
  /** What has passed, whatever the clock on the wall was set to. */
  elapsed(): number;
  /** Lets the time pass without firing anything; it never goes back. */
  moveTo(at: number): void;
  /** Moves on to the next timer that is due by then, and fires it; false: there is none. */
  fireNext(until: number): boolean;
  dueBy(until: number): number;
  sleeping(): number;
}

/** Lets what follows from a fired timer run: a few promises, a read of a file. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** `passed` is told of each move of the time, for the clock on the wall. */
export const createDrivenTimers = (passed: (ms: number) => void): DrivenTimers => {
  let elapsed = 3_600_000;
  let timers: readonly Timer[] = [];
  const drop = (timer: Timer): void => {
    timers = timers.filter((other) => other !== timer);
  };
  const moveTo = (at: number): void => {
    if (at <= elapsed) return;
    passed(at - elapsed);
    elapsed = at;
  };
  return {
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const abort = () => {
          drop(timer);
          reject(signal?.reason);
        };
        const timer: Timer = {
          at: elapsed + ms,
          fire: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        timers = [...timers, timer];
      }),
    elapsed: () => elapsed,
    moveTo,
    fireNext: (until) => {
      const [next] = timers.toSorted((a, b) => a.at - b.at);
      if (next === undefined || next.at > until) return false;
      moveTo(next.at);
      drop(next);
      next.fire();
      return true;
    },
    dueBy: (until) => timers.filter(({ at }) => at <= until).length,
    sleeping: () => timers.length,
  };
};

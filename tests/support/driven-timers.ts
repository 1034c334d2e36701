import type { Clock } from '#core/ports.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Timers whose time, in milliseconds, passes only when a test says so. */
export interface DrivenTimers {
  readonly sleep: Clock['sleep'];
  /** The time that has passed, regardless of the wall clock. */
  elapsed(): number;
  /** Moves the time forward without firing a timer; it never goes back. */
  moveTo(at: number): void;
  /** Moves on to the next timer that is due by then and fires it. Returns false if there is none. */
  fireNext(until: number): boolean;
  dueBy(until: number): number;
  sleeping(): number;
}

/** Waits until the work that a fired timer started has run: a few promises, a read of a file. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Creates the timers. `passed` is called with each step of the time, so that a wall clock can follow. */
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

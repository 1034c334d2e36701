import type { Clock } from '#core/ports.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Time that moves only when nothing else can happen, or when a history says so. */
export interface ModelClock extends Clock {
  readonly uptime: () => number;
  /** Fires timers, in order, until the work has ended. */
  drive<T>(work: Promise<T>): Promise<T>;
  /** As if the computer had slept: what fell due meanwhile fires once, afterwards. */
  skip(ms: number): Promise<void>;
  /** As if somebody had set the clock on the wall. */
  set(ms: number): void;
  /** The true time, which nobody can set; ms since the epoch, UTC. */
  truth(): number;
  /** As if it had been started anew. */
  reboot(): void;
}

/** Enough for whatever follows from a fired timer: a few promises, a read of a file. */
const TURNS = 6;

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

export const createModelClock = (): ModelClock => {
  const start = 1_780_000_000_000;
  let now = start;
  let elapsed = 3_600_000;
  let bootedAt = 0;
  let timers: Timer[] = [];

  const drop = (timer: Timer): void => {
    timers = timers.filter((other) => other !== timer);
  };
  const moveTo = (at: number): void => {
    if (at <= elapsed) return;
    now += at - elapsed;
    elapsed = at;
  };
  const fireNext = (until: number): boolean => {
    const next = timers.reduce<Timer | undefined>(
      (first, one) => (first && first.at <= one.at ? first : one),
      undefined,
    );
    if (next === undefined || next.at > until) return false;
    moveTo(next.at);
    drop(next);
    next.fire();
    return true;
  };

  return {
    now: () => now,
    uptime: () => elapsed - bootedAt,
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
        timers.push(timer);
      }),
    drive: async (work) => {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      work.then(over, over);
      await settle();
      // A time limit of a charge is the longest anybody waits for anything.
      const until = elapsed + 300_000;
      while (!isOver && fireNext(until)) await settle();
      return work;
    },
    skip: async (ms) => {
      const until = elapsed + ms;
      moveTo(until);
      // What each of them begins anew is for later.
      const due = timers.filter(({ at }) => at <= until).length;
      for (let fired = 0; fired < due && fireNext(until); fired += 1) await settle();
      await settle();
    },
    set: (ms) => {
      now += ms;
    },
    truth: () => start + elapsed,
    reboot: () => {
      bootedAt = elapsed;
    },
  };
};

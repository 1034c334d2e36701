import type { Clock } from '#core/ports.ts';
import { createDrivenTimers, settle } from '../driven-timers.ts';

/** Time that moves only when nothing else can happen, or when a history says so. */
export interface ModelClock extends Clock {
  readonly uptime: () => number;
  /** Fires timers, in order, until the work has ended. */
  drive<T>(work: Promise<T>): Promise<T>;
  /** Behaves as if the computer had slept: timers that fell due in the meantime fire once, afterwards. */
  skip(ms: number): Promise<void>;
  /** Sets the wall clock. */
  set(ms: number): void;
  /** The true time, which nobody can set; ms since the epoch, UTC. */
  truth(): number;
  /** Behaves as if the computer had been rebooted. */
  reboot(): void;
}

export const createModelClock = (): ModelClock => {
  const start = 1_780_000_000_000;
  let now = start;
  let bootedAt = 0;
  const timers = createDrivenTimers((ms) => {
    now += ms;
  });
  return {
    now: () => now,
    uptime: () => timers.elapsed() - bootedAt,
    sleep: timers.sleep,
    drive: async (work) => {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      work.then(over, over);
      await settle();
      // Nobody waits longer for anything than for the time limit of a charge.
      const until = timers.elapsed() + 300_000;
      while (!isOver && timers.fireNext(until)) await settle();
      return work;
    },
    skip: async (ms) => {
      const until = timers.elapsed() + ms;
      timers.moveTo(until);
      // Timers that these start anew fire later.
      const due = timers.dueBy(until);
      for (let fired = 0; fired < due && timers.fireNext(until); fired += 1) await settle();
      await settle();
    },
    set: (ms) => {
      now += ms;
    },
    truth: () => start + timers.elapsed(),
    reboot: () => {
      bootedAt = timers.elapsed();
    },
  };
};

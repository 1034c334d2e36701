import type { Clock } from '#core/ports.ts';
import { realClock } from './real-clock.ts';

/** The machine's time, for tests that talk to a real server and cannot wait as long as the app does. */
export interface SkippingClock extends Clock {
  readonly uptime: () => number;
  /** Behaves as if this much time had passed (suspended, switched off, or merely later). Timers are not touched. */
  skip(ms: number): void;
  /** Sets the wall clock back, as a user can. */
  setBack(ms: number): void;
}

export const createSkippingClock = (): SkippingClock => {
  // Both clocks advance together, because a machine may set its own clock in the middle of a test. The app takes such a step
  // for what it is, and then cannot tell purchases apart by their times.
  const startedAt = Date.now() - performance.now();
  let skipped = 3_600_000;
  let set = 0;
  return {
    now: () => Math.floor(startedAt + performance.now()) + skipped - 3_600_000 + set,
    uptime: () => performance.now() + skipped,
    sleep: realClock.sleep,
    skip: (ms) => {
      skipped += ms;
    },
    setBack: (ms) => {
      set -= ms;
    },
  };
};

/** The machine's time, set back or ahead to `start` (UTC milliseconds), for tests whose dates would become too old. */
export const createClockAt = (start: number): SkippingClock => {
  const clock = createSkippingClock();
  clock.setBack(clock.now() - start);
  return clock;
};

/**
 * Shortens waits such as those of the pacer and those between two tries, and keeps the time limits of requests. `isSlow` may
 * end the time limit of a charge earlier.
 */
export const createFastClock = (isSlow: () => Promise<void> | null = () => null): SkippingClock => {
  const clock = createSkippingClock();
  const started = performance.now();
  const FAST = 20;
  return {
    ...clock,
    now: () => clock.now() + Math.floor((performance.now() - started) * (FAST - 1)),
    sleep: (ms, signal) => {
      const slow = ms === 60_000 ? isSlow() : null;
      return slow ?? realClock.sleep(ms < 10_000 ? ms / FAST : ms, signal);
    },
  };
};

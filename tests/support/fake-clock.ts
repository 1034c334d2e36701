import type { Clock } from '#core/ports.ts';
import { createDrivenTimers, settle } from './driven-timers.ts';

export interface FakeClock extends Clock {
  /** Moves the time on, fires due timers in order, and lets all work that follows run. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock without firing anything, as a user or NTP does. */
  jumpTo(now: number): void;
  /** Lets promises settle without moving time. */
  settle(): Promise<void>;
  sleeping(): number;
}

/** Time that only moves when a test says so. */
export const createFakeClock = (start = 1_750_000_000_000): FakeClock => {
  let now = start;
  const timers = createDrivenTimers((ms) => {
    now += ms;
  });
  return {
    now: () => now,
    uptime: timers.elapsed,
    sleep: timers.sleep,
    advance: async (ms) => {
      const end = timers.elapsed() + ms;
      await settle();
      while (timers.fireNext(end)) await settle();
      timers.moveTo(end);
      await settle();
    },
    jumpTo: (time) => {
      now = time;
    },
    settle,
    sleeping: timers.sleeping,
  };
};

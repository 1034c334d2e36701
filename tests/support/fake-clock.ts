import type { Clock } from '#core/ports.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export interface FakeClock extends Clock {
  /** Moves time on, firing what is due in order, and lets everything that follows from it run. */
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
  /** Unlike `now` it never jumps. */
  let uptime = 3_600_000;
  let timers: readonly Timer[] = [];
  const drop = (timer: Timer) => {
    timers = timers.filter((other) => other !== timer);
  };
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    now: () => now,
    uptime: () => uptime,
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
          at: uptime + ms,
          fire: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        timers = [...timers, timer];
      }),
    advance: async (ms) => {
      const end = uptime + ms;
      const moveTo = (at: number): void => {
        now += Math.max(0, at - uptime);
        uptime = Math.max(uptime, at);
      };
      for (;;) {
        await settle();
        const next = [...timers].sort((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > end) break;
        moveTo(next.at);
        drop(next);
        next.fire();
      }
      moveTo(end);
      await settle();
    },
    jumpTo: (time) => {
      now = time;
    },
    settle,
    sleeping: () => timers.length,
  };
};

import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#core/ports.ts';

/** The machine's own time, for tests that talk to a real server. */
export const realClock: Clock = {
  now: Date.now,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};

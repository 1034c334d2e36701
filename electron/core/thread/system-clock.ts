import { abortable } from '../common/abortable.ts';
import type { Clock } from '../ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    abortable(signal, (wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    }),
};

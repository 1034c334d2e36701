import type { Clock } from '../ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

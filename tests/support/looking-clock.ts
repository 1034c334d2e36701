import { realClock } from './real-clock.ts';
import { createSkippingClock, type SkippingClock } from './skipping-clock.ts';

/** The machine's time, except that the test says when the scheduler looks for due items. */
export interface LookingClock extends SkippingClock {
  /** Lets the desk look for due items, and resolves when it has looked. Work that the look began may still be running. */
  look(desk: { call(name: 'settings.get', input: Record<string, never>): Promise<unknown> }): Promise<void>;
}

/**
 * The sleeps of the scheduler between looks and before the first one. Time limits can be as long, so the caller is checked
 * too.
 */
const LOOKS = new Set([60_000, 5_000]);
const isLook = (ms: number): boolean =>
  LOOKS.has(ms) && new Error('who sleeps').stack?.includes('desk-background') === true;

export const createLookingClock = (): LookingClock => {
  let sleeping: (() => void)[] = [];
  const slept: (() => void)[] = [];
  return {
    ...createSkippingClock(),
    sleep: (ms, signal) => {
      if (!isLook(ms)) return realClock.sleep(ms, signal);
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        const leave = (): void => {
          sleeping = sleeping.filter((one) => one !== resolve);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        sleeping.push(resolve);
        for (const heard of slept.splice(0)) heard();
      });
    },
    look: async (desk) => {
      // After a restart nothing begins before the first answer.
      await desk.call('settings.get', {});
      while (sleeping.length === 0) await new Promise<void>((resolve) => slept.push(resolve));
      const again = new Promise<void>((resolve) => slept.push(resolve));
      for (const wake of sleeping.splice(0)) wake();
      await again;
    },
  };
};

import { useSyncExternalStore } from 'react';

const STEP = 15_000;
let now = Date.now();
let timer: number | undefined;
const listeners = new Set<() => void>();

const tick = () => {
  now = Date.now();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = window.setInterval(tick, STEP);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
};

/** The time in ms, updated every 15 s by one timer for the whole window, so that all ages change together. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

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

/** The wall time in ms, renewed every 15 s by one timer for the whole window: ages on the screen grow together. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

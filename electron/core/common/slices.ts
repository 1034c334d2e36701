import { setImmediate } from 'node:timers/promises';

/** Lets everything else in the process run first: requests, answers, timers. */
export const nextTurn = (): Promise<void> => setImmediate();

/** Longest step of a long task, so that the window stays quick while it runs. */
const SLICE_MS = 12;
/** The same for tasks of which several run at once: they all have their slice before anything else has its turn. */
export const SHORT_SLICE_MS = 4;

/** Call it between steps: once the slice is used up it lets everything else in the process run first. */
export const createBreather = (sliceMs = SLICE_MS): (() => Promise<void>) => {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < sliceMs) return;
    await nextTurn();
    started = performance.now();
  };
};

/** `items` in pieces that are each done in one go, with a breath between them. */
export const inSlices = async <T>(
  items: readonly T[],
  size: number,
  work: (piece: readonly T[], from: number) => void,
): Promise<void> => {
  for (let from = 0; from < items.length; from += size) {
    work(items.slice(from, from + size), from);
    await nextTurn();
  }
};

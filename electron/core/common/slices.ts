import { setImmediate } from 'node:timers/promises';

/*
 * The core has a thread for itself, and on it one thing happens at a time. What takes long for very many rows is done in
 * slices, so that no request waits longer than one of them: here what only reads and computes, in write-slices.ts what
 * writes.
 */

/** A slice of work in ms; well below what a person notices. */
const SLICE_MS = 12;

/** Lets everything else on the thread run first: requests, answers, timers. */
export const nextTurn = (): Promise<void> => setImmediate();

/** The items one by one; whenever a slice is used up, everything else has its turn before the next one. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
    yield item;
  }
}

/** Call it between steps: once the slice is used up it lets everything else in the process run first. */
export const createBreather = (): (() => Promise<void>) => {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < SLICE_MS) return;
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

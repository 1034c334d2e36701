import { setImmediate } from 'node:timers/promises';

/*
 * The core runs on one thread and can do only one thing at a time. Work that takes long for very many rows is therefore
 * done in slices, so that no request waits longer than one slice. This file is for work that only reads and computes;
 * write-slices.ts is for work that writes.
 */

/** The length of a slice of work in ms, well below what a person notices. */
const SLICE_MS = 12;

/** Lets everything else on the thread run first: requests, answers, timers. */
export const nextTurn = (): Promise<void> => setImmediate();

/** Yields the items one by one. Whenever a slice is used up, other work on the thread runs before the next item. */
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

/**
 * Yields the items in pieces of `size`, for work that is done for many items at once; other work runs between slices.
 */
export const inPieces = <T>(items: readonly T[], size: number): AsyncGenerator<readonly T[]> => {
  function* pieces() {
    for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
  }
  return inTurns(pieces());
};

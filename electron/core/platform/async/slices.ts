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

/** The items in pieces, for work that is done for many at once. */
export const inPieces = <T>(items: readonly T[], size: number): AsyncGenerator<readonly T[]> => {
  function* pieces() {
    for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
  }
  return inTurns(pieces());
};

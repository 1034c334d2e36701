import type { Database } from '../storage/database.ts';
import { nextTurn } from './slices.ts';

/** One transaction holds the process for about this long; with its commit it stays far below what a person notices. */
const TRANSACTION_MS = 8;

export interface WriteSlicesOptions {
  /** Aborted: stops between two transactions; what is written stays. */
  readonly signal?: AbortSignal;
  /** How many of the items are through. */
  readonly onSlice?: (done: number) => void;
  /** Ends each transaction, inside it. */
  readonly finish?: () => void;
}

/**
 * Writes for any number of items without holding the process: transactions of a few milliseconds each, however long a
 * row takes on this machine, and none while the database's log is being brought in.
 */
export const writeInSlices = async <T>(
  db: Database,
  items: readonly T[],
  write: (item: T, index: number) => void,
  { signal, onSlice, finish }: WriteSlicesOptions = {},
): Promise<void> => {
  for (let at = 0; at < items.length && signal?.aborted !== true; ) {
    await db.settled();
    const until = performance.now() + TRANSACTION_MS;
    db.transaction(() => {
      do {
        write(items[at] as T, at);
        at += 1;
      } while (at < items.length && performance.now() < until);
      finish?.();
    });
    onSlice?.(at);
    await nextTurn();
  }
};

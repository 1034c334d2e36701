import { nextTurn } from '#core/platform/async/slices.ts';
import type { Database } from './database.ts';

/** One transaction in ms; its commit comes on top. */
const TRANSACTION_MS = 8;

interface WriteSlicesOptions {
  /** Aborted: stops between two transactions; what is written stays. */
  readonly signal?: AbortSignal;
  /** How many of the items are through. */
  readonly onSlice?: (done: number) => void;
  /** Ends each transaction, inside it. */
  readonly finish?: () => void;
}

/**
 * Writes for any number of items: transactions of a few milliseconds each, however long a row takes on this machine,
 * with a turn for everything else after each, and none while the database's log is being brought in. The items are
 * taken as they are needed, inside the transaction that writes them.
 */
export const writeInSlices = async <T>(
  db: Database,
  items: Iterable<T>,
  write: (item: T, index: number) => void,
  { signal, onSlice, finish }: WriteSlicesOptions = {},
): Promise<void> => {
  const source = items[Symbol.iterator]();
  let done = 0;
  for (let isOver = false; !isOver && signal?.aborted !== true; ) {
    await db.settled();
    db.transaction(() => {
      const until = performance.now() + TRANSACTION_MS;
      do {
        const next = source.next();
        isOver = next.done === true;
        if (next.done === true) break;
        write(next.value, done);
        done += 1;
      } while (performance.now() < until);
      finish?.();
    });
    onSlice?.(done);
    await nextTurn();
  }
};

/** Repeats a write of some rows, which returns how many they were, until there are none. Returns their sum. */
export const repeatInSlices = async (
  db: Database,
  write: () => number,
  options: Pick<WriteSlicesOptions, 'signal'> = {},
): Promise<number> => {
  let [sum, last] = [0, 1];
  const rounds = function* (): Generator<void> {
    while (last > 0) yield;
  };
  await writeInSlices(
    db,
    rounds(),
    () => {
      last = write();
      sum += last;
    },
    options,
  );
  return sum;
};

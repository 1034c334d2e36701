import { nextTurn } from '#core/platform/async/slices.ts';
import type { Database, HeldReports } from './database.ts';

/** The length of one transaction in ms, without its commit. */
const TRANSACTION_MS = 8;

interface WriteSlicesOptions {
  /** When aborted, stops between two transactions; what is written stays. */
  readonly signal?: AbortSignal;
  /** Receives how many of the items are done. */
  readonly onSlice?: (done: number) => void;
  /** Runs at the end of each transaction, inside it. */
  readonly finish?: () => void;
  /** Holds back what the transactions wrote. Default: it is reported once, when all is written or writing has failed. */
  readonly held?: HeldReports;
}

/**
 * Writes any number of items in transactions of a few milliseconds each, however long a row takes on this machine.
 * Other work runs between them, and no transaction begins while the database's log is too long. The items are taken one
 * by one, inside the transaction that writes them.
 */
export const writeInSlices = async <T>(
  db: Database,
  items: Iterable<T>,
  write: (item: T, index: number) => void,
  { signal, onSlice, finish, held }: WriteSlicesOptions = {},
): Promise<void> => {
  const reports = held ?? db.holdReports();
  const source = items[Symbol.iterator]();
  let done = 0;
  try {
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
      }, reports);
      onSlice?.(done);
      await nextTurn();
    }
  } finally {
    if (held === undefined) reports.release();
  }
};

/** Repeats a write of some rows, which returns their number, until it returns 0. Returns the sum. */
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

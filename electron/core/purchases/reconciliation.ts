import type { SpendingWindow } from '#shared/contract/purchases.ts';
import { nextTurn } from '../common/slices.ts';
import type { Database } from '../storage/database.ts';
import { IS_CHARGED, KOPECKS } from './purchase-filter.ts';
import { type LedgerEntry, type Level, levelsOf, type SumReading } from './spending.ts';

export interface Reconciliation {
  /** Oldest first. */
  readonly windows: readonly SpendingWindow[];
  readonly sum: SpendingWindow | null;
  readonly spentKopecks: number | null;
}

interface Entry extends LedgerEntry {
  readonly isOpen: number;
}

interface BookRows {
  readonly books: number;
  readonly readings: readonly SumReading[];
  readonly entries: readonly Entry[];
}

/**
 * The ledger beside the service's own sum (`api_spent_rub`): what was spent beyond the ledger, each time it was noticed.
 * Readings and purchases are put in order by their numbers, not by a clock that can be set; those of two tokens whose
 * books do not continue each other are never compared.
 */
export const reconcile = async (db: Database, accountId: string): Promise<Reconciliation> => {
  const books = await readBooks(db, accountId);
  const windows = books.flatMap(windowsOf);
  const readings = books.flatMap((book) => book.readings);
  return { windows, sum: sumOf(readings, windows), spentKopecks: readings.at(-1)?.spentKopecks ?? null };
};

/** Short enough that the window never waits for one. */
const PAGE = 5_000;

const inPages = async <R extends { readonly position: number }>(read: (after: number) => R[]): Promise<R[]> => {
  const rows: R[] = [];
  for (;;) {
    const page = read(rows.at(-1)?.position ?? 0);
    rows.push(...page);
    if (page.length < PAGE) return rows;
    await nextTurn();
  }
};

const readBooks = async (db: Database, accountId: string): Promise<readonly BookRows[]> => {
  const readings = await inPages<SumReading & { readonly position: number; readonly books: number }>((after) =>
    db.all(
      `SELECT seq AS position, seq, books, at, coalesce(seen_at, at) AS seenAt, seen_uptime AS seenUptime,
         spent_kopecks AS spentKopecks, ledger_mark AS ledgerMark FROM balance_history
       WHERE account_id = ? AND seq > ? AND ledger_mark IS NOT NULL ORDER BY seq LIMIT ${PAGE}`,
      accountId,
      after,
    ),
  );
  const entries = await inPages<Entry & { readonly position: number; readonly books: number }>((after) =>
    db.all(
      `SELECT id AS position, id, books, ${KOPECKS} AS kopecks, ${IS_CHARGED} AS isCharged, outcome = 'open' AS isOpen,
         finished_at AS endedAt, ended_uptime AS endedUptime FROM purchases
       WHERE +account_id = ? AND id > ? ORDER BY id LIMIT ${PAGE}`,
      accountId,
      after,
    ),
  );
  const all = [...new Set(readings.map(({ books }) => books))];
  return all.map((books) => ({
    books,
    readings: readings.filter((one) => one.books === books),
    entries: entries
      .filter((one) => one.books === books)
      // SQLite has no booleans.
      .map((one) => ({ ...one, isCharged: Boolean(one.isCharged) })),
  }));
};

/** A window ends when the sum has caught up with the ledger, or has had its time to. */
const windowsOf = ({ readings, entries }: BookRows): readonly SpendingWindow[] => {
  const windows: SpendingWindow[] = [];
  let from: Level | null = null;
  let reached = 0;
  let pending: Entry[] = [];
  const levels = levelsOf(readings, entries);
  for (const to of levels) {
    if (from === null) {
      from = to;
      continue;
    }
    pending.push(...(to.entries as readonly Entry[]));
    const isLast = to === levels.at(-1);
    const isLate = to.unexplained < reached && !to.isSettled;
    if (isLate && !isLast) continue;
    const sum = (some: readonly Entry[]): number => some.reduce((total, { kopecks }) => total + kopecks, 0);
    const window: SpendingWindow = {
      from: from.reading.at,
      to: to.reading.at,
      spentKopecks: to.reading.spentKopecks - from.reading.spentKopecks,
      explainedKopecks: sum(pending.filter(({ isCharged }) => isCharged)),
      unknownKopecks: sum(pending.filter(({ isOpen }) => isOpen === 1)),
      differenceKopecks: to.level - reached,
      lateKopecks: isLate ? reached - to.unexplained : 0,
    };
    from = to;
    reached = to.level;
    pending = [];
    if (window.spentKopecks !== 0 || window.explainedKopecks !== 0 || window.unknownKopecks !== 0) windows.push(window);
  }
  return windows;
};

const joined = (a: SpendingWindow, b: SpendingWindow): SpendingWindow => ({
  from: a.from,
  to: b.to,
  spentKopecks: a.spentKopecks + b.spentKopecks,
  explainedKopecks: a.explainedKopecks + b.explainedKopecks,
  unknownKopecks: a.unknownKopecks + b.unknownKopecks,
  differenceKopecks: a.differenceKopecks + b.differenceKopecks,
  lateKopecks: a.lateKopecks + b.lateKopecks,
});

const sumOf = (readings: readonly SumReading[], windows: readonly SpendingWindow[]): SpendingWindow | null => {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return null;
  const nothing = { spentKopecks: 0, explainedKopecks: 0, unknownKopecks: 0, differenceKopecks: 0, lateKopecks: 0 };
  const sum = windows.reduce(joined, { from: first.at, to: last.at, ...nothing });
  return { ...sum, from: first.at, to: last.at };
};

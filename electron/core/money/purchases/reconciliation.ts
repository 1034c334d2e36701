import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { SpendingWindow } from '#shared/contract/purchases.ts';
import {
  type LedgerEntry,
  type SumReading,
  type UnexplainedSpending,
  unexplainedSpendingOf,
} from '#shared/domain/spending.ts';
import { LEDGER_ENTRY, SUM_READING } from './purchase-filter.ts';

export interface Reconciliation {
  /** Oldest first. */
  readonly windows: readonly SpendingWindow[];
  readonly sum: SpendingWindow | null;
  readonly spentKopecks: number | null;
}

interface Entry extends LedgerEntry {
  readonly isOpen: boolean;
}

interface BookRows {
  readonly books: number;
  readonly readings: readonly SumReading[];
  readonly entries: readonly Entry[];
}

/**
 * Compares the ledger with the service's own total (`api_spent_rub`), and returns the spending beyond the ledger for
 * each time it was noticed. Readings and purchases are ordered by their numbers, because a clock can be changed. Those
 * of two tokens whose books do not continue each other are never compared.
 */
export const reconcile = (db: Database, accountId: string): Reconciliation => {
  const books = readBooks(db, accountId);
  const windows = books.flatMap(windowsOf);
  const readings = books.flatMap((book) => book.readings);
  return { windows, sum: sumOf(readings, windows), spentKopecks: readings.at(-1)?.spentKopecks ?? null };
};

const readBooks = (db: Database, accountId: string): readonly BookRows[] => {
  const readings = db.all<SumReading & { readonly books: number }>(sql`SELECT books, ${SUM_READING}
    FROM balance_history WHERE account_id = ${accountId} AND ledger_mark IS NOT NULL ORDER BY seq`);
  const entries = db.all<Entry & { readonly books: number }>(sql`SELECT books, ${LEDGER_ENTRY},
    outcome = 'open' AS "isOpen:flag"
    FROM purchases WHERE +account_id = ${accountId} ORDER BY id`);
  const all = [...new Set(readings.map(({ books }) => books))];
  return all.map((books) => ({
    books,
    readings: readings.filter((one) => one.books === books),
    entries: entries.filter((one) => one.books === books),
  }));
};

/** Returns the windows. A window ends when the total has caught up with the ledger, or is past the lag window. */
const windowsOf = ({ readings, entries }: BookRows): readonly SpendingWindow[] => {
  const windows: SpendingWindow[] = [];
  let from: UnexplainedSpending | null = null;
  let reached = 0;
  let pending: Entry[] = [];
  const levels = unexplainedSpendingOf(readings, entries);
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
      unknownKopecks: sum(pending.filter(({ isOpen }) => isOpen)),
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

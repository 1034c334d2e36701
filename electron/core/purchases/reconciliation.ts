import type { SpendingWindow } from '#shared/contract/purchases.ts';
import { nextTurn } from '../common/slices.ts';
import type { Database } from '../storage/database.ts';
import { IS_CHARGED, KOPECKS } from './purchase-filter.ts';

interface Positioned {
  readonly position: number;
}

interface Reading extends Positioned {
  readonly at: number;
  readonly spentKopecks: number;
  readonly ledgerMark: number;
}

interface Sum extends Positioned {
  readonly id: number;
  readonly kopecks: number;
  readonly isUnknown: number;
}

export interface Reconciliation {
  /** Oldest first. */
  readonly windows: readonly SpendingWindow[];
  readonly sum: SpendingWindow | null;
  readonly spentKopecks: number | null;
}

/**
 * The ledger beside the service's own sum (`api_spent_rub`), between each two readings of the balance that no purchase
 * overlapped. Readings and purchases are put in order by their numbers, not by a clock that can be set.
 */
export const reconcile = async (db: Database, accountId: string): Promise<Reconciliation> => {
  const readings = await inPages<Reading>((after) =>
    db.all(
      `SELECT seq AS position, at, spent_kopecks AS spentKopecks, ledger_mark AS ledgerMark FROM balance_history
       WHERE account_id = ? AND seq > ? AND ledger_mark IS NOT NULL ORDER BY seq LIMIT ${PAGE}`,
      accountId,
      after,
    ),
  );
  const purchases = await inPages<Sum>((after) =>
    db.all(
      `SELECT id AS position, id, ${KOPECKS} AS kopecks, state = 'unknown' AS isUnknown FROM purchases
       WHERE +account_id = ? AND id > ? AND (${IS_CHARGED} OR state = 'unknown') ORDER BY id LIMIT ${PAGE}`,
      accountId,
      after,
    ),
  );
  return { ...windowsOf(readings, purchases), spentKopecks: readings.at(-1)?.spentKopecks ?? null };
};

/** Short enough that the window never waits for one. */
const PAGE = 5_000;

const inPages = async <R extends Positioned>(read: (after: number) => R[]): Promise<R[]> => {
  const rows: R[] = [];
  for (;;) {
    const page = read(rows.at(-1)?.position ?? 0);
    rows.push(...page);
    if (page.length < PAGE) return rows;
    await nextTurn();
  }
};

const windowsOf = (
  readings: readonly Reading[],
  purchases: readonly Sum[],
): Pick<Reconciliation, 'windows' | 'sum'> => {
  const windows: SpendingWindow[] = [];
  let next = 0;
  const first = readings[0];
  while (next < purchases.length && (purchases[next]?.id ?? 0) <= (first?.ledgerMark ?? 0)) next += 1;
  for (const [index, to] of readings.entries()) {
    const from = readings[index - 1];
    if (from === undefined) continue;
    let explainedKopecks = 0;
    let unknownKopecks = 0;
    for (let one = purchases[next]; one !== undefined && one.id <= to.ledgerMark; one = purchases[next]) {
      if (one.isUnknown === 1) unknownKopecks += one.kopecks;
      else explainedKopecks += one.kopecks;
      next += 1;
    }
    const spentKopecks = to.spentKopecks - from.spentKopecks;
    if (spentKopecks === 0 && explainedKopecks === 0 && unknownKopecks === 0) continue;
    const differenceKopecks = spentKopecks - explainedKopecks;
    append(windows, { from: from.at, to: to.at, spentKopecks, explainedKopecks, unknownKopecks, differenceKopecks });
  }
  return { windows, sum: sumOf(readings, windows) };
};

/** A charge that the service carried out late belongs to the window before, where the ledger has it. */
const append = (windows: SpendingWindow[], window: SpendingWindow): void => {
  const last = windows.at(-1);
  const isLate =
    last !== undefined && last.differenceKopecks < 0 && last.differenceKopecks + window.differenceKopecks === 0;
  if (isLate) windows[windows.length - 1] = joined(last, window);
  else windows.push(window);
};

const joined = (a: SpendingWindow, b: SpendingWindow): SpendingWindow => ({
  from: a.from,
  to: b.to,
  spentKopecks: a.spentKopecks + b.spentKopecks,
  explainedKopecks: a.explainedKopecks + b.explainedKopecks,
  unknownKopecks: a.unknownKopecks + b.unknownKopecks,
  differenceKopecks: a.differenceKopecks + b.differenceKopecks,
});

const sumOf = (readings: readonly Reading[], windows: readonly SpendingWindow[]): SpendingWindow | null => {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return null;
  const nothing = { spentKopecks: 0, explainedKopecks: 0, unknownKopecks: 0, differenceKopecks: 0 };
  const sum = windows.reduce(joined, { from: first.at, to: last.at, ...nothing });
  return { ...sum, to: last.at };
};

/** Money was spent on this token that no purchase of this app can have cost. */
export const hasUnexplainedSpending = ({ windows }: Reconciliation): boolean =>
  windows.some((window) => window.differenceKopecks > window.unknownKopecks);

import { booksOf, LEDGER_ENTRY, READINGS_BEFORE, SUM_READING } from '#core/money/purchases/purchase-filter.ts';
import { explainMany } from '#core/money/purchases/resolver/explain-many.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { type LedgerEntry, SUM_MAY_LAG_MS, type SumReading, unexplainedSpendingOf } from '#shared/domain/spending.ts';
import { recurringRulesOf } from '#shared/products/index.ts';
import type { ReadableOrder } from './stored-order.ts';

/**
 * Returns whether the service's lists show at once what such an order pays for, and therefore also a payment by
 * somebody else. Pools show a top-up late.
 */
export const isListed = ({ kind }: ReadableOrder['action']): boolean => recurringRulesOf(kind).isListedAtOnce;

/** A payment that an order is about to make. Times are ms since the epoch, UTC. */
export interface Payable {
  readonly target: string;
  readonly kopecks: number;
  /** Somebody else could have paid for the same target only since then. */
  readonly since: number;
}

/**
 * The maximum number of readings that are compared. An order checks every minute, so older ones tell it nothing new.
 */
const MOST_READINGS = 2_000;

interface Rise {
  readonly at: number;
  readonly kopecks: number;
}

/**
 * Returns the increases of the spending since a moment that no purchase in the ledger explains, with the times of the
 * readings that showed them.
 */
const unexplainedRises = (db: Database, accountId: string, since: number): readonly Rise[] => {
  const known = sql`account_id = ${accountId} AND books = ${booksOf(accountId)} AND ledger_mark IS NOT NULL`;
  const newest = sql`(SELECT max(seq) FROM balance_history WHERE ${known})`;
  const base = sql`coalesce((SELECT max(seq) FROM balance_history WHERE ${known} AND at < ${since}), 0)`;
  const readings = db.all<SumReading>(sql`SELECT ${SUM_READING} FROM balance_history
    WHERE ${known} AND seq >= max(${base} - ${READINGS_BEFORE}, ${newest} - ${MOST_READINGS}) ORDER BY seq`);
  const entries = db.all<LedgerEntry>(sql`SELECT ${LEDGER_ENTRY}
    FROM purchases WHERE account_id = ${accountId} AND books = ${booksOf(accountId)}
      AND id >= ${readings[0]?.ledgerMark ?? 0} ORDER BY id`);
  const rises: Rise[] = [];
  let reached = 0;
  for (const { reading, level } of unexplainedSpendingOf(readings, entries)) {
    if (level > reached && reading.at >= since) rises.push({ at: reading.at, kopecks: level - reached });
    reached = level;
  }
  return rises;
};

/**
 * Returns the targets that somebody else may have paid for already: spending that no purchase in the ledger explains is
 * exactly the cost of the target, or of several targets together. A copy of the desk on another computer pays for the
 * same targets, and if the service lists nothing that was bought, only its total of spending shows it.
 */
export const paidElsewhere = (db: Database, accountId: string, payables: readonly Payable[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const earliest = Math.min(...payables.map(({ since }) => since));
  const rises = payables.length === 0 ? [] : unexplainedRises(db, accountId, earliest);
  if (rises.length === 0) return found;
  const candidates = payables.map(({ kopecks }, id) => ({ id, amounts: [kopecks] }));
  for (const since of new Set(payables.map((one) => one.since))) {
    const amounts = rises.filter(({ at }) => at >= since).map(({ kopecks }) => kopecks);
    const total = amounts.reduce((sum, kopecks) => sum + kopecks, 0);
    for (const kopecks of new Set([...amounts, total])) {
      if (kopecks === 0) continue;
      for (const index of explainMany(candidates, kopecks, [], [])?.ever ?? []) {
        const one = payables[index];
        if (one?.since === since) found.add(one.target);
      }
    }
  }
  return found;
};

/** Returns the cost of each part of a charge: the named prices if they add up to its total, otherwise equal parts. */
export const partsOf = (totalKopecks: number, named: readonly (number | null)[]): readonly number[] => {
  const sum = named.reduce<number>((total, kopecks) => total + (kopecks ?? 0), 0);
  if (sum === totalKopecks) return named.map((kopecks) => kopecks ?? 0);
  const least = Math.floor(totalKopecks / named.length);
  return named.map((_, index) => least + (index < totalKopecks - least * named.length ? 1 : 0));
};

/**
 * Returns the moment since which somebody else may have paid for an item that fell due at `dueAt`. Its margin allows
 * for clocks that differ and totals that lag behind.
 */
export const payableSince = (checkedAt: number, dueAt: number): number => Math.min(checkedAt, dueAt) - SUM_MAY_LAG_MS;

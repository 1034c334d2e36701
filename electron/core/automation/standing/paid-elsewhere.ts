import { booksOf, LEDGER_ENTRY, READINGS_BEFORE, SUM_READING } from '#core/money/purchases/purchase-filter.ts';
import { explainMany } from '#core/money/purchases/resolver/explain-many.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { recurringRulesOf } from '#shared/domain/products/index.ts';
import { type LedgerEntry, SUM_MAY_LAG_MS, type SumReading, unexplainedSpendingOf } from '#shared/domain/spending.ts';
import type { StoredOrder } from './stored-order.ts';

/** Whether the service lists what an order pays for, so that what somebody else has paid for shows. Pools show it late. */
export const isListed = ({ kind }: StoredOrder['action']): boolean => recurringRulesOf(kind).isListedAtOnce;

/** What an order is about to pay for. Times are ms since the epoch, UTC. */
export interface Payable {
  readonly target: string;
  readonly kopecks: number;
  /** Whoever else pays for the same does it from then on. */
  readonly since: number;
}

/** An order looks each minute, and what is older than some thousand readings is no news to it. */
const MOST_READINGS = 2_000;

interface Rise {
  readonly at: number;
  readonly kopecks: number;
}

/** What was spent since then that no purchase of the ledger explains, each time it was seen. */
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
 * Which of these somebody else may have paid for already: just what they cost, or some of them, was spent and is explained by
 * no purchase of the ledger. Whoever has a copy of the desk buys the same as it does, and where no list of the service shows
 * what was bought nothing else tells.
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

/** What each part of a charge costs, so that all together cost what it does: as named, or in equal parts. */
export const partsOf = (totalKopecks: number, named: readonly (number | null)[]): readonly number[] => {
  const sum = named.reduce<number>((total, kopecks) => total + (kopecks ?? 0), 0);
  if (sum === totalKopecks) return named.map((kopecks) => kopecks ?? 0);
  const least = Math.floor(totalKopecks / named.length);
  return named.map((_, index) => least + (index < totalKopecks - least * named.length ? 1 : 0));
};

/** Since when somebody else may have paid for what fell due then: clocks differ, and sums are late. */
export const payableSince = (lookedAt: number, dueAt: number): number => Math.min(lookedAt, dueAt) - SUM_MAY_LAG_MS;

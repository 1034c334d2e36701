import { IS_CHARGED, KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import { containsAll, type IdRange, withinIdRange } from '#core/platform/sqlite/id-ranges.ts';
import { every, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { searchWords } from '#shared/domain/fold-text.ts';

/** Columns that read a purchase as a `LedgerEntry`. */
export const LEDGER_ENTRY = sql`id, ${KOPECKS} AS kopecks, ${IS_CHARGED} AS "isCharged:flag", finished_at AS endedAt,
  ended_uptime`;
/** Columns that read a row of `balance_history` as a `SumReading`. */
export const SUM_READING = sql`seq, at, coalesce(seen_at, at) AS seenAt, seen_uptime, spent_kopecks, ledger_mark`;
/** The number of earlier readings that show how far the total lagged behind at a moment. */
export const READINGS_BEFORE = 50;
/** SQL of the present books. Purchases and readings belong to the books of the token with which they were made. */
export const booksOf = (accountId: string): Sql => sql`(SELECT books FROM accounts WHERE id = ${accountId})`;

/** The totals of every view of the ledger, with the contract's names. */
export const SUMS = sql`count(*) FILTER (WHERE ${IS_CHARGED}) AS purchases,
  coalesce(sum(${KOPECKS}) FILTER (WHERE ${IS_CHARGED}), 0) AS spentKopecks,
  count(*) FILTER (WHERE outcome = 'open') AS unknown,
  coalesce(sum(price_kopecks) FILTER (WHERE outcome = 'open'), 0) AS unknownKopecks`;

/** The part of a filter that is applied to counted groups. */
export type GroupFilter = Pick<PurchaseFilter, 'outcomes' | 'goodsStates' | 'kinds' | 'computer'>;

/** The part of a filter that selects rows. */
export type RowFilter = Omit<PurchaseFilter, keyof GroupFilter>;

/** SQL of the buying computer's mark; '' for this one. */
export const PAYER = sql`coalesce(computer, '')`;

/** Returns whether the filter excludes anything. */
export const narrows = (filter: PurchaseFilter): boolean =>
  filter.outcomes.length + filter.goodsStates.length + filter.kinds.length > 0 ||
  filter.computer !== undefined ||
  narrowsRows(filter);

const narrowsRows = (filter: RowFilter): boolean =>
  filter.clientId !== undefined ||
  filter.from !== undefined ||
  filter.to !== undefined ||
  searchWords(filter.search).length > 0;

/**
 * SQL after `FROM purchases` that selects a client's purchases under a filter. Every word must be found, alone or
 * inside another. `join` adds further tables, whose names must differ from the purchase columns.
 */
export const fromOne = (accountId: string, clientId: number, filter: RowFilter, join = sql``): Sql => {
  // `+` makes SQLite use the index of the client.
  const all = sql`+account_id = ${accountId} AND client_id = ${clientId}`;
  return sql`${join} WHERE ${every([all, ...timesOf(filter), ...containsAll(searchWords(filter.search))])}`;
};

/** SQL after `FROM purchases` that selects a range of the account's purchases. */
export const fromRange = (accountId: string, range: IdRange, filter: RowFilter, join = sql``): Sql => {
  const words = searchWords(filter.search);
  const all = sql`account_id = ${accountId}`;
  const conditions = [all, withinIdRange(range), ...timesOf(filter)];
  if (words.length > 0) {
    // Separate, because the texts have their own index and the rows are far larger.
    const found = every([all, withinIdRange(range), ...containsAll(words)]);
    conditions.push(sql`+id IN (SELECT id FROM purchases INDEXED BY purchases_by_text WHERE ${found})`);
  }
  return sql`INDEXED BY purchases_by_facts ${join} WHERE ${every(conditions)}`;
};

const timesOf = ({ from, to }: RowFilter): Sql[] => [
  ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
  ...(to === undefined ? [] : [sql`created_at < ${to}`]),
];

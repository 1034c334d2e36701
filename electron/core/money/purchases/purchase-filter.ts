import { IS_CHARGED, KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import { containsAll, type IdRange, withinIdRange } from '#core/platform/sqlite/id-ranges.ts';
import { every, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { searchWords } from '#shared/domain/fold-text.ts';

/** A purchase as an entry of the ledger (`LedgerEntry`). */
export const LEDGER_ENTRY = sql`id, ${KOPECKS} AS kopecks, ${IS_CHARGED} AS "isCharged:flag", finished_at AS endedAt,
  ended_uptime`;
/** A row of `balance_history` as a reading of the service's sum (`SumReading`). */
export const SUM_READING = sql`seq, at, coalesce(seen_at, at) AS seenAt, seen_uptime, spent_kopecks, ledger_mark`;
/** How many readings before a moment tell how late the sum was then. */
export const READINGS_BEFORE = 50;
/** Purchases and readings belong to the books of the token that they were made with: those of now. */
export const booksOf = (accountId: string): Sql => sql`(SELECT books FROM accounts WHERE id = ${accountId})`;

/** The sums every view of the ledger shows, named as the contract names them. */
export const SUMS = sql`count(*) FILTER (WHERE ${IS_CHARGED}) AS purchases,
  coalesce(sum(${KOPECKS}) FILTER (WHERE ${IS_CHARGED}), 0) AS spentKopecks,
  count(*) FILTER (WHERE outcome = 'open') AS unknown,
  coalesce(sum(price_kopecks) FILTER (WHERE outcome = 'open'), 0) AS unknownKopecks`;

/** The part of a filter that is applied to counted groups. */
export type GroupFilter = Pick<PurchaseFilter, 'outcomes' | 'goodsStates' | 'kinds' | 'computer'>;

/** The part of a filter by which rows are found. */
export type RowFilter = Omit<PurchaseFilter, keyof GroupFilter>;

/** The mark of the computer that bought; '' for this one. */
export const PAYER = sql`coalesce(computer, '')`;

/** Whether it leaves anything out. */
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
 * Purchases under a filter, to be put behind `FROM purchases`. Every word must be found, as it is or inside another.
 * `join`: what is read beside them, under names that no column of theirs has.
 */
export const fromOne = (accountId: string, clientId: number, filter: RowFilter, join = sql``): Sql => {
  // `+`: by the index of the client.
  const all = sql`+account_id = ${accountId} AND client_id = ${clientId}`;
  return sql`${join} WHERE ${every([all, ...timesOf(filter), ...containsAll(searchWords(filter.search))])}`;
};

/** The condition for a range of the account's purchases. */
export const fromRange = (accountId: string, range: IdRange, filter: RowFilter, join = sql``): Sql => {
  const words = searchWords(filter.search);
  const all = sql`account_id = ${accountId}`;
  const conditions = [all, withinIdRange(range), ...timesOf(filter)];
  if (words.length > 0) {
    // Apart: the texts stand in an index of their own, and the rows are far larger.
    const found = every([all, withinIdRange(range), ...containsAll(words)]);
    conditions.push(sql`+id IN (SELECT id FROM purchases INDEXED BY purchases_by_text WHERE ${found})`);
  }
  return sql`INDEXED BY purchases_by_facts ${join} WHERE ${every(conditions)}`;
};

const timesOf = ({ from, to }: RowFilter): Sql[] => [
  ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
  ...(to === undefined ? [] : [sql`created_at < ${to}`]),
];

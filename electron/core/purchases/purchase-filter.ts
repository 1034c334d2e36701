import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { searchWords } from '#shared/domain/fold-text.ts';
import { type Condition, every } from '../common/condition.ts';
import { containsAll, type IdRange, within } from '../common/id-ranges.ts';

/** What was taken, or would be: the service's own word where there is one. */
export const KOPECKS = 'coalesce(charged_kopecks, price_kopecks)';
export const IS_CHARGED = "outcome = 'charged'";
/** The sums every view of the ledger shows, named as the contract names them. */
export const SUMS = `count(*) FILTER (WHERE ${IS_CHARGED}) AS purchases,
  coalesce(sum(${KOPECKS}) FILTER (WHERE ${IS_CHARGED}), 0) AS spentKopecks,
  count(*) FILTER (WHERE outcome = 'open') AS unknown,
  coalesce(sum(price_kopecks) FILTER (WHERE outcome = 'open'), 0) AS unknownKopecks`;

/** What of a filter is looked at in the groups that are counted. */
export type GroupFilter = Pick<PurchaseFilter, 'outcomes' | 'goodsStates' | 'kinds' | 'computer'>;

/** What of it the rows are found by. */
export type RowFilter = Omit<PurchaseFilter, keyof GroupFilter>;

/** The mark of the computer that bought; '' for this one. */
export const PAYER = "coalesce(computer, '')";

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
export const fromOne = (accountId: string, clientId: number, filter: RowFilter, join = ''): Condition => {
  // `+`: by the index of the client.
  const all: Condition = { sql: '+account_id = ? AND client_id = ?', values: [accountId, clientId] };
  const { sql, values } = every([all, ...timesOf(filter), ...containsAll(searchWords(filter.search))]);
  return { sql: `${join} WHERE ${sql}`, values };
};

/** The same for a range of the account's purchases. */
export const fromRange = (accountId: string, range: IdRange, filter: RowFilter, join = ''): Condition => {
  const words = searchWords(filter.search);
  const all: Condition = { sql: 'account_id = ?', values: [accountId] };
  const conditions = [all, within(range), ...timesOf(filter)];
  if (words.length > 0) {
    // Apart: the texts stand in an index of their own, and the rows are far larger.
    const found = every([all, within(range), ...containsAll(words)]);
    const sql = `+id IN (SELECT id FROM purchases INDEXED BY purchases_by_text WHERE ${found.sql})`;
    conditions.push({ sql, values: found.values });
  }
  const { sql, values } = every(conditions);
  return { sql: `INDEXED BY purchases_by_facts ${join} WHERE ${sql}`, values };
};

const timesOf = ({ from, to }: RowFilter): Condition[] => [
  ...(from === undefined ? [] : [{ sql: 'created_at >= ?', values: [from] }]),
  ...(to === undefined ? [] : [{ sql: 'created_at < ?', values: [to] }]),
];

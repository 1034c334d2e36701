import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import { CHARGED_STATES } from '#shared/domain/journal.ts';
import { type Condition, every, narrowed } from '../common/sorted-rows.ts';
import type { SqlValue } from '../storage/database.ts';

const CHARGED = CHARGED_STATES.map((state) => `'${state}'`).join(', ');

/** What was taken, or would be: the service's own word where there is one. */
export const KOPECKS = 'coalesce(charged_kopecks, price_kopecks)';
export const IS_CHARGED = `state IN (${CHARGED})`;
/** The sums every view of the ledger shows, named as the contract names them. */
export const SUMS = `count(*) FILTER (WHERE ${IS_CHARGED}) AS purchases,
  coalesce(sum(${KOPECKS}) FILTER (WHERE ${IS_CHARGED}), 0) AS spentKopecks,
  count(*) FILTER (WHERE state = 'unknown') AS unknown,
  coalesce(sum(price_kopecks) FILTER (WHERE state = 'unknown'), 0) AS unknownKopecks`;

const wanted = (accountId: string, filter: PurchaseFilter): readonly Condition[] => {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: readonly SqlValue[]): void => {
    conditions.push({ sql, values });
  };
  if (filter.clientId !== undefined) add('client_id = ?', filter.clientId);
  if (filter.states.length > 0) add('state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states));
  if (filter.kinds.length > 0) add('kind IN (SELECT value FROM json_each(?))', JSON.stringify(filter.kinds));
  if (filter.from !== undefined) add('created_at >= ?', filter.from);
  if (filter.to !== undefined) add('created_at < ?', filter.to);
  const words = foldText(filter.search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length > 0) {
    const contains = words.map(() => 'instr(search_text, ?) > 0').join(' AND ');
    // Apart: the texts stand in an index, the rows are far larger.
    add(`+id IN (SELECT id FROM purchases WHERE account_id = ? AND ${contains})`, accountId, ...words);
  }
  return conditions;
};

/** Every word must be found, as it is or inside another. */
export const whereOf = (accountId: string, filter: PurchaseFilter): Condition => {
  const { clientId, states, kinds, from, to } = filter;
  const hasIndex =
    clientId === undefined && (states.length + kinds.length > 0 || from !== undefined || to !== undefined);
  // `+`: by the client, or one row after the other, and not in the order of some other index.
  const account = { sql: hasIndex ? 'account_id = ?' : '+account_id = ?', values: [accountId] };
  return every([account, ...wanted(accountId, filter)]);
};

/** The same for what walks along an index of the account's purchases, be it of a sort or one that holds the sums. */
export const whereAlong = (accountId: string, filter: PurchaseFilter): Condition =>
  narrowed(
    'purchases',
    { sql: 'account_id = ?', values: [accountId] },
    wanted(accountId, filter).length === 0 ? null : whereOf(accountId, filter),
  );

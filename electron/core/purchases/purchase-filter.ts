import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import { CHARGED_STATES } from '#shared/domain/journal.ts';
import type { SqlValue } from '../storage/database.ts';

export interface Where {
  readonly sql: string;
  readonly params: SqlValue[];
}

const CHARGED = CHARGED_STATES.map((state) => `'${state}'`).join(', ');

/** What was taken, or would be: the service's own word where there is one. */
export const KOPECKS = 'coalesce(charged_kopecks, price_kopecks)';
export const IS_CHARGED = `state IN (${CHARGED})`;
/** The sums every view of the ledger shows, named as the contract names them. */
export const SUMS = `count(*) FILTER (WHERE ${IS_CHARGED}) AS purchases,
  coalesce(sum(${KOPECKS}) FILTER (WHERE ${IS_CHARGED}), 0) AS spentKopecks,
  count(*) FILTER (WHERE state = 'unknown') AS unknown,
  coalesce(sum(price_kopecks) FILTER (WHERE state = 'unknown'), 0) AS unknownKopecks`;

/** Every word must be found, as it is or inside another. */
export const whereOf = (accountId: string, filter: PurchaseFilter): Where => {
  const conditions = ['account_id = ?'];
  const params: SqlValue[] = [accountId];
  const add = (condition: string, value: SqlValue): void => {
    conditions.push(condition);
    params.push(value);
  };
  if (filter.clientId !== undefined) add('client_id = ?', filter.clientId);
  if (filter.states.length > 0) add('state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states));
  if (filter.kinds.length > 0) add('kind IN (SELECT value FROM json_each(?))', JSON.stringify(filter.kinds));
  if (filter.from !== undefined) add('created_at >= ?', filter.from);
  if (filter.to !== undefined) add('created_at < ?', filter.to);
  for (const word of foldText(filter.search).split(/\s+/)) {
    if (word !== '') add('instr(search_text, ?) > 0', word);
  }
  return { sql: conditions.join(' AND '), params };
};

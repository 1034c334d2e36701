import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';

/**
 * For a desk that takes the place of another: trusts no folder of it, and notes for each account the time of the last thing that it read or bought.
 * That is taken from the copy's own times: they may have been written by another clock than this computer's. May be
 * repeated.
 */
export const noteRestored = (db: Database): void => {
  const latest = sql`max(a.created_at,
    coalesce((SELECT max(at) FROM balance_history WHERE account_id = a.id), 0),
    coalesce((SELECT max(vpn_as_of) FROM clients WHERE account_id = a.id), 0),
    coalesce((SELECT max(coalesce(finished_at, created_at)) FROM purchases WHERE account_id = a.id), 0))`;
  db.run(sql`UPDATE accounts AS a SET copy_as_of = ${latest}, unknown_since = coalesce(unknown_since, ${latest})`);
  // Their folders may be another computer's, and what was made since is not known: nothing is written or made up for.
  db.run('UPDATE scheduled_lists SET folder_chosen = 0');
  db.run('UPDATE scheduled_list_occasions SET ended_at = started_at WHERE ended_at IS NULL');
};

/**
 * What was read of an account up to then (ms since the epoch, UTC) is as old as the newest copy; `null`: its desk was
 * never brought back.
 */
export const copyAsOf = (db: Database, accountId: string): number | null =>
  db.value<number>(sql`SELECT copy_as_of FROM accounts WHERE id = ${accountId}`);

/**
 * As of when (the same unit) the ends of some of these proxies are known: no service tells them, and what was extended
 * after the first copy is not in it. `null`: all are known whole, as a proxy is that was bought later. `serviceIds`: the
 * service's.
 */
export const proxyDatesAsOf = (db: Database, accountId: string, serviceIds: readonly number[]): number | null =>
  db.value<number>(sql`SELECT max(a.unknown_since) FROM accounts a JOIN dedicated_proxies p
      ON p.account_id = a.id AND p.bought_at <= a.unknown_since
    WHERE a.id = ${accountId} AND p.service_id IN ${among(serviceIds)}`);

import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';

/**
 * Prepares a restored desk: distrusts all its folders, and notes for each account the time of its last reading or
 * purchase. That time comes from the copy itself, because another clock than this computer's may have written it. It
 * may run repeatedly.
 */
export const noteRestored = (db: Database): void => {
  const latest = sql`max(a.created_at,
    coalesce((SELECT max(at) FROM balance_history WHERE account_id = a.id), 0),
    coalesce((SELECT max(vpn_as_of) FROM clients WHERE account_id = a.id), 0),
    coalesce((SELECT max(coalesce(finished_at, created_at)) FROM purchases WHERE account_id = a.id), 0))`;
  db.run(sql`UPDATE accounts AS a SET copy_as_of = ${latest}, unknown_since = coalesce(unknown_since, ${latest})`);
  // The folders may belong to another computer, and lists and reports made since the copy are unknown. So nothing is written, and
  // missed lists are not made up for.
  db.run('UPDATE scheduled_lists SET folder_chosen = 0');
  db.run('UPDATE scheduled_reports SET folder_chosen = 0');
  // Checks of lists use up traffic, and the clients may have used theirs since.
  db.run('UPDATE checked_lists SET held = 1');
  db.run('UPDATE due_lists SET ended_at = started_at WHERE ended_at IS NULL');
};

/**
 * Returns the time (ms since the epoch, UTC) up to which the account's readings come from the newest copy, or `null` if
 * its desk was never restored.
 */
export const copyAsOf = (db: Database, accountId: string): number | null =>
  db.value<number>(sql`SELECT copy_as_of FROM accounts WHERE id = ${accountId}`);

/**
 * Returns the time (ms since the epoch, UTC) up to which the ends of some of these proxies are known. The service does
 * not report them, and extensions after the first copy are missing in it. `null` if all ends are known, because the
 * proxies were bought later. `serviceIds` are the service's ids.
 */
export const proxyDatesAsOf = (db: Database, accountId: string, serviceIds: readonly number[]): number | null =>
  db.value<number>(sql`SELECT max(a.unknown_since) FROM accounts a JOIN dedicated_proxies p
      ON p.account_id = a.id AND p.bought_at <= a.unknown_since
    WHERE a.id = ${accountId} AND p.service_id IN ${among(serviceIds)}`);

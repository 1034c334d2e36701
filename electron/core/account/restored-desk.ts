import type { Database } from '../storage/database.ts';

/** Of a desk that was brought back from a copy. Times are ms since the epoch, UTC; `null`: it never was. */
export interface RestoredDesk {
  /** What was read up to then is as old as the newest copy. */
  readonly copyAsOf: number | null;
  /** What was bought afterwards may be missing: the first copy ends here. */
  readonly unknownSince: number | null;
}

/**
 * For a desk that takes the place of another: notes for each account up to when it has read or bought anything. By the
 * copy's own times, because the clock of this computer may not be the one they were written by. May be repeated.
 */
export const noteRestored = (db: Database): void => {
  const latest = `max(a.created_at,
    coalesce((SELECT max(at) FROM balance_history WHERE account_id = a.id), 0),
    coalesce((SELECT max(vpn_as_of) FROM clients WHERE account_id = a.id), 0),
    coalesce((SELECT max(coalesce(finished_at, created_at)) FROM purchases WHERE account_id = a.id), 0))`;
  db.run(`UPDATE accounts AS a SET copy_as_of = ${latest}, unknown_since = coalesce(unknown_since, ${latest})`);
};

export const restoredDeskOf = (db: Database, accountId: string): RestoredDesk =>
  db.get<RestoredDesk>(
    'SELECT copy_as_of AS copyAsOf, unknown_since AS unknownSince FROM accounts WHERE id = ?',
    accountId,
  ) ?? { copyAsOf: null, unknownSince: null };

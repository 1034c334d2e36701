import type { Database } from '../storage/database.ts';

/**
 * For a desk that is brought back from a copy: it knows nothing of what was bought after the copy was made. What was
 * about to be sent may have been sent, and what waited in a bulk run may have been bought, so the one has to be found out
 * and the other is never gone on with. May be repeated.
 */
export const settleRestored = (db: Database): void =>
  db.transaction(() => {
    db.run("UPDATE purchases SET state = 'sent', sent_at = created_at WHERE state = 'prepared'");
    db.run(
      `UPDATE bulk_runs SET state = 'stopped', stop_reason = 'restored', error_json = NULL
       WHERE state IN ('running', 'stopped')`,
    );
  });

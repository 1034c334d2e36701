import { BEFORE_COPY } from '#core/automation/standing/occasion-repository.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';

const UNSENT = sql`outcome = 'pending' AND sent_at IS NULL AND computer IS NULL`;

/** Whether anything was about to be sent: in a copy of the desk it may have been. */
export const mayHaveLeft = (db: Database): boolean => db.has(sql`SELECT 1 FROM purchases WHERE ${UNSENT}`);

/**
 * For a desk that is brought back from a copy: it knows nothing of what was bought after the copy was made. What was
 * about to be sent may have been sent, and what waited in a run of purchases may have been bought, so the one has to be
 * found out and the other is never gone on with. When it was sent is told by the uptime of a machine that may not be this
 * one: the service's time begins anew. May be repeated.
 */
export const settleRestored = (db: Database, clock: Clock): void =>
  db.transaction(() => {
    db.run(sql`UPDATE purchases SET sent_at = created_at WHERE ${UNSENT}`);
    // What other computers of a shared desk made is theirs to find out.
    db.run(sql`UPDATE purchases SET restored_mark = iif(computer IS NULL, (SELECT max(id) FROM purchases), NULL),
        sent_uptime = iif(computer IS NULL, ${uptimeOf(clock)}, NULL), ended_uptime = ${uptimeOf(clock)}
      WHERE outcome IN ('pending', 'open')`);
    // Of another machine, perhaps: then only the clock on the wall compares them.
    db.run(
      `UPDATE purchases SET restored_mark = iif(computer IS NULL, (SELECT max(id) FROM purchases), NULL), ended_uptime = NULL
       WHERE outcome IN ('charged', 'not-charged')`,
    );
    db.run('UPDATE balance_history SET seen_uptime = NULL');
    // What they have bought since is in no ledger here: only the user lets them go on.
    db.run(
      `UPDATE standing_orders SET is_on = 0, hindrance_json = '{"code":"restored"}'
       WHERE is_on = 1 AND account_id NOT IN (SELECT account_id FROM shared_desks)`,
    );
    // Of a shared desk the others tell it. What came of what had begun here is what nobody may know.
    db.run(sql`UPDATE standing_occasions SET computer = ${BEFORE_COPY}
      WHERE computer IS NULL AND account_id IN (SELECT account_id FROM shared_desks)`);
    db.run(sql`UPDATE runs SET state = 'stopped', reason = 'restored', error_json = NULL,
      finished_at = coalesce(finished_at, ${clock.now()})
      WHERE kind = 'purchases' AND state IN ('running', 'paused', 'interrupted', 'stopped')`);
  });

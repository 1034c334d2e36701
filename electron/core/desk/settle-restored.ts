import { markStartedBeforeCopy } from '#core/automation/standing/due-item-repository.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';

const UNSENT = sql`outcome = 'pending' AND sent_at IS NULL AND computer IS NULL`;

/** Returns whether a purchase was about to be sent. If the desk is a copy, it may have been sent since. */
export const mayHaveLeft = (db: Database): boolean => db.has(sql`SELECT 1 FROM purchases WHERE ${UNSENT}`);

/**
 * Corrects the purchases of a desk that was restored from a copy, which knows nothing of later purchases. A purchase
 * that was about to be sent may have been sent, so it becomes open. A waiting line of a run of purchases may have been
 * bought, so the run never continues. The stored uptimes may belong to another machine, so the lag window of the
 * service starts again. It can be called more than once.
 */
export const settleRestored = (db: Database, clock: Clock): void =>
  db.transaction(() => {
    db.run(sql`UPDATE purchases SET sent_at = created_at WHERE ${UNSENT}`);
    // Other computers of a shared desk find out about their own purchases.
    db.run(sql`UPDATE purchases SET restored_mark = iif(computer IS NULL, (SELECT max(id) FROM purchases), NULL),
        sent_uptime = iif(computer IS NULL, ${uptimeOf(clock)}, NULL), ended_uptime = ${uptimeOf(clock)}
      WHERE outcome IN ('pending', 'open')`);
    // The uptimes may belong to another machine. Then only the wall clock can compare them.
    db.run(
      `UPDATE purchases SET restored_mark = iif(computer IS NULL, (SELECT max(id) FROM purchases), NULL), ended_uptime = NULL
       WHERE outcome IN ('charged', 'not-charged')`,
    );
    db.run('UPDATE balance_history SET seen_uptime = NULL');
    // Purchases that orders made since then are in no ledger here, so only the user may switch the orders on again.
    db.run(
      `UPDATE standing_orders SET is_on = 0, blocked_reason_json = '{"code":"restored"}'
       WHERE is_on = 1 AND account_id NOT IN (SELECT account_id FROM shared_desks)`,
    );
    // On a shared desk the other computers report it. Nobody may know the outcome of what had begun on this one.
    markStartedBeforeCopy(db, sql`account_id IN (SELECT account_id FROM shared_desks)`);
    db.run(sql`UPDATE runs SET state = 'stopped', reason = 'restored', error_json = NULL,
      finished_at = coalesce(finished_at, ${clock.now()})
      WHERE kind = 'purchases' AND state IN ('running', 'paused', 'interrupted', 'stopped')`);
  });

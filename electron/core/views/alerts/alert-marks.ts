import type { Database } from '#core/platform/sqlite/database.ts';
import { among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { SHORTEST_RENEWAL_MS } from '#shared/domain/alert-stages.ts';

/*
 * Which alerts there are each computer works out itself, of what all of them know. What somebody did with one is a mark:
 * by what the alert is about, so that it counts on every computer, whether the alert comes there before or after it.
 */

/** Alerts of one computer alone have none: its folders, and what its standing orders say. */
export const MARKED_ALERTS = ['vpn', 'proxy', 'traffic', 'balance'] as const;
const HAS_MARK = sql`a.kind IN (SELECT value FROM json_each(${JSON.stringify(MARKED_ALERTS)}))`;
/** Addresses of proxies may change, and a balance is one. */
const TARGET = sql`iif(a.kind IN ('vpn', 'traffic'), lower(a.target), '')`;
const SAME = sql`m.account_id = a.account_id AND m.kind = a.kind
  AND coalesce(m.client_id, 0) = iif(a.kind = 'proxy', 0, coalesce(a.client_id, 0))
  AND coalesce(m.proxy_id, 0) = coalesce(a.proxy_id, 0) AND m.target = ${TARGET}`;
/** The same end, or one before it; ends of proxies are read in each computer's own zone. */
const COVERED = sql`m.stage <= a.stage AND coalesce(a.edition, 0) - coalesce(m.edition, 0) <= ${SHORTEST_RENEWAL_MS}`;

/** The undo group of a dismissal elsewhere: none of this desk's own has it. */
const DISMISSED_ELSEWHERE = 2 ** 40;

/** Notes what was done with these alerts. `at`: ms, UTC. */
export const markAlerts = (db: Database, alertIds: readonly number[], at: number): void => {
  db.run(sql`INSERT INTO alert_marks (account_id, kind, client_id, proxy_id, target, stage, edition, state, at)
    SELECT a.account_id, a.kind, iif(a.kind = 'proxy', NULL, a.client_id), a.proxy_id, ${TARGET}, a.stage,
    a.edition, CASE WHEN a.dismissed > 0 THEN 'dismissed' WHEN a.read_at IS NOT NULL THEN 'read' ELSE 'shown' END, ${at}
    FROM alerts a WHERE a.id IN ${among(alertIds)} AND ${HAS_MARK}
    ON CONFLICT DO UPDATE SET stage = excluded.stage, edition = excluded.edition, state = excluded.state,
    at = excluded.at`);
};

/** Does with alerts what was done with them elsewhere. `which`: a condition on `a`, the alerts, and `m`, the marks. */
const follow = (db: Database, which: Sql): void => {
  db.run(sql`UPDATE alerts SET (told_at, read_at, dismissed) = (
      SELECT coalesce(a.told_at, m.at), iif(m.state = 'read', coalesce(a.read_at, m.at), a.read_at),
        CASE WHEN m.state <> 'dismissed' THEN 0 WHEN a.dismissed > 0 THEN a.dismissed ELSE ${DISMISSED_ELSEWHERE} END
      FROM alerts a, alert_marks m WHERE a.id = alerts.id AND ${SAME})
    WHERE id IN (SELECT a.id FROM alert_marks m JOIN alerts a ON ${SAME} WHERE ${which} AND ${COVERED})`);
};

/** An alert was raised here: somebody may have dealt with it already. */
export const followMarks = (db: Database, alertId: number): void => follow(db, sql`a.id = ${alertId}`);

/** A mark has come: the alert may be here already. */
export const followMark = (db: Database, markId: number): void => follow(db, sql`m.id = ${markId}`);

/** There is nothing to tell of it any more: the next alert about the same is a new one. */
export const endMark = (db: Database, alertId: number): void => {
  db.run(sql`DELETE FROM alert_marks AS m
    WHERE EXISTS (SELECT 1 FROM alerts a WHERE a.id = ${alertId} AND ${SAME})`);
};

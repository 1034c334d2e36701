import type { Database } from '#core/platform/sqlite/database.ts';
import { among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { SHORTEST_RENEWAL_MS } from '#shared/domain/alert-stages.ts';

/**
 * Each computer of a shared desk raises its own alerts from the shared data. A mark records that a user has seen, read
 * or dismissed one. It refers to the subject of the alert, so it counts on every computer, whether the alert appears
 * there earlier or later.
 */

/** Kinds of alerts that have marks. Those about one computer alone have none: its folders and its standing orders. */
export const MARKED_ALERTS = ['vpn', 'proxy', 'traffic', 'balance'] as const;
const HAS_MARK = sql`a.kind IN (SELECT value FROM json_each(${JSON.stringify(MARKED_ALERTS)}))`;
/**
 * The target of a mark. It is empty for proxies, whose addresses may change, and for the balance, which exists once.
 */
const TARGET = sql`iif(a.kind IN ('vpn', 'traffic'), lower(a.target), '')`;
const SAME = sql`m.account_id = a.account_id AND m.kind = a.kind
  AND coalesce(m.client_id, 0) = iif(a.kind = 'proxy', 0, coalesce(a.client_id, 0))
  AND coalesce(m.proxy_id, 0) = coalesce(a.proxy_id, 0) AND m.target = ${TARGET}`;
/**
 * Condition: the mark is about the alert's end or an earlier one of the same period, and the alert is not hidden because
 * the balance covers everything. Ends of proxies are read in each computer's own zone.
 */
const IS_ABOUT = sql`a.is_covered = 0 AND m.stage <= a.stage
  AND coalesce(a.event_at, 0) - coalesce(m.event_at, 0) <= ${SHORTEST_RENEWAL_MS}`;

/** Stores marks with the present state of these alerts. `at` in ms since the epoch, UTC. */
export const markAlerts = (db: Database, alertIds: readonly number[], at: number): void => {
  db.run(sql`INSERT INTO alert_marks (account_id, kind, client_id, proxy_id, target, stage, event_at, state, at)
    SELECT a.account_id, a.kind, iif(a.kind = 'proxy', NULL, a.client_id), a.proxy_id, ${TARGET}, a.stage,
    a.event_at, CASE WHEN a.is_dismissed = 1 THEN 'dismissed' WHEN a.read_at IS NOT NULL THEN 'read' ELSE 'shown' END, ${at}
    FROM alerts a WHERE a.id IN ${among(alertIds)} AND ${HAS_MARK}
    ON CONFLICT DO UPDATE SET stage = excluded.stage, event_at = excluded.event_at, state = excluded.state,
    at = excluded.at`);
};

/** Applies marks to alerts. `which` is a condition on `a`, the alerts, and `m`, the marks. */
const applyMarks = (db: Database, which: Sql): void => {
  db.run(sql`UPDATE alerts SET (notified_at, read_at, is_dismissed, dismissal) = (
      SELECT coalesce(a.notified_at, m.at), iif(m.state = 'read', coalesce(a.read_at, m.at), a.read_at),
        m.state = 'dismissed', iif(m.state = 'dismissed', a.dismissal, NULL)
      FROM alerts a, alert_marks m WHERE a.id = alerts.id AND ${SAME})
    WHERE id IN (SELECT a.id FROM alert_marks m JOIN alerts a ON ${SAME} WHERE ${which} AND ${IS_ABOUT})`);
};

/** Applies an existing mark to a new alert, because it may have been handled on another computer. */
export const applyMarksTo = (db: Database, alertId: number): void => applyMarks(db, sql`a.id = ${alertId}`);

/** Applies a new mark to an existing alert. */
export const applyMark = (db: Database, markId: number): void => applyMarks(db, sql`m.id = ${markId}`);

/** Deletes the mark of an alert that has ended, so that the next one about the same subject is new. */
export const endMark = (db: Database, alertId: number): void => {
  db.run(sql`DELETE FROM alert_marks AS m
    WHERE EXISTS (SELECT 1 FROM alerts a WHERE a.id = ${alertId} AND ${SAME})`);
};

import type { StandingNews } from '#core/automation/standing/order-check-context.ts';
import type { StoppedProxies } from '#core/catalogue/dedicated/check-history.ts';
import { PROXY_ADDRESS } from '#core/catalogue/dedicated/proxy-lines.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, json, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { Alert, AlertCounts, RenewalCover, StandingAlert } from '#shared/contract/alerts.ts';
import type { UnnotifiedKind } from '#shared/domain/alert-texts.ts';
import type { PaidSum } from '#shared/domain/paid-until.ts';
import { applyMarksTo, endMark, markAlerts } from './alert-marks.ts';

/** The subject of an alert. */
export interface Subject {
  readonly accountId: string;
  readonly kind: Alert['kind'];
  /** Unique within the kind. */
  readonly subject: string;
  readonly clientId: number | null;
  readonly proxyId: number | null;
  readonly target: string;
}

/** The subject of an alert about proxies that stopped: the dedicated ones together, or a list by its id. */
type StoppedSubject =
  | { readonly kind: 'check'; readonly subject: '' }
  | { readonly kind: 'list-check'; readonly subject: string };

/** The content of an alert. */
interface AlertContent {
  readonly stage: number;
  readonly eventAt: number | null;
  readonly trafficGb: number | null;
  readonly cover: RenewalCover | null;
}

/** Condition for visible alerts. */
const SHOWN = sql`is_dismissed = 0 AND is_covered = 0`;
/** Condition for alerts that are to be sent to the reseller's chat. It names the columns of an index. */
const UNSENT = sql`chat_sent_at IS NULL AND read_at IS NULL AND ${SHOWN}`;
/** Whether the announced end has passed at `now` (ms since the epoch, UTC). */
const isOverAt = (now: number): Sql => sql`coalesce(kind IN ('vpn', 'proxy') AND event_at <= ${now}, 0)`;
const ALERTS = sql`SELECT a.id, a.kind, a.stage, a.client_id, coalesce(c.name, '') AS clientName,
    coalesce(c.client_key, '') AS clientKey, c.messenger_id, a.proxy_id, coalesce(${PROXY_ADDRESS}, a.target) AS target,
    a.event_at AS endsAt, a.traffic_gb, a.cover_json AS "cover:json", a.order_json AS "standing:json",
    a.stopped_json AS "stopped:json",
    iif(l.id IS NULL, NULL, json_object('listId', l.id, 'title', l.title, 'runId', l.last_check_json ->> 'runId'))
      AS "list:json",
    a.paid_json AS "paid:json",
    s.id AS scheduleId, coalesce(s.name, '') AS scheduleName, a.raised_at, a.read_at
  FROM alerts a LEFT JOIN clients c ON c.id = a.client_id LEFT JOIN dedicated_proxies p ON p.id = a.proxy_id
    LEFT JOIN scheduled_lists s ON a.kind = 'schedule' AND s.id = CAST(a.subject AS INTEGER)
    LEFT JOIN lists l ON a.kind = 'list-check' AND l.id = CAST(a.subject AS INTEGER)`;

export type AlertRepository = ReturnType<typeof createAlertRepository>;

/**
 * Creates the SQL of the table `alerts`. Functions that may change many rows take a `limit` and are repeated in slices.
 */
export const createAlertRepository = (db: Database) => {
  let lastGroup = 0;
  const idsOf = (where: Sql, limit: number): readonly number[] =>
    db.values<number>(sql`SELECT id FROM alerts WHERE ${where} LIMIT ${limit}`);
  const set = (change: Sql, ids: readonly number[]): number =>
    db.run(sql`UPDATE alerts SET ${change} WHERE id IN ${among(ids)}`).changes;
  /** Changes alerts because of a user's action, and stores the marks. */
  const setByHand = (change: Sql, ids: readonly number[], at: number): number =>
    db.transaction(() => {
      const count = set(change, ids);
      markAlerts(db, ids, at);
      return count;
    });
  const isOne = (ids: readonly number[] | null): Sql => (ids === null ? sql`true` : sql`id IN ${among(ids)}`);
  const countKinds = (where: Sql, now: number): readonly UnnotifiedKind[] =>
    db.all<UnnotifiedKind>(sql`SELECT kind, ${isOverAt(now)} AS "isOver:flag", count(*) AS count
      FROM alerts WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2 DESC`);
  const count = (where: Sql): number => db.value<number>(sql`SELECT count(*) FROM alerts WHERE ${where}`) ?? 0;

  /** Puts an alert on the list, unread and not yet shown on the desktop. */
  const raise = (
    { accountId, kind, subject, clientId, proxyId, target }: Subject,
    content: AlertContent,
    at: number,
  ) => {
    db.run(sql`INSERT INTO alerts (account_id, kind, subject, client_id, proxy_id, target, stage, event_at, traffic_gb,
        cover_json, raised_at)
      VALUES (${accountId}, ${kind}, ${subject}, ${clientId}, ${proxyId}, ${target}, ${content.stage},
      ${content.eventAt}, ${content.trafficGb}, ${json(content.cover)}, ${at})
      ON CONFLICT DO UPDATE SET client_id = excluded.client_id, proxy_id = excluded.proxy_id, target = excluded.target,
        stage = excluded.stage, event_at = excluded.event_at, traffic_gb = excluded.traffic_gb,
        cover_json = excluded.cover_json, raised_at = excluded.raised_at, notified_at = NULL, read_at = NULL,
        is_covered = 0, is_dismissed = 0, dismissal = NULL, chat_sent_at = NULL`);
    const alertId = db.value<number>(sql`SELECT id FROM alerts WHERE account_id = ${accountId} AND kind = ${kind}
      AND subject = ${subject}`);
    if (alertId !== null) applyMarksTo(db, alertId);
  };
  /** Raises an alert that is about neither a client nor a proxy. */
  const raiseOfDesk = (
    of: Pick<Subject, 'accountId' | 'kind' | 'subject'> & Partial<Pick<Subject, 'target'>>,
    content: Pick<AlertContent, 'stage' | 'eventAt'>,
    at: number,
  ): void => {
    const { accountId, kind, subject, target = '' } = of;
    const { stage, eventAt } = content;
    raise(
      { accountId, kind, subject, clientId: null, proxyId: null, target },
      { stage, eventAt, trafficGb: null, cover: null },
      at,
    );
  };

  return {
    raise,
    /**
     * Stores the alert of a standing order, or removes it (`null`). It is raised again if the order asks about more
     * things or reports something else. Returns whether anything changed.
     */
    putStanding: (accountId: string, subject: string, news: StandingNews | null, at: number): boolean => {
      const alert = sql`account_id = ${accountId} AND kind = 'order' AND subject = ${subject}`;
      // A row of an older version has no `newest`.
      const row = db.get<{ standing: (StandingAlert & Partial<StandingNews>) | null }>(sql`
        SELECT order_json AS "standing:json" FROM alerts WHERE ${alert}`);
      if (news === null) {
        db.run(sql`DELETE FROM alerts WHERE ${alert}`);
        return row !== undefined;
      }
      const before = row?.standing ?? null;
      const known = before?.newest ?? news.newest;
      const now = json({ ...news, newest: Math.max(known, news.newest) });
      if (json(before) === now) return false;
      const isNews = before?.topic !== news.topic || before.count < news.count || known < news.newest;
      if (isNews) raiseOfDesk({ accountId, kind: 'order', subject }, { stage: 1, eventAt: null }, at);
      db.run(sql`UPDATE alerts SET order_json = ${now} WHERE ${alert}`);
      return true;
    },
    /** Updates the data of an alert without raising it again, and shows it again if it was covered. */
    update: (alertId: number, content: AlertContent): void => {
      db.run(sql`UPDATE alerts SET stage = ${content.stage}, event_at = ${content.eventAt},
        traffic_gb = ${content.trafficGb}, cover_json = ${json(content.cover)}, is_covered = 0 WHERE id = ${alertId}`);
    },
    /** Hides the alert of a balance that covers everything again. It is not raised again while it is kept. */
    cover: (alertId: number, cover: RenewalCover | null): void => {
      db.run(sql`UPDATE alerts SET cover_json = ${json(cover)}, is_covered = 1 WHERE id = ${alertId}`);
    },
    drop: (alertId: number): void => {
      db.run(sql`DELETE FROM alerts WHERE id = ${alertId}`);
    },
    /**
     * Ends an alert whose cause is gone, so that a user's action does not count for the next one about the same
     * subject.
     */
    end: (alertId: number): void => endMark(db, alertId),
    /**
     * Stores why a scheduled list or the report cannot be written, or `null` if it can. The same reason again raises no
     * alert. Returns whether anything changed.
     */
    setTrouble: (
      accountId: string,
      { kind, subject }: { readonly kind: 'schedule' | 'report'; readonly subject: string },
      trouble: string | null,
      at: number,
    ): boolean => {
      const known = db.get<{ id: number; target: string }>(sql`SELECT id, target FROM alerts
        WHERE account_id = ${accountId} AND kind = ${kind} AND subject = ${subject}`);
      if (trouble === (known?.target ?? null)) return false;
      if (trouble === null) db.run(sql`DELETE FROM alerts WHERE id = ${known?.id ?? 0}`);
      else raiseOfDesk({ accountId, kind, subject, target: trouble }, { stage: 1, eventAt: null }, at);
      return true;
    },
    /**
     * Stores which dedicated proxies, or which proxies of a list, have stopped working, or removes the alert if none have.
     * It is raised again if another proxy stopped. Returns whether anything changed.
     */
    putStopped: (
      accountId: string,
      { kind, subject }: StoppedSubject,
      { newest, ...stopped }: StoppedProxies,
      at: number,
    ): boolean => {
      const alert = sql`account_id = ${accountId} AND kind = ${kind} AND subject = ${subject}`;
      const row = db.get<{ eventAt: number | null; stopped: unknown }>(sql`
        SELECT event_at, stopped_json AS "stopped:json" FROM alerts WHERE ${alert}`);
      if (stopped.count === 0) {
        db.run(sql`DELETE FROM alerts WHERE ${alert}`);
        return row !== undefined;
      }
      const isNews = newest > (row?.eventAt ?? 0);
      if (!isNews && json(row?.stopped ?? null) === json(stopped)) return false;
      if (isNews) raiseOfDesk({ accountId, kind, subject }, { stage: 1, eventAt: newest }, at);
      // The time stays that of the last stop that was announced.
      db.run(sql`UPDATE alerts SET stopped_json = ${json(stopped)} WHERE ${alert}`);
      return true;
    },
    /**
     * Stores for how many clients the paid time ends or has ended, or removes the alert if it is none. It is raised again if
     * a client has reached another stage, or if there are more of them. Returns whether anything changed.
     */
    putPaid: (accountId: string, { newest, ...paid }: PaidSum, at: number): boolean => {
      const alert = sql`account_id = ${accountId} AND kind = 'paid-until' AND subject = ''`;
      const row = db.get<{ eventAt: number | null; paid: Omit<PaidSum, 'newest'> | null }>(sql`
        SELECT event_at, paid_json AS "paid:json" FROM alerts WHERE ${alert}`);
      const total = paid.ended + paid.soon;
      if (total === 0) {
        db.run(sql`DELETE FROM alerts WHERE ${alert}`);
        return row !== undefined;
      }
      const known = row?.paid ?? { ended: 0, soon: 0 };
      const eventAt = row?.eventAt ?? 0;
      // A stage in the future was reached by a clock that ran ahead, and says nothing about those of today.
      const reached = eventAt > at ? 0 : eventAt;
      const isNews = newest > reached || total > known.ended + known.soon;
      if (!isNews && json(row?.paid ?? null) === json(paid)) return false;
      const stage = paid.ended > 0 ? 0 : 1;
      if (isNews) {
        const eventAt = Math.max(newest, reached);
        raiseOfDesk({ accountId, kind: 'paid-until', subject: '' }, { stage, eventAt }, at);
      }
      db.run(sql`UPDATE alerts SET paid_json = ${json(paid)}, stage = ${stage} WHERE ${alert}`);
      return true;
    },
    /** Returns the lists that have an alert about their proxies, as the subjects of the alerts. */
    listsWithAlert: (accountId: string): string[] =>
      db.values<string>(sql`SELECT subject FROM alerts WHERE account_id = ${accountId} AND kind = 'list-check'`),
    counts: (accountId: string): AlertCounts => ({
      total: count(sql`account_id = ${accountId} AND ${SHOWN}`),
      unread: count(sql`account_id = ${accountId} AND ${SHOWN} AND read_at IS NULL`),
    }),
    /** Returns a page of the alerts: the newest local day first, within a day by kind, and within a kind the newest first. */
    page: (accountId: string, offset: number, limit: number): Alert[] =>
      db.all<Alert>(sql`${ALERTS} WHERE a.account_id = ${accountId} AND ${SHOWN}
        ORDER BY local_date(a.raised_at) DESC, a.kind, a.raised_at DESC, a.id DESC
        LIMIT ${limit} OFFSET ${offset}`),
    get: (accountId: string, alertId: number): Alert | undefined =>
      db.get<Alert>(sql`${ALERTS} WHERE a.id = ${alertId} AND a.account_id = ${accountId} AND ${SHOWN}`),
    /** Returns up to `limit` alerts that were not shown on the desktop, newest last. */
    unnotified: (accountId: string, limit: number): Alert[] =>
      db.all<Alert>(sql`${ALERTS} WHERE a.account_id = ${accountId} AND a.notified_at IS NULL AND ${SHOWN}
        ORDER BY a.id LIMIT ${limit}`),
    /**
     * Counts the alerts that were not shown on the desktop. Ends in the past are counted separately. `now` in ms since
     * the epoch, UTC.
     */
    unnotifiedByKind: (accountId: string, now: number): readonly UnnotifiedKind[] =>
      countKinds(sql`account_id = ${accountId} AND notified_at IS NULL AND ${SHOWN}`, now),
    /** Marks up to `limit` alerts as shown on the desktop, and returns their number. */
    markNotified: (accountId: string, at: number, limit: number): number =>
      set(sql`notified_at = ${at}`, idsOf(sql`account_id = ${accountId} AND notified_at IS NULL`, limit)),
    /**
     * Returns the ids of up to `limit` alerts that are to be sent to the reseller's chat, newest last. Alerts that
     * were read or dismissed in the app are not sent any more.
     */
    unsent: (accountId: string, limit: number): readonly number[] =>
      db.values<number>(sql`SELECT id FROM alerts WHERE account_id = ${accountId} AND ${UNSENT}
        ORDER BY id LIMIT ${limit}`),
    /** Returns these alerts, newest last. */
    byIds: (ids: readonly number[]): Alert[] => db.all<Alert>(sql`${ALERTS} WHERE a.id IN ${among(ids)} ORDER BY a.id`),
    /** Counts these alerts like `unnotifiedByKind`. */
    countByKind: (ids: readonly number[], now: number): readonly UnnotifiedKind[] =>
      countKinds(sql`id IN ${among(ids)}`, now),
    /** Marks alerts as sent to the chat; with `null` they are to be sent again. */
    markSent: (ids: readonly number[], at: number | null): void => {
      set(sql`chat_sent_at = ${at}`, ids);
    },
    markRead: (accountId: string, ids: readonly number[] | null, at: number, limit: number): number => {
      const unread = sql`account_id = ${accountId} AND ${SHOWN} AND read_at IS NULL AND ${isOne(ids)}`;
      return setByHand(sql`read_at = ${at}`, idsOf(unread, limit), at);
    },
    dismiss: (accountId: string, ids: readonly number[] | null, group: number, at: number, limit: number): number => {
      const shown = idsOf(sql`account_id = ${accountId} AND ${SHOWN} AND ${isOne(ids)}`, limit);
      return setByHand(sql`is_dismissed = 1, dismissal = ${group}`, shown, at);
    },
    undoDismiss: (accountId: string, group: number, at: number, limit: number): number =>
      setByHand(
        sql`is_dismissed = 0, dismissal = NULL`,
        idsOf(sql`account_id = ${accountId} AND dismissal = ${group}`, limit),
        at,
      ),
    /** Returns a number for a dismissal that was never used before. */
    nextGroup: (): number => {
      const stored = db.value<number>('SELECT max(dismissal) FROM alerts') ?? 0;
      lastGroup = Math.max(lastGroup, stored) + 1;
      return lastGroup;
    },
  };
};

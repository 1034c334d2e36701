import { endsIn } from '#core/catalogue/clients/ending-subscriptions.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { instantOfWallTime, wallTimeAt } from '#shared/domain/assumed-zone.ts';
import type { EndWindow } from '#shared/domain/client-needs.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { dueFrom, dueUntil, nextWithinHours } from '#shared/domain/schedule-time.ts';
import { SUM_MAY_LAG_MS } from '#shared/domain/spending.ts';
import { afterTopUp, STILL_DUE_DAYS } from '#shared/domain/standing-rules.ts';
import { SAME_END_MS } from '#shared/domain/subscription-identity.ts';
import type { StoredOrder } from './stored-order.ts';

/** One thing that an order should pay for now, as the desk knows it. Times are ms since the epoch, UTC. */
export interface DueTarget {
  /** With `version` it is a due item: each is paid for once. */
  readonly target: string;
  readonly version: number;
  readonly clientId: number | null;
  readonly proxyId: number | null;
  /** The service's, of a proxy. */
  readonly serviceId: number | null;
  readonly endsAt: number | null;
  /** When that was read. */
  readonly asOf: number | null;
  readonly dueAt: number;
  /** Of a pool that was topped up lately: it waits for the top-up to show, or the user is asked. */
  readonly show: 'ready' | 'wait' | 'ask';
}

/** By so much, in ms, versions of one due item may differ: ends come as services round them. */
export const roundingMsOf = ({ endsAt }: DueTarget): number => (endsAt === null ? 0 : SAME_END_MS);

const DAY = 86_400_000;
/** 2020: so that thousands of times add up to a whole number that is exact. */
const EPOCH = sql`1577836800000`;
/** More than a run of purchases takes. */
const MOST = 10_000;

const isThere = (accountId: string): Sql => sql`c.account_id = ${accountId} AND c.removed = 0 AND c.archived = 0`;

/** Who an order is for, with what they have: `c` is each client. `CROSS JOIN`: the planner has no statistics. */
const membersWith = ({ id, accountId, targetsOf, tag }: StoredOrder, goods: Sql): Sql =>
  targetsOf === 'tag'
    ? sql`client_tags m CROSS JOIN clients c ON c.id = m.client_id CROSS JOIN ${goods}
        WHERE m.account_id = ${accountId} AND m.tag = ${tag} AND ${isThere(accountId)}`
    : sql`standing_clients m CROSS JOIN clients c ON c.id = m.client_id CROSS JOIN ${goods}
        WHERE m.order_id = ${id} AND ${isThere(accountId)}`;

interface VpnRow {
  readonly clientId: number;
  readonly uuid: string;
  readonly endsAt: number;
  readonly asOf: number | null;
}

/** A page of the subscriptions that end in a window, the first to end first: those behind `after`. */
export const endingVpn = (db: Database, order: StoredOrder, from: number, to: number, after?: VpnRow): VpnRow[] => {
  const window: EndWindow = { from: after?.endsAt ?? from, to, only: 'any' };
  const { endsAt, clientId, uuid } = after ?? { endsAt: from, clientId: -1, uuid: '' };
  // Many may have the tag: from the ends, which are fewer. Else by each client's own subscriptions.
  const found =
    order.targetsOf === 'tag'
      ? sql`vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
          WHERE ${endsIn(window)} AND ${isThere(order.accountId)}
            AND EXISTS (SELECT 1 FROM client_tags t WHERE t.client_id = c.id AND t.tag = ${order.tag})`
      : sql`${membersWith(order, sql`vpn_subscriptions s ON s.client_id = c.id`)} AND ${endsIn(window, sql`+s.`)}`;
  return db.all<VpnRow>(sql`SELECT s.client_id, s.uuid, s.expires_at AS endsAt, c.vpn_as_of AS asOf
    FROM ${found} AND (s.expires_at, s.client_id, s.uuid) > (${endsAt}, ${clientId}, ${uuid})
    ORDER BY s.expires_at, s.client_id, s.uuid LIMIT ${MOST}`);
};

/**
 * Clients with a renewal of which neither answer nor list has said yet when it ends, or that was made after `since` and whose
 * list still has an end that is due by `until`; and when that was read. Of all orders: from the ends, which are fewer than an
 * order's clients.
 */
export const unlistedRenewals = (
  db: Database,
  accountId: string,
  { since, from, until }: { readonly since: number; readonly from: number; readonly until: number },
): { readonly clientId: number; readonly asOf: number | null }[] =>
  db.all(sql`SELECT DISTINCT c.id AS client_id, c.vpn_as_of AS as_of
    FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
    WHERE s.gone_at IS NULL AND (s.expires_at IS NULL OR s.expires_at >= ${from} AND s.expires_at < ${until})
      AND ${isThere(accountId)} AND EXISTS (SELECT 1 FROM purchases p WHERE p.client_id = c.id AND p.kind = 'vpn-renew'
        AND p.outcome = 'charged' AND lower(p.order_json ->> '$.uuid') = lower(s.uuid)
        AND (s.expires_at IS NULL OR p.created_at >= ${since}))
    LIMIT ${MOST}`);

interface ProxyRow {
  readonly proxyId: number;
  readonly serviceId: number;
  readonly clientId: number | null;
  readonly wallEnd: number;
  readonly ipv: number;
  readonly countryCode: string;
}

/** The same of dedicated proxies; one may be held twice. */
export const dueProxies = (
  db: Database,
  order: StoredOrder,
  zone: string,
  from: number,
  to: number,
  after?: ProxyRow,
): (ProxyRow & { readonly endsAt: number })[] => {
  const wallFrom = after?.wallEnd ?? wallTimeAt(from, zone);
  const found =
    order.targetsOf === 'proxies'
      ? sql`standing_proxies m CROSS JOIN dedicated_proxies p ON p.id = m.proxy_id
          WHERE m.order_id = ${order.id} AND p.account_id = ${order.accountId}`
      : membersWith(order, sql`dedicated_proxies p ON p.client_id = c.id`);
  return db
    .all<ProxyRow>(sql`SELECT p.id AS proxyId, p.service_id, p.client_id, p.wall_end, p.ipv, p.country_code
      FROM ${found} AND p.archived = 0 AND p.service_id IS NOT NULL AND p.wall_end >= ${wallFrom}
        AND p.wall_end < ${wallTimeAt(to, zone)} AND (p.wall_end, p.id) > (${wallFrom}, ${after?.proxyId ?? -1})
      ORDER BY p.wall_end, p.id LIMIT ${MOST}`)
    .map((row) => ({ ...row, endsAt: instantOfWallTime(row.wallEnd, zone) }));
};

const firstOfEach = <R extends ProxyRow>(rows: readonly R[]): R[] => {
  const seen = new Set<number>();
  return rows.filter(({ serviceId }) => !seen.has(serviceId) && seen.add(serviceId));
};

interface PoolRow {
  readonly clientId: number;
  readonly messengerId: number;
  readonly clientKey: string;
  readonly gb: number;
  readonly asOf: number;
  /** The newest here, and the newest by the clocks: a colleague's may come later than it was made. */
  readonly lastId: number | null;
  readonly latestId: number | null;
  /** Which top-ups were charged: the same number wherever the same are known. */
  readonly version: number;
}

interface LastRow {
  readonly finishedAt: number;
  readonly endedUptime: number | null;
  readonly poolsJson: string | null;
  readonly isOwn: boolean;
  readonly wasSeen: boolean;
}

/** `null`: the pool was not read then. */
export const gbIn = (poolsJson: string | null, poolType: string): number | null => {
  const pools: unknown = poolsJson === null ? null : JSON.parse(poolsJson);
  if (!Array.isArray(pools)) return null;
  const found = (pools as readonly { poolType: string; trafficGb: number }[]).find((one) => one.poolType === poolType);
  return found?.trafficGb ?? 0;
};

/** The newest top-up of the pool that was charged, as the journal knows it. `uptime`: of now, see `uptimeOf`. */
export const lastTopUp = (db: Database, purchaseId: number, poolType: string, uptime: number) => {
  const row = db.get<LastRow>(sql`SELECT coalesce(p.finished_at, p.created_at) AS finishedAt,
    p.ended_uptime, p.evidence_before ->> '$.pools' AS poolsJson, o.id IS NOT NULL AS "isOwn:flag",
    o.was_seen AS "wasSeen:flag"
    FROM purchases p LEFT JOIN standing_occasions o ON o.purchase_id = p.id WHERE p.id = ${purchaseId}`);
  if (row === undefined) return null;
  const { poolsJson, endedUptime, ...topUp } = row;
  const hasHadTime = endedUptime === null || elapsedSince(endedUptime, uptime) >= SUM_MAY_LAG_MS;
  return { ...topUp, hasHadTime, gbBefore: gbIn(poolsJson, poolType) };
};

/** Pools of the order's clients with less than it wants them to have. */
export const duePools = (
  db: Database,
  order: StoredOrder,
  { poolType, belowGb }: { readonly poolType: string; readonly belowGb: number },
): PoolRow[] => {
  const charged = (what: Sql, tail = sql``): Sql => sql`(SELECT ${what} FROM purchases p
    WHERE p.client_id = c.id AND p.kind = 'traffic' AND p.outcome = 'charged' AND p.messenger_id = c.messenger_id
      AND p.client_key = c.client_key AND p.order_json ->> '$.poolType' = b.pool_type ${tail})`;
  return db.all<PoolRow>(sql`SELECT c.id AS clientId, c.messenger_id, c.client_key, b.traffic_gb AS gb, b.as_of,
      ${charged(sql`max(p.id)`)} AS lastId,
      ${charged(sql`p.id`, sql`ORDER BY coalesce(p.finished_at, p.created_at) DESC LIMIT 1`)} AS latestId,
      ${charged(sql`coalesce(sum(p.created_at - ${EPOCH}), 0)`)} AS version
    FROM ${membersWith(order, sql`traffic_balances b ON b.client_id = c.id`)}
      AND b.pool_type = ${poolType} AND b.traffic_gb < ${belowGb} ORDER BY b.traffic_gb, c.id LIMIT ${MOST}`);
};

/** A pool, in words that mean the same on all computers. */
export const poolTarget = (
  { messengerId, clientKey }: { readonly messengerId: number | null; readonly clientKey: string | null },
  poolType: string,
): string => `${messengerId} ${clientKey} ${poolType}`;

/** Both of the newest top-ups have to show. */
const shownOf = (
  db: Database,
  { gb, asOf, lastId, latestId }: PoolRow,
  poolType: string,
  { now, uptime }: Pick<Moment, 'now' | 'uptime'>,
) => {
  const shown = [...new Set([lastId, latestId])].map((id) =>
    afterTopUp(id === null ? null : lastTopUp(db, id, poolType, uptime), { gb, asOf }, now),
  );
  return shown.find((one) => one === 'wait') ?? shown.find((one) => one === 'ask') ?? 'ready';
};

export interface Moment {
  /** Of the ends of proxies. */
  readonly zone: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** See `uptimeOf`. */
  readonly uptime: number;
}

/** All that an order should pay for at that moment, what ends first before the rest. */
export const dueTargets = (db: Database, order: StoredOrder, moment: Moment): DueTarget[] => {
  const { zone, now } = moment;
  const { action, onSince, hours, zone: calendar } = order;
  const dueAt = (from: number): number => nextWithinHours(Math.max(from, onSince), hours, calendar);
  switch (action.kind) {
    case 'vpn-renew':
      return endingVpn(db, order, now - STILL_DUE_DAYS * DAY, dueUntil(now, action.daysBefore, calendar)).map(
        (row) => ({
          target: row.uuid,
          version: row.endsAt,
          clientId: row.clientId,
          proxyId: null,
          serviceId: null,
          endsAt: row.endsAt,
          asOf: row.asOf,
          show: 'ready',
          dueAt: dueAt(dueFrom(row.endsAt, action.daysBefore, calendar)),
        }),
      );
    case 'dedicated-prolong':
      return firstOfEach(
        dueProxies(db, order, zone, now - STILL_DUE_DAYS * DAY, dueUntil(now, action.daysBefore, calendar)),
      ).map((row) => ({
        // The end as the service wrote it: another setting of the zone is no new due item.
        target: String(row.serviceId),
        version: row.wallEnd,
        clientId: row.clientId,
        proxyId: row.proxyId,
        serviceId: row.serviceId,
        endsAt: row.endsAt,
        asOf: null,
        show: 'ready',
        dueAt: dueAt(dueFrom(row.endsAt, action.daysBefore, calendar)),
      }));
    case 'traffic':
      return duePools(db, order, action).map((pool) => ({
        target: poolTarget(pool, action.poolType),
        version: pool.version,
        clientId: pool.clientId,
        proxyId: null,
        serviceId: null,
        endsAt: null,
        asOf: pool.asOf,
        dueAt: dueAt(pool.asOf),
        show: shownOf(db, pool, action.poolType, moment),
      }));
  }
};

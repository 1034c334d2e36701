import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { SUM_MAY_LAG_MS } from '#shared/domain/spending.ts';
import { afterTopUp, showsTopUp } from '#shared/domain/standing-rules.ts';
import { DeskError } from '#shared/result.ts';
import {
  type DueOrder,
  type DueRules,
  dueAtOf,
  MOST_DUE,
  type Moment,
  membersWith,
  type UnseenPayments,
} from './due.ts';

/** 2020-01-01: sums of thousands of times since then are exact whole numbers. */
const EPOCH = sql`1577836800000`;
const TRAFFIC_FRESH_MS = 5 * 60_000;
/** How often the app looks for a top-up that is not visible yet. */
const TOP_UP_READ_MS = 10 * 60_000;
/**
 * A waiting line of a run blocks an order only for this long. Traffic has no end by which the line could be told from a
 * later one.
 */
const LINE_HOLDS_MS = 24 * 3_600_000;

interface PoolRow {
  readonly clientId: number;
  readonly messengerId: number;
  readonly clientKey: string;
  readonly gb: number;
  readonly asOf: number;
  /** The newest top-up here, and the newest by the clocks: a colleague's may arrive later than it was made. */
  readonly lastId: number | null;
  readonly latestId: number | null;
  /** Stands for all charged top-ups: the same number on every computer that knows the same ones. */
  readonly version: number;
}

interface LastRow {
  readonly finishedAt: number;
  readonly endedUptime: number | null;
  readonly poolsJson: string | null;
  readonly isOwn: boolean;
  readonly hasShown: boolean;
}

/** Returns the GB of a pool; `null` if the pools were not read then. */
const gbIn = (poolsJson: string | null, poolType: string): number | null => {
  const pools: unknown = poolsJson === null ? null : JSON.parse(poolsJson);
  if (!Array.isArray(pools)) return null;
  const found = (pools as readonly { poolType: string; trafficGb: number }[]).find((one) => one.poolType === poolType);
  return found?.trafficGb ?? 0;
};

/** Returns what the journal knows of a charged top-up of a pool. `uptime`: of now, see `uptimeOf`. */
const lastTopUp = (db: Database, purchaseId: number, poolType: string, uptime: number) => {
  const row = db.get<LastRow>(sql`SELECT coalesce(p.finished_at, p.created_at) AS finishedAt,
    p.ended_uptime, p.evidence_before ->> '$.pools' AS poolsJson, o.id IS NOT NULL AS "isOwn:flag",
    o.has_shown AS "hasShown:flag"
    FROM purchases p LEFT JOIN due_items o ON o.purchase_id = p.id WHERE p.id = ${purchaseId}`);
  if (row === undefined) return null;
  const { poolsJson, endedUptime, ...topUp } = row;
  const hasHadTime = endedUptime === null || elapsedSince(endedUptime, uptime) >= SUM_MAY_LAG_MS;
  return { ...topUp, hasHadTime, gbBefore: gbIn(poolsJson, poolType) };
};

/** Returns the pools of the order's clients with less than it wants them to have. */
const lowPools = (db: Database, order: DueOrder<'traffic'>): PoolRow[] => {
  const { poolType, belowGb } = order.action;
  const charged = (what: Sql, tail = sql``): Sql => sql`(SELECT ${what} FROM purchases p
    WHERE p.client_id = c.id AND p.kind = 'traffic' AND p.outcome = 'charged' AND p.messenger_id = c.messenger_id
      AND p.client_key = c.client_key AND p.order_json ->> '$.poolType' = b.pool_type ${tail})`;
  return db.all<PoolRow>(sql`SELECT c.id AS clientId, c.messenger_id, c.client_key, b.traffic_gb AS gb, b.as_of,
      ${charged(sql`max(p.id)`)} AS lastId,
      ${charged(sql`p.id`, sql`ORDER BY coalesce(p.finished_at, p.created_at) DESC LIMIT 1`)} AS latestId,
      ${charged(sql`coalesce(sum(p.created_at - ${EPOCH}), 0)`)} AS version
    FROM ${membersWith(order, sql`traffic_balances b ON b.client_id = c.id`)}
      AND b.pool_type = ${poolType} AND b.traffic_gb < ${belowGb} ORDER BY b.traffic_gb, c.id LIMIT ${MOST_DUE}`);
};

/** Returns the name of a pool, which means the same on all computers. */
const poolTarget = (
  { messengerId, clientKey }: { readonly messengerId: number | null; readonly clientKey: string | null },
  poolType: string,
): string => `${messengerId} ${clientKey} ${poolType}`;

/** The same for the purchase `p` of a top-up. */
export const POOL_TARGET = sql`p.messenger_id || ' ' || p.client_key || ' ' || (p.order_json ->> '$.poolType')`;

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

/** Yields the clients whose pools do not show a top-up of the order yet, and notes the top-ups that they show. */
function* awaitedTopUps({ action }: DueOrder<'traffic'>, { db, clock, ofOrder, setSeen }: UnseenPayments) {
  const { poolType } = action;
  for (const payment of ofOrder()) {
    const { clientId, purchaseId } = payment;
    const last = lastTopUp(db, purchaseId, poolType, uptimeOf(clock));
    const reading = () =>
      db.get<{ gb: number; asOf: number }>(sql`SELECT traffic_gb AS gb, as_of FROM traffic_balances
        WHERE client_id = ${clientId} AND pool_type = ${poolType}`);
    const before = reading();
    if (last === null || before === undefined) continue;
    if (!showsTopUp(last, before) && Math.abs(clock.now() - before.asOf) > TOP_UP_READ_MS) yield clientId;
    if (showsTopUp(last, reading() ?? before)) setSeen(payment);
  }
}

/** The pools that standing orders top up. They have no end: nobody knows when one will be low. */
export const topUpsDue: DueRules<'traffic'> = {
  targets: (db, order, moment) => {
    const { poolType } = order.action;
    return lowPools(db, order).map((pool) => ({
      target: poolTarget(pool, poolType),
      version: pool.version,
      clientId: pool.clientId,
      proxyId: null,
      serviceId: null,
      endsAt: null,
      asOf: pool.asOf,
      dueAt: dueAtOf(order, pool.asOf),
      show: shownOf(db, pool, poolType, moment),
    }));
  },
  payments: () => () => [],
  uncovered: null,
  reading: { of: 'traffic', freshMs: TRAFFIC_FRESH_MS },
  awaited: awaitedTopUps,
  isPaidBy: (due, line, now) =>
    line.poolType !== null &&
    Math.abs(now - line.startedAt) < LINE_HOLDS_MS &&
    due.target === poolTarget(line, line.poolType),
  assertStillDue: ({ action }, evidence) => {
    const gb = gbIn(JSON.stringify(evidence.pools ?? null), action.poolType);
    if (gb === null || gb < action.belowGb) return;
    throw new DeskError('target-changed', 'The pool is not low any more, so nothing was sent.', {
      params: { what: 'pool', before: action.belowGb, after: gb },
    });
  },
};

import type { ClientFilter } from '#shared/contract/clients.ts';
import { endWindowOf, type LowPool, STALE_AFTER_MS } from '#shared/domain/client-needs.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { IS_CHARGED } from '../purchases/purchase-filter.ts';
import type { Database, SqlValue } from '../storage/database.ts';
import { ENDS_IN_WINDOW } from '../vpn/ending-subscriptions.ts';

export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

export interface NeedContext {
  readonly accountId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** Below it a pool has run low. */
  readonly lowTrafficGb: number;
}

type Needs = Pick<ClientFilter, 'expiry' | 'lowPool' | 'stale'>;

/** When the older of a client's two readings was made; 0 when one never was. The expression of an index. */
const OLDEST_READING = 'min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0))';
const THERE = 'account_id = ? AND removed = 0 AND archived = 0';

/**
 * Clients with something left in the pool below the threshold, or with nothing left in one that was ever bought into
 * from here: zeros of clients who never bought say nothing. Each half reads one index only.
 */
const lowIn = (pool: PoolType, { accountId, lowTrafficGb }: NeedContext): Condition => ({
  sql: `SELECT client_id FROM traffic_balances WHERE pool_type = ? AND traffic_gb > 0 AND traffic_gb < ?
    UNION SELECT pools.client_id FROM
      (SELECT DISTINCT client_id FROM purchases
       WHERE account_id = ? AND kind = 'traffic' AND order_json ->> 'poolType' = ? AND client_id IS NOT NULL
         AND ${IS_CHARGED}) bought
      CROSS JOIN traffic_balances pools ON pools.client_id = bought.client_id AND pools.pool_type = ?
      WHERE pools.traffic_gb <= 0 AND pools.traffic_gb < ?`,
  params: [pool, lowTrafficGb, accountId, pool, pool, lowTrafficGb],
});

const low = (pool: Exclude<LowPool, 'none'>, context: NeedContext): Condition => {
  const parts = (pool === 'any' ? POOL_TYPES : [pool]).map((one) => lowIn(one, context));
  return { sql: parts.map(({ sql }) => sql).join(' UNION '), params: parts.flatMap(({ params }) => params) };
};

const stale = ({ accountId, now }: NeedContext, archived: number): Condition => ({
  sql: `SELECT id FROM clients WHERE account_id = ? AND removed = 0 AND archived = ? AND ${OLDEST_READING} < ?`,
  params: [accountId, archived, now - STALE_AFTER_MS],
});

/**
 * What of a filter asks for clients that need something, as conditions on rows of `clients`. `+id` keeps the planner on
 * the index of the sort.
 */
export const needConditions = (filter: Needs & Pick<ClientFilter, 'archived'>, context: NeedContext): Condition[] => {
  const conditions: Condition[] = [];
  const among = ({ sql, params }: Condition) => conditions.push({ sql: `+id IN (${sql})`, params });
  if (filter.expiry !== 'any') {
    const { from, to } = endWindowOf(filter.expiry, context.now);
    among({ sql: `SELECT client_id FROM vpn_subscriptions WHERE ${ENDS_IN_WINDOW}`, params: [from, to] });
  }
  if (filter.lowPool !== 'none') among(low(filter.lowPool, context));
  if (filter.stale) among(stale(context, filter.archived ? 1 : 0));
  return conditions;
};

/** Whether an answer to the filter grows old by itself. */
export const dependsOnTime = ({ expiry, stale: old }: Needs): boolean => expiry !== 'any' || old;

/** How many clients the list shows under this pool, archived ones apart, and the oldest reading of their traffic. */
export const countLow = (
  db: Database,
  context: NeedContext,
  pool: PoolType,
): { readonly clients: number; readonly oldestAsOf: number | null } => {
  const { sql, params } = lowIn(pool, context);
  return (
    db.get<{ clients: number; oldestAsOf: number | null }>(
      `SELECT count(*) AS clients, min(traffic_as_of) AS oldestAsOf
       FROM (${sql}) needy CROSS JOIN clients ON clients.id = needy.client_id WHERE ${THERE}`,
      ...params,
      context.accountId,
    ) ?? { clients: 0, oldestAsOf: null }
  );
};

/** How many clients the list shows as stale, archived ones apart. */
export const countStale = (db: Database, context: NeedContext): number => {
  const { sql, params } = stale(context, 0);
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`, ...params)?.n ?? 0;
};

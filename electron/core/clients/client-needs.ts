import type { ClientFilter } from '#shared/contract/clients.ts';
import { endWindowOf, type LowPool, STALE_AFTER_MS } from '#shared/domain/client-needs.ts';
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

/**
 * A pool with something left below the threshold, or with nothing left and ever bought into from here: zeros of clients
 * who never bought say nothing.
 */
const lowPool = (pool: Exclude<LowPool, 'none'>, { accountId, lowTrafficGb }: NeedContext): Condition => {
  const which = pool === 'any' ? '' : ' AND pool_type = ?';
  const boughtWhich = pool === 'any' ? '' : " AND order_json ->> 'poolType' = ?";
  const named: readonly SqlValue[] = pool === 'any' ? [] : [pool];
  return {
    sql: `SELECT client_id FROM traffic_balances WHERE traffic_gb > 0 AND traffic_gb < ?${which}
      UNION SELECT pools.client_id FROM
        (SELECT DISTINCT client_id, order_json ->> 'poolType' AS pool_type FROM purchases
         WHERE account_id = ? AND kind = 'traffic' AND client_id IS NOT NULL AND ${IS_CHARGED}${boughtWhich}) bought
        CROSS JOIN traffic_balances pools ON pools.client_id = bought.client_id AND pools.pool_type = bought.pool_type
        WHERE pools.traffic_gb <= 0 AND pools.traffic_gb < ?`,
    params: [lowTrafficGb, ...named, accountId, ...named, lowTrafficGb],
  };
};

/**
 * What of a filter asks for clients that need something, as conditions on rows of `clients`. `idColumn` is `id`, or
 * `+id` to keep the planner on another index.
 */
export const needConditions = (
  { expiry, lowPool: pool, stale }: Needs,
  context: NeedContext,
  idColumn: 'id' | '+id',
): Condition[] => {
  const conditions: Condition[] = [];
  if (expiry !== 'any') {
    const { from, to } = endWindowOf(expiry, context.now);
    conditions.push({
      sql: `${idColumn} IN (SELECT client_id FROM vpn_subscriptions WHERE ${ENDS_IN_WINDOW})`,
      params: [from, to],
    });
  }
  if (pool !== 'none') {
    const low = lowPool(pool, context);
    conditions.push({ sql: `${idColumn} IN (${low.sql})`, params: low.params });
  }
  if (stale) conditions.push({ sql: `${OLDEST_READING} < ?`, params: [context.now - STALE_AFTER_MS] });
  return conditions;
};

/** Whether an answer to the filter grows old by itself. */
export const dependsOnTime = ({ expiry, stale }: Needs): boolean => expiry !== 'any' || stale;

/** How many clients the list shows under this filter, archived ones apart, and the oldest reading of their traffic. */
export const countNeeding = (
  db: Database,
  context: NeedContext,
  needs: Needs,
): { readonly clients: number; readonly oldestAsOf: number | null } => {
  const where = [
    { sql: 'account_id = ? AND removed = 0 AND archived = 0', params: [context.accountId] },
    ...needConditions(needs, context, 'id'),
  ];
  return (
    db.get<{ clients: number; oldestAsOf: number | null }>(
      `SELECT count(*) AS clients, min(traffic_as_of) AS oldestAsOf FROM clients
       WHERE ${where.map(({ sql }) => sql).join(' AND ')}`,
      ...where.flatMap(({ params }) => params),
    ) ?? { clients: 0, oldestAsOf: null }
  );
};

import type { ClientFilter } from '#shared/contract/clients.ts';
import { endWindowOf, type LowPool, STALE_AFTER_MS } from '#shared/domain/client-needs.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import type { Condition } from '../common/condition.ts';
import { IS_CHARGED } from '../purchases/purchase-filter.ts';
import type { Database } from '../storage/database.ts';
import { ENDS_IN_WINDOW } from '../vpn/ending-subscriptions.ts';

export interface NeedContext {
  readonly accountId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** Below it a pool has run low. */
  readonly lowTrafficGb: number;
}

type Needs = Pick<ClientFilter, 'expiry' | 'lowPool' | 'stale' | 'owes'>;

/** When the older of a client's two readings was made; 0 when one never was. The expression of an index. */
const OLDEST_READING = 'min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0))';
const THERE = 'account_id = ? AND removed = 0 AND archived = 0';

/**
 * Selects the ids of clients with something left in the pool below the threshold, or with nothing left in one that was
 * ever bought into from here: zeros of clients who never bought say nothing.
 */
const lowIn = (pool: PoolType, { accountId, lowTrafficGb }: NeedContext): Condition => ({
  sql: `SELECT client_id AS id FROM traffic_balances WHERE pool_type = ? AND traffic_gb > 0 AND traffic_gb < ?
    UNION ALL
    SELECT client_id FROM traffic_balances WHERE pool_type = ? AND traffic_gb <= 0 AND traffic_gb < ? AND client_id IN (
      SELECT client_id FROM purchases
      WHERE account_id = ? AND kind = 'traffic' AND order_json ->> 'poolType' = ? AND client_id IS NOT NULL
        AND ${IS_CHARGED})`,
  values: [pool, lowTrafficGb, pool, lowTrafficGb, accountId, pool],
});

const low = (pool: Exclude<LowPool, 'none'>, context: NeedContext): Condition => {
  const pools = (pool === 'any' ? POOL_TYPES : [pool]).map((one) => lowIn(one, context));
  return {
    sql: pools.map(({ sql }) => sql).join(' UNION ALL '),
    values: pools.flatMap(({ values }) => values),
  };
};

/** Whom nobody has read yet is not old: the desk reads them by itself (runs/refresh). */
const STALE = `FROM clients WHERE account_id = ? AND removed = 0 AND archived = ? AND ${OLDEST_READING} < ?
  AND coalesce(traffic_as_of, vpn_as_of) IS NOT NULL`;

/** What of a filter asks for clients that need something: each selects the ids of those that have one of the needs. */
export const needsOf = (filter: Needs & Pick<ClientFilter, 'archived'>, context: NeedContext): readonly Condition[] => {
  const needs: Condition[] = [];
  const { accountId, now } = context;
  if (filter.expiry !== 'any') {
    const { from, to } = endWindowOf(filter.expiry, now);
    needs.push({ sql: `SELECT client_id AS id FROM vpn_subscriptions WHERE ${ENDS_IN_WINDOW}`, values: [from, to] });
  }
  if (filter.lowPool !== 'none') needs.push(low(filter.lowPool, context));
  if (filter.stale) {
    needs.push({ sql: `SELECT id ${STALE}`, values: [accountId, filter.archived ? 1 : 0, now - STALE_AFTER_MS] });
  }
  if (filter.owes) {
    const sql = 'SELECT id FROM clients WHERE account_id = ? AND removed = 0 AND owed_kopecks > 0';
    needs.push({ sql, values: [accountId] });
  }
  return needs;
};

/** Whether an answer to the filter grows old by itself. */
export const dependsOnTime = ({ expiry, stale: old }: Needs): boolean => expiry !== 'any' || old;

/** How many clients the list shows under this pool, archived ones apart, and the oldest reading of their traffic. */
export const countLow = (
  db: Database,
  context: NeedContext,
  pool: PoolType,
): { readonly clients: number; readonly oldestAsOf: number | null } => {
  const { sql, values } = lowIn(pool, context);
  const counted = db.get<{ clients: number; oldestAsOf: number | null }>(
    `SELECT count(*) AS clients, min(traffic_as_of) AS oldestAsOf
     FROM (SELECT DISTINCT id FROM (${sql})) needy CROSS JOIN clients ON clients.id = needy.id WHERE ${THERE}`,
    ...values,
    context.accountId,
  );
  return counted ?? { clients: 0, oldestAsOf: null };
};

/** How many clients the list shows as stale, archived ones apart. */
export const countStale = (db: Database, { accountId, now }: NeedContext): number =>
  db.value<number>(`SELECT count(*) ${STALE}`, accountId, 0, now - STALE_AFTER_MS) ?? 0;

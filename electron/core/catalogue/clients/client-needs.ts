import { endsIn } from '#core/catalogue/clients/ending-subscriptions.ts';
import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { joined, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { ClientFilter } from '#shared/contract/clients.ts';
import { endWindowOf, type LowPool, STALE_AFTER_MS } from '#shared/domain/client-needs.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';

export interface NeedContext {
  readonly accountId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** Below it a pool has run low. */
  readonly lowTrafficGb: number;
}

type Needs = Pick<ClientFilter, 'expiry' | 'lowPool' | 'stale' | 'owes'>;

/** When the older of a client's two readings was made; 0 when one never was. The expression of an index. */
const OLDEST_READING = sql`min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0))`;

/**
 * Selects the ids of clients with something left in the pool below the threshold, or with nothing left in one that was
 * ever bought into from here: zeros of clients who never bought say nothing.
 */
const lowIn = (pool: PoolType, { accountId, lowTrafficGb }: NeedContext): Sql => sql`
  SELECT client_id AS id FROM traffic_balances
  WHERE pool_type = ${pool} AND traffic_gb > 0 AND traffic_gb < ${lowTrafficGb}
  UNION ALL SELECT client_id FROM traffic_balances
    WHERE pool_type = ${pool} AND traffic_gb <= 0 AND traffic_gb < ${lowTrafficGb} AND client_id IN (
      SELECT client_id FROM purchases WHERE account_id = ${accountId} AND kind = 'traffic'
        AND order_json ->> 'poolType' = ${pool} AND client_id IS NOT NULL AND ${IS_CHARGED})`;

const low = (pool: Exclude<LowPool, 'none'>, context: NeedContext): Sql =>
  joined(
    (pool === 'any' ? POOL_TYPES : [pool]).map((one) => lowIn(one, context)),
    ' UNION ALL ',
  );

/**
 * Whom nobody has read yet is not old: the desk reads them by itself (jobs/refresh). Of one that is half read the half
 * that is there counts: the other is on its way.
 */
const staleOf = ({ accountId, now }: NeedContext, archived: boolean): Sql => sql`FROM clients
  WHERE account_id = ${accountId} AND removed = 0 AND archived = ${archived}
    AND ${OLDEST_READING} < ${now - STALE_AFTER_MS}
    AND min(coalesce(traffic_as_of, vpn_as_of), coalesce(vpn_as_of, traffic_as_of)) < ${now - STALE_AFTER_MS}`;

/** What of a filter asks for clients that need something: each selects the ids of those that have one of the needs. */
export const needsOf = (filter: Needs & Pick<ClientFilter, 'archived'>, context: NeedContext): readonly Sql[] => {
  const needs: Sql[] = [];
  if (filter.expiry !== 'any') {
    const window = endWindowOf(filter.expiry, context.now);
    needs.push(sql`SELECT client_id AS id FROM vpn_subscriptions WHERE ${endsIn(window)}`);
  }
  if (filter.lowPool !== 'none') needs.push(low(filter.lowPool, context));
  if (filter.stale) needs.push(sql`SELECT id ${staleOf(context, filter.archived)}`);
  if (filter.owes) {
    needs.push(
      sql`SELECT id FROM clients WHERE account_id = ${context.accountId} AND removed = 0 AND owed_kopecks > 0`,
    );
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
  const counted = db.get<{ clients: number; oldestAsOf: number | null }>(sql`
    SELECT count(*) AS clients, min(traffic_as_of) AS oldestAsOf
    FROM (SELECT DISTINCT id FROM (${lowIn(pool, context)})) needy CROSS JOIN clients ON clients.id = needy.id
    WHERE account_id = ${context.accountId} AND removed = 0 AND archived = 0`);
  return counted ?? { clients: 0, oldestAsOf: null };
};

/** How many clients the list shows as stale, archived ones apart. */
export const countStale = (db: Database, context: NeedContext): number =>
  db.value<number>(sql`SELECT count(*) ${staleOf(context, false)}`) ?? 0;

import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import { areSalesShown } from '#core/money/sales/in-use.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { emptyPools, poolsBelowThreshold } from '#core/views/alerts/pools.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import type { ContactedClient } from '#shared/domain/message-kinds.ts';

export interface LeftInPool {
  readonly poolType: PoolType;
  readonly gb: number;
}

/** Returns the pools of a client that run low: those for which the alerts would be raised at this threshold. */
export const readLowPools = (
  db: Database,
  scope: { readonly accountId: string; readonly clientId: number },
  belowGb: number,
): readonly LeftInPool[] => {
  const low = [...poolsBelowThreshold(db, scope, belowGb), ...(belowGb > 0 ? emptyPools(db, scope) : [])].flat();
  return POOL_TYPES.flatMap((poolType) =>
    low
      .filter(({ target }) => target === poolType)
      .map(({ trafficGb }) => ({ poolType, gb: Math.max(0, trafficGb ?? 0) })),
  );
};

/** Returns the client's debt in kopecks; 0 if the client owes nothing or has prepaid, or if this computer shows no sales. */
export const readDebt = (
  db: Database,
  { accountId, clientId }: { readonly accountId: string; readonly clientId: number },
): number =>
  areSalesShown(db, accountId)
    ? Math.max(0, db.value<number>(sql`SELECT owed_kopecks FROM clients WHERE id = ${clientId}`) ?? 0)
    : 0;

/** The plan of a client and the day until which it is paid, as the reseller noted them. */
export interface NotedPlan {
  readonly plan: string;
  /**
   * YYYY-MM-DD; `null` if it is not known, or if anything of the client was bought here or is known here. The end of such
   * goods comes from the service and the sales.
   */
  readonly paidUntil: string | null;
}

export const readNotedPlan = (db: Database, clientId: number): NotedPlan =>
  db.get<NotedPlan>(sql`SELECT plan, iif(
      EXISTS (SELECT 1 FROM vpn_subscriptions WHERE client_id = c.id AND gone_at IS NULL)
        OR EXISTS (SELECT 1 FROM dedicated_proxies WHERE client_id = c.id AND archived = 0)
        OR EXISTS (SELECT 1 FROM purchases WHERE client_id = c.id AND ${IS_CHARGED}), NULL, paid_until) AS paidUntil
    FROM clients c WHERE id = ${clientId}`) ?? { plan: '', paidUntil: null };

/** Returns when something was last bought for a client and when it was last handed over, in ms since the epoch, UTC. */
export const readLastDeliveries = (
  db: Database,
  clientId: number,
): Pick<ContactedClient, 'boughtAt' | 'handedOverAt'> => ({
  boughtAt: db.value<number>(
    sql`SELECT max(created_at) FROM purchases WHERE client_id = ${clientId} AND ${IS_CHARGED}`,
  ),
  handedOverAt: db.value<number>(sql`SELECT max(at) FROM client_events WHERE client_id = ${clientId}
    AND event_json ->> 'name' = 'handed-over' AND coalesce(event_json ->> 'message', 'new-goods') = 'new-goods'`),
});

import type { ClientFilter } from '#shared/contract/clients.ts';
import { endWindowOf, type LowPool, STALE_AFTER_MS } from '#shared/domain/client-needs.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { nextTurn } from '../common/slices.ts';
import { IS_CHARGED } from '../purchases/purchase-filter.ts';
import type { Database, SqlValue } from '../storage/database.ts';
import { ENDS_IN_WINDOW } from '../vpn/ending-subscriptions.ts';
import { type IdQuery, type Need, readNeed } from './client-ids.ts';

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
 * from here: zeros of clients who never bought say nothing.
 */
const lowIn = (pool: PoolType, { accountId, lowTrafficGb }: NeedContext): Need => {
  const has = (sql: string, ...params: SqlValue[]): IdQuery => ({
    sql: `SELECT group_concat(client_id) AS ids FROM traffic_balances WHERE pool_type = ? AND ${sql} AND traffic_gb < ?`,
    params: [pool, ...params, lowTrafficGb],
  });
  const bought: IdQuery = {
    sql: `SELECT group_concat(client_id) AS ids FROM
        (SELECT DISTINCT client_id FROM purchases
         WHERE account_id = ? AND kind = 'traffic' AND order_json ->> 'poolType' = ? AND client_id IS NOT NULL
           AND ${IS_CHARGED})`,
    params: [accountId, pool],
  };
  return [[has('traffic_gb > 0')], [has('traffic_gb <= 0'), bought]];
};

const low = (pool: Exclude<LowPool, 'none'>, context: NeedContext): Need =>
  (pool === 'any' ? POOL_TYPES : [pool]).flatMap((one) => lowIn(one, context));

const STALE = `FROM clients WHERE account_id = ? AND removed = 0 AND archived = ? AND ${OLDEST_READING} < ?`;

/** What of a filter asks for clients that need something: a client under it has every one of these needs. */
export const needsOf = (filter: Needs & Pick<ClientFilter, 'archived'>, context: NeedContext): readonly Need[] => {
  const needs: Need[] = [];
  const { accountId, now } = context;
  if (filter.expiry !== 'any') {
    const { from, to } = endWindowOf(filter.expiry, now);
    const sql = `SELECT group_concat(client_id) AS ids FROM vpn_subscriptions WHERE ${ENDS_IN_WINDOW}`;
    needs.push([[{ sql, params: [from, to] }]]);
  }
  if (filter.lowPool !== 'none') needs.push(low(filter.lowPool, context));
  if (filter.stale) {
    const params = [accountId, filter.archived ? 1 : 0, now - STALE_AFTER_MS];
    needs.push([[{ sql: `SELECT group_concat(id) AS ids ${STALE}`, params }]]);
  }
  return needs;
};

/** Whether an answer to the filter grows old by itself. */
export const dependsOnTime = ({ expiry, stale: old }: Needs): boolean => expiry !== 'any' || old;

const COUNTED = 1_000;

/**
 * How many clients the list shows under this pool, archived ones apart, and the oldest reading of their traffic. Slice by
 * slice: with 100,000 clients it takes tens of milliseconds.
 */
export const countLow = async (
  db: Database,
  context: NeedContext,
  pool: PoolType,
): Promise<{ readonly clients: number; readonly oldestAsOf: number | null }> => {
  const ids = await readNeed(db, lowIn(pool, context));
  let clients = 0;
  let oldestAsOf: number | null = null;
  for (let from = 0; from < ids.length; from += COUNTED) {
    const row = db.get<{ clients: number; oldestAsOf: number | null }>(
      `SELECT count(*) AS clients, min(traffic_as_of) AS oldestAsOf
       FROM json_each(?) needy CROSS JOIN clients ON clients.id = needy.value WHERE ${THERE}`,
      JSON.stringify(ids.slice(from, from + COUNTED)),
      context.accountId,
    );
    clients += row?.clients ?? 0;
    oldestAsOf = Math.min(row?.oldestAsOf ?? Number.MAX_SAFE_INTEGER, oldestAsOf ?? Number.MAX_SAFE_INTEGER);
    await nextTurn();
  }
  return { clients, oldestAsOf: oldestAsOf === Number.MAX_SAFE_INTEGER ? null : oldestAsOf };
};

/** How many clients the list shows as stale, archived ones apart. */
export const countStale = (db: Database, { accountId, now }: NeedContext): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n ${STALE}`, accountId, 0, now - STALE_AFTER_MS)?.n ?? 0;

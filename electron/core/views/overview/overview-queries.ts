import { IS_CHARGED, KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { OverviewCharts, OverviewSummary } from '#shared/contract/overview.ts';

type Pool = OverviewCharts['pools'][number];

const isThere = (account: string): Sql =>
  sql`clients.account_id = ${account} AND clients.removed = 0 AND clients.archived = 0`;

/** The numbers of active and of archived clients. Like all of the overview, they come from stored data alone. */
export const countClients = (db: Database, accountId: string): OverviewSummary['clients'] => {
  const counted = (archived: boolean): number =>
    db.value<number>(sql`SELECT count(*) FROM clients
      WHERE account_id = ${accountId} AND removed = 0 AND archived = ${archived}`) ?? 0;
  return { active: counted(false), archived: counted(true) };
};

/** Returns the GB per pool over all clients. Zeros are left out, because clients who never bought traffic have them, too. */
export const sumPools = (db: Database, accountId: string): Pool[] =>
  db
    .all<Pool>(sql`SELECT pools.pool_type, SUM(pools.traffic_gb) AS trafficGb, COUNT(*) AS clients,
        MIN(pools.as_of) AS oldestAsOf
      FROM clients CROSS JOIN traffic_balances AS pools ON pools.client_id = clients.id
      WHERE pools.traffic_gb > 0 AND ${isThere(accountId)} GROUP BY pools.pool_type`)
    // The service sells at most three decimals of a GB, so a sum must not show more.
    .map((pool) => ({ ...pool, trafficGb: Math.round(pool.trafficGb * 1000) / 1000 }));

export const hasTraffic = (db: Database, accountId: string): boolean =>
  db.has(sql`SELECT 1 FROM traffic_balances AS pools CROSS JOIN clients ON clients.id = pools.client_id
    WHERE pools.traffic_gb > 0 AND ${isThere(accountId)} LIMIT 1`);

/** Returns the balance as last read, or `null`. */
export const lastBalance = (
  db: Database,
  accountId: string,
): { readonly balanceKopecks: number; readonly asOf: number } | null =>
  db.get<{ balanceKopecks: number; asOf: number }>(sql`SELECT balance_kopecks, balance_as_of AS asOf
    FROM accounts WHERE id = ${accountId} AND balance_kopecks IS NOT NULL AND balance_as_of IS NOT NULL`) ?? null;

/** Returns the amount charged since a moment. Purchases after now are included: the clock may have been set back. */
export const spentSince = (db: Database, accountId: string, from: number): number =>
  db.value<number>(sql`SELECT SUM(${KOPECKS}) FROM purchases
    WHERE account_id = ${accountId} AND created_at >= ${from} AND ${IS_CHARGED}`) ?? 0;

/** Returns the amount charged from `from` on and before `to` (ms since the epoch, UTC). */
export const spentBetween = (db: Database, accountId: string, from: number, to: number): number =>
  db.value<number>(sql`SELECT SUM(${KOPECKS}) FROM purchases
    WHERE account_id = ${accountId} AND created_at >= ${from} AND created_at < ${to} AND ${IS_CHARGED}`) ?? 0;

/** The sales of some time: purchases with a selling price, and how many have none. */
export interface SoldSums {
  readonly count: number;
  readonly soldKopecks: number;
  readonly profitKopecks: number;
  readonly unsold: number;
}

/** Sums up the sales of the purchases made from `from` on and before `to` (ms since the epoch, UTC). */
export const soldBetween = (db: Database, accountId: string, from: number, to: number): SoldSums =>
  db.get<SoldSums>(sql`SELECT count(sold_kopecks) AS count, coalesce(sum(sold_kopecks), 0) AS soldKopecks,
      coalesce(sum(sold_kopecks - ${KOPECKS}), 0) AS profitKopecks, count(*) - count(sold_kopecks) AS unsold
    FROM purchases LEFT JOIN (SELECT purchase_id, price_kopecks AS sold_kopecks FROM sales) ON purchase_id = id
    WHERE account_id = ${accountId} AND created_at >= ${from} AND created_at < ${to} AND ${IS_CHARGED}`) ?? {
    count: 0,
    soldKopecks: 0,
    profitKopecks: 0,
    unsold: 0,
  };

/** Returns the payments received from `from` on and before `to` (ms since the epoch, UTC), less those paid back. */
export const receivedBetween = (db: Database, accountId: string, from: number, to: number): number =>
  db.value<number>(sql`SELECT sum(amount_kopecks) FROM payments
    WHERE account_id = ${accountId} AND kind = 'received' AND at >= ${from} AND at < ${to}`) ?? 0;

export const sumLists = (db: Database, accountId: string): OverviewSummary['lists'] =>
  db.get<OverviewSummary['lists']>(sql`SELECT COUNT(*) AS total, COALESCE(SUM(line_count), 0) AS lines,
    MAX(created_at) AS lastAt FROM lists WHERE account_id = ${accountId} AND removed = 0`) ?? {
    total: 0,
    lines: 0,
    lastAt: null,
  };

export const countExports = (db: Database, accountId: string): OverviewSummary['exports'] =>
  db.get<OverviewSummary['exports']>(sql`SELECT COUNT(*) AS total, MAX(created_at) AS lastAt FROM exports
    WHERE account_id = ${accountId}`) ?? { total: 0, lastAt: null };

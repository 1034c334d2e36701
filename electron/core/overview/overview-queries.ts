import type { OverviewCharts, OverviewSummary } from '#shared/contract/overview.ts';
import { IS_CHARGED, KOPECKS } from '../purchases/purchase-filter.ts';
import type { Database } from '../storage/database.ts';

const THERE = 'clients.account_id = ? AND clients.removed = 0 AND clients.archived = 0';

type Pool = OverviewCharts['pools'][number];

/** Everything comes from what was read before: the overview never waits for the service. */
export const createOverviewQueries = (db: Database) => ({
  clients: (account: string): OverviewSummary['clients'] => {
    const counted = (archived: 0 | 1): number =>
      count(
        db,
        'SELECT count(*) AS n FROM clients WHERE account_id = ? AND removed = 0 AND archived = ?',
        account,
        archived,
      );
    return { active: counted(0), archived: counted(1) };
  },

  /** GB per pool over all clients. Zeros are left out: those of clients who never bought say nothing. */
  pools: (account: string): Pool[] =>
    db
      .all<Pool>(
        `SELECT pools.pool_type AS poolType, SUM(pools.traffic_gb) AS trafficGb, COUNT(*) AS clients,
           MIN(pools.as_of) AS oldestAsOf
         FROM clients CROSS JOIN traffic_balances AS pools ON pools.client_id = clients.id
         WHERE pools.traffic_gb > 0 AND ${THERE} GROUP BY pools.pool_type`,
        account,
      )
      // Thousandths of a GB are the finest the service sells; a sum of fractions must not show more.
      .map((pool) => ({ ...pool, trafficGb: Math.round(pool.trafficGb * 1000) / 1000 })),

  hasTraffic: (account: string): boolean =>
    count(
      db,
      `SELECT EXISTS (SELECT 1 FROM traffic_balances AS pools CROSS JOIN clients ON clients.id = pools.client_id
         WHERE pools.traffic_gb > 0 AND ${THERE}) AS n`,
      account,
    ) > 0,

  /** As last read; `null`: never. */
  balance: (account: string): { readonly balanceKopecks: number; readonly asOf: number } | null =>
    db.get<{ balanceKopecks: number; asOf: number }>(
      `SELECT balance_kopecks AS balanceKopecks, balance_as_of AS asOf FROM accounts
       WHERE id = ? AND balance_kopecks IS NOT NULL AND balance_as_of IS NOT NULL`,
      account,
    ) ?? null,

  /** What was charged from a moment on. A clock that was set back may have left purchases ahead of it: they count. */
  spentSince: (account: string, from: number): number =>
    count(
      db,
      `SELECT COALESCE(SUM(${KOPECKS}), 0) AS n FROM purchases
       WHERE account_id = ? AND created_at >= ? AND ${IS_CHARGED}`,
      account,
      from,
    ),

  lists: (account: string): OverviewSummary['lists'] =>
    db.get<OverviewSummary['lists']>(
      `SELECT COUNT(*) AS total, COALESCE(SUM(line_count), 0) AS lines, MAX(created_at) AS lastAt
       FROM lists WHERE account_id = ? AND removed = 0`,
      account,
    ) ?? { total: 0, lines: 0, lastAt: null },

  exports: (account: string): OverviewSummary['exports'] =>
    db.get<OverviewSummary['exports']>(
      'SELECT COUNT(*) AS total, MAX(created_at) AS lastAt FROM exports WHERE account_id = ?',
      account,
    ) ?? { total: 0, lastAt: null },
});

const count = (db: Database, sql: string, ...params: (string | number)[]): number =>
  db.value<number>(sql, ...params) ?? 0;

import type { OverviewSummary } from '#shared/contract/overview.ts';
import { nextTurn } from '../common/slices.ts';
import { IS_CHARGED, KOPECKS } from '../purchases/purchase-filter.ts';
import type { Database } from '../storage/database.ts';

const THERE = 'clients.account_id = ? AND clients.removed = 0 AND clients.archived = 0';

type Pool = OverviewSummary['pools'][number];

/** About 10 ms of work. */
const SLICE_ROWS = 8_000;

/** Everything comes from what was read before: the overview never waits for the service. */
export const createOverviewQueries = (db: Database) => ({
  /** Counted one after the other, with a breath in between: each takes milliseconds with 100,000 clients. */
  clients: async (account: string): Promise<OverviewSummary['clients']> => {
    const counted = (archived: 0 | 1): number =>
      count(
        db,
        'SELECT count(*) AS n FROM clients WHERE account_id = ? AND removed = 0 AND archived = ?',
        account,
        archived,
      );
    const active = counted(0);
    await nextTurn();
    const archived = counted(1);
    await nextTurn();
    return { active, archived };
  },

  /**
   * The sums over a slice of clients, and where the next one begins (`null`: that was all). Zeros are left out: those of
   * clients who never bought say nothing.
   */
  poolSlice: (account: string, fromId: number): { readonly sums: readonly Pool[]; readonly nextId: number | null } => {
    const next = db.get<{ id: number }>(
      `SELECT client_id AS id FROM traffic_balances WHERE client_id >= ? ORDER BY client_id LIMIT 1 OFFSET ${SLICE_ROWS}`,
      fromId,
    );
    const sums = db.all<Pool>(
      `SELECT pools.pool_type AS poolType, SUM(pools.traffic_gb) AS trafficGb, COUNT(*) AS clients,
         MIN(pools.as_of) AS oldestAsOf
       FROM traffic_balances AS pools CROSS JOIN clients ON clients.id = pools.client_id
       WHERE pools.client_id >= ? AND pools.client_id < ? AND pools.traffic_gb > 0 AND ${THERE}
       GROUP BY pools.pool_type`,
      fromId,
      next?.id ?? Number.MAX_SAFE_INTEGER,
      account,
    );
    return { sums, nextId: next?.id ?? null };
  },

  /** As last read; `null`: never. */
  balance: (account: string): { readonly balanceKopecks: number; readonly asOf: number } | null =>
    db.get<{ balanceKopecks: number; asOf: number }>(
      `SELECT balance_kopecks AS balanceKopecks, balance_as_of AS asOf FROM accounts
       WHERE id = ? AND balance_kopecks IS NOT NULL AND balance_as_of IS NOT NULL`,
      account,
    ) ?? null,

  /** What was charged from one moment on and before another. */
  spentBetween: (account: string, from: number, to: number): number =>
    count(
      db,
      `SELECT COALESCE(SUM(${KOPECKS}), 0) AS n FROM purchases
       WHERE account_id = ? AND created_at >= ? AND created_at < ? AND ${IS_CHARGED}`,
      account,
      from,
      to,
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
  db.get<{ n: number }>(sql, ...params)?.n ?? 0;

import type { OverviewSummary } from '#shared/contract/overview.ts';
import { createBreather, nextTurn, SHORT_SLICE_MS } from '../common/slices.ts';
import { IS_CHARGED, KOPECKS } from '../purchases/purchase-filter.ts';
import type { Database } from '../storage/database.ts';
import { startOfDay, startOfMonth } from './periods.ts';

const THERE = 'clients.account_id = ? AND clients.removed = 0 AND clients.archived = 0';

type Pool = OverviewSummary['pools'][number];

/** About 10 ms of work. */
const SLICE_ROWS = 8_000;
const DAY_MS = 86_400_000;
/** Later than any purchase. */
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** Everything comes from what was read before: the overview never waits for the service. */
export const createOverviewQueries = (db: Database) => ({
  /** Each count takes milliseconds with 100,000 clients: other requests come in between. */
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

  /** GB per pool over all clients of the account. Zeros are left out: those of clients who never bought say nothing. */
  pools: async (account: string): Promise<OverviewSummary['pools']> => {
    const totals = new Map<Pool['poolType'], Pool>();
    const breathe = createBreather(SHORT_SLICE_MS);
    for (let from: number | null = 0; from !== null; ) {
      const next: { readonly id: number } | undefined = db.get(
        `SELECT client_id AS id FROM traffic_balances WHERE client_id >= ? ORDER BY client_id LIMIT 1 OFFSET ${SLICE_ROWS}`,
        from,
      );
      const sums = db.all<Pool>(
        `SELECT pools.pool_type AS poolType, SUM(pools.traffic_gb) AS trafficGb, COUNT(*) AS clients,
           MIN(pools.as_of) AS oldestAsOf
         FROM traffic_balances AS pools CROSS JOIN clients ON clients.id = pools.client_id
         WHERE pools.client_id >= ? AND pools.client_id < ? AND pools.traffic_gb > 0 AND ${THERE}
         GROUP BY pools.pool_type`,
        from,
        next?.id ?? Number.MAX_SAFE_INTEGER,
        account,
      );
      for (const sum of sums) totals.set(sum.poolType, added(totals.get(sum.poolType), sum));
      from = next?.id ?? null;
      await breathe();
    }
    return [...totals.values()];
  },

  /** As last read; `null`: never. */
  balance: (account: string): { readonly balanceKopecks: number; readonly asOf: number } | null =>
    db.get<{ balanceKopecks: number; asOf: number }>(
      `SELECT balance_kopecks AS balanceKopecks, balance_as_of AS asOf FROM accounts
       WHERE id = ? AND balance_kopecks IS NOT NULL AND balance_as_of IS NOT NULL`,
      account,
    ) ?? null,

  /** Kopecks charged since the day of `now` began on this computer's clock. */
  spentToday: (account: string, now: number): number => spentBetween(db, account, startOfDay(now), ALWAYS),

  /** The same of the month, summed day by day: a busy month is tens of thousands of purchases. */
  spentThisMonth: async (account: string, now: number): Promise<number> => {
    const breathe = createBreather(SHORT_SLICE_MS);
    let sum = 0;
    let from = startOfMonth(now);
    for (; from + DAY_MS < now; from += DAY_MS) {
      sum += spentBetween(db, account, from, from + DAY_MS);
      await breathe();
    }
    // A clock that was set back may have left purchases ahead of it.
    return sum + spentBetween(db, account, from, ALWAYS);
  },

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

const spentBetween = (db: Database, account: string, from: number, to: number): number =>
  count(
    db,
    `SELECT COALESCE(SUM(${KOPECKS}), 0) AS n FROM purchases
     WHERE account_id = ? AND created_at >= ? AND created_at < ? AND ${IS_CHARGED}`,
    account,
    from,
    to,
  );

const added = (total: Pool | undefined, sum: Pool): Pool =>
  total === undefined
    ? sum
    : {
        poolType: sum.poolType,
        // Thousandths of a GB are the finest the service sells; a sum of fractions must not show more.
        trafficGb: Math.round((total.trafficGb + sum.trafficGb) * 1000) / 1000,
        clients: total.clients + sum.clients,
        oldestAsOf: Math.min(total.oldestAsOf ?? ALWAYS, sum.oldestAsOf ?? ALWAYS),
      };

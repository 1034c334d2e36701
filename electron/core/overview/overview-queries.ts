import type { OverviewSummary } from '#shared/contract/overview.ts';
import type { Database } from '../storage/database.ts';

/** A balance older than this is worth reading again. */
export const STALE_AFTER_MS = 24 * 3_600_000;
const LOW_SHOWN = 50;

/** The purchases whose money is gone (DESIGN 6). */
const CHARGED = "('succeeded', 'confirmed-charged', 'charged-goods-missing')";

const THERE = 'clients.account_id = ? AND clients.removed = 0 AND clients.archived = 0';

type Pool = OverviewSummary['pools'][number]['poolType'];

/** Everything comes from what was read before: the overview never waits for the service. */
export const createOverviewQueries = (db: Database) => ({
  clients: (account: string): OverviewSummary['clients'] => {
    const row = db.get<{ active: number; archived: number }>(
      `SELECT COALESCE(SUM(archived = 0), 0) AS active, COALESCE(SUM(archived = 1), 0) AS archived
       FROM clients WHERE account_id = ? AND removed = 0`,
      account,
    );
    return { active: row?.active ?? 0, archived: row?.archived ?? 0 };
  },

  /** Only the pools that somebody has GB in: four zeros of a client who never bought say nothing. */
  pools: (account: string): OverviewSummary['pools'] =>
    db.all<{ poolType: Pool; trafficGb: number; clients: number; oldestAsOf: number | null }>(
      `SELECT pool_type AS poolType, SUM(traffic_gb) AS trafficGb, COUNT(*) AS clients, MIN(as_of) AS oldestAsOf
       FROM traffic_balances JOIN clients ON clients.id = client_id
       WHERE ${THERE} AND traffic_gb > 0 GROUP BY pool_type ORDER BY pool_type`,
      account,
    ),

  lowTraffic: (account: string, belowGb: number): OverviewSummary['lowTraffic'] =>
    db.all<OverviewSummary['lowTraffic'][number]>(
      `SELECT clients.id AS clientId, clients.name AS clientName, pool_type AS poolType,
         traffic_gb AS trafficGb, as_of AS asOf
       FROM traffic_balances JOIN clients ON clients.id = client_id
       WHERE ${THERE} AND traffic_gb < ? AND (traffic_gb > 0 OR EXISTS (
         SELECT 1 FROM purchases WHERE purchases.client_id = clients.id AND kind = 'traffic'
           AND state IN ${CHARGED} AND order_json ->> 'poolType' = pool_type))
       ORDER BY traffic_gb, clients.name_sort, clients.id LIMIT ${LOW_SHOWN}`,
      account,
      belowGb,
    ),

  staleClients: (account: string, now: number): number =>
    count(
      db,
      `SELECT COUNT(*) AS n FROM clients WHERE ${THERE} AND (traffic_as_of IS NULL OR traffic_as_of < ?)`,
      account,
      now - STALE_AFTER_MS,
    ),

  unknownPurchases: (account: string): number =>
    count(db, "SELECT COUNT(*) AS n FROM purchases WHERE account_id = ? AND state = 'unknown'", account),

  spentSince: (account: string, since: number): number =>
    count(
      db,
      `SELECT COALESCE(SUM(price_kopecks), 0) AS n FROM purchases
       WHERE account_id = ? AND created_at >= ? AND state IN ${CHARGED}`,
      account,
      since,
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

import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { DedicatedSummary } from '#shared/contract/dedicated.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import type { Ipv } from '#shared/domain/limits.ts';
import { HAS_STOPPED, notEnded } from './check-history.ts';

const WEEK = 7 * 86_400_000;

/** Counts the owned proxies by the properties that can be filtered. Each count scans one index. */
export const readSummary = (db: Database, accountId: string, zone: string, at: number): DedicatedSummary => {
  const count = (where: Sql): number =>
    db.value<number>(sql`SELECT count(*) FROM dedicated_proxies WHERE account_id = ${accountId} AND ${where}`) ?? 0;
  const now = wallTimeAt(at, zone);
  const ipvs = db.all<{ ipv: Ipv; count: number }>(sql`SELECT ipv, count(*) AS count FROM dedicated_proxies
    WHERE account_id = ${accountId} AND archived = 0 GROUP BY ipv`);
  return {
    held: ipvs.reduce((sum, one) => sum + one.count, 0),
    archived: count(sql`archived = 1`),
    unassigned: count(sql`archived = 0 AND client_id IS NULL`),
    expired: count(sql`archived = 0 AND wall_end < ${now}`),
    expiring: count(sql`archived = 0 AND wall_end >= ${now} AND wall_end < ${wallTimeAt(at + WEEK, zone)}`),
    incomplete: count(sql`archived = 0 AND complete = 0`),
    stopped: count(sql`archived = 0 AND ${HAS_STOPPED} AND ${notEnded({ now: at, zone })}`),
    countries: db.all(sql`SELECT p.code, p.count, coalesce(
        (SELECT title FROM dedicated_countries t WHERE t.account_id = ${accountId} AND t.code = p.code
        ORDER BY ipv LIMIT 1), upper(p.code)) AS title
      FROM (SELECT country_code AS code, count(*) AS count FROM dedicated_proxies
            WHERE account_id = ${accountId} AND archived = 0 GROUP BY country_code) p ORDER BY title`),
    ipvs,
    assumedZone: zone,
  };
};

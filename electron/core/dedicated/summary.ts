import type { DedicatedSummary } from '#shared/contract/dedicated.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import type { Ipv } from '#shared/domain/limits.ts';
import type { Database } from '../storage/database.ts';

const WEEK = 7 * 86_400_000;

/** How many proxies are held, by what they can be filtered by. Each count walks one index. */
export const readSummary = (db: Database, accountId: string, zone: string, at: number): DedicatedSummary => {
  const count = (where: string, ...params: number[]): number =>
    db.value<number>(
      `SELECT count(*) FROM dedicated_proxies WHERE account_id = ? AND ${where}`,
      accountId,
      ...params,
    ) ?? 0;
  const now = wallTimeAt(at, zone);
  const ipvs = db.all<{ ipv: Ipv; count: number }>(
    `SELECT ipv, count(*) AS count FROM dedicated_proxies WHERE account_id = ? AND archived = 0 GROUP BY ipv`,
    accountId,
  );
  return {
    held: ipvs.reduce((sum, one) => sum + one.count, 0),
    archived: count('archived = 1'),
    unassigned: count('archived = 0 AND client_id IS NULL'),
    expired: count('archived = 0 AND wall_end < ?', now),
    expiring: count('archived = 0 AND wall_end >= ? AND wall_end < ?', now, wallTimeAt(at + WEEK, zone)),
    incomplete: count('archived = 0 AND complete = 0'),
    countries: db.all(
      `SELECT p.code, p.count, coalesce(
         (SELECT title FROM dedicated_countries t WHERE t.account_id = ?1 AND t.code = p.code ORDER BY ipv LIMIT 1),
         upper(p.code)) AS title
       FROM (SELECT country_code AS code, count(*) AS count FROM dedicated_proxies
             WHERE account_id = ?1 AND archived = 0 GROUP BY country_code) p ORDER BY title`,
      accountId,
    ),
    ipvs,
    assumedZone: zone,
  };
};

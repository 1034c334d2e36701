import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { PastCheck } from '#shared/contract/last-check.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { MAX_CHECKED } from '#shared/domain/check.ts';

/** A moment (ms since the epoch, UTC), and the zone in which the ends of proxies are read. */
interface Moment {
  readonly now: number;
  readonly zone: string;
}

/** Condition for the proxies that have not ended. One whose end cannot be read may still work. */
export const notEnded = ({ now, zone }: Moment): Sql => sql`(wall_end IS NULL OR wall_end > ${wallTimeAt(now, zone)})`;

/** Condition for the proxies that worked at a check, and did not work at all checks since. */
export const HAS_STOPPED = sql`id IN (SELECT proxy_id FROM stopped_proxies)`;

const inUse = (accountId: string, moment: Moment): Sql =>
  sql`account_id = ${accountId} AND archived = 0 AND ip IS NOT NULL AND port IS NOT NULL AND ${notEnded(moment)}`;

export const countProxiesInUse = (db: Database, accountId: string, moment: Moment): number =>
  db.value<number>(sql`SELECT count(*) FROM dedicated_proxies WHERE ${inUse(accountId, moment)}`) ?? 0;

/** Returns the proxies that are worth checking, at most as many as one check may have. */
export const proxiesInUse = (db: Database, accountId: string, moment: Moment): number[] =>
  db.values<number>(sql`SELECT id FROM dedicated_proxies WHERE ${inUse(accountId, moment)}
    ORDER BY id LIMIT ${MAX_CHECKED}`);

/** Returns the last results of a proxy, newest first. */
export const pastChecksOf = (db: Database, proxyId: number): PastCheck[] =>
  db.all<PastCheck>(sql`SELECT id, at, state, reason, first_byte_ms FROM proxy_checks
    WHERE proxy_id = ${proxyId} ORDER BY id DESC`);

/** Returns the time of the first check at which a proxy no longer worked; `null` if it works or never did. */
export const stoppedAtOf = (db: Database, proxyId: number): number | null =>
  db.value<number>(sql`SELECT at FROM stopped_proxies WHERE proxy_id = ${proxyId}`);

export interface StoppedProxies {
  readonly count: number;
  /** The addresses of some, those that stopped last first. */
  readonly names: readonly string[];
  /** When the last of them stopped, in ms since the epoch, UTC. */
  readonly newest: number;
}

/** Returns the proxies in use that have stopped working. */
export const stoppedProxies = (db: Database, accountId: string, moment: Moment, named: number): StoppedProxies => {
  const stopped = sql`stopped_proxies s JOIN dedicated_proxies p ON p.id = s.proxy_id WHERE ${inUse(accountId, moment)}`;
  const sum = db.get<{ count: number; newest: number | null }>(sql`SELECT count(*) AS count, max(s.at) AS newest
    FROM ${stopped}`);
  return {
    count: sum?.count ?? 0,
    names: db.values<string>(sql`SELECT p.ip || ':' || p.port FROM ${stopped}
      ORDER BY s.at DESC, p.ip_sort, p.id LIMIT ${named}`),
    newest: sum?.newest ?? 0,
  };
};

import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { formatWallTime } from '#shared/domain/assumed-zone.ts';
import type { ReadProxy } from '#shared/domain/import-proxies/read-proxy.ts';
import type { Ipv } from '#shared/domain/limits.ts';
import { ipSortKey } from './proxy-texts.ts';
import { storeSearchText } from './search-text.ts';

/** A proxy that is here already and is the same as one of a table. */
export interface SameProxy {
  readonly id: number;
  readonly imported: boolean;
  readonly wallEnd: number | null;
}

/** A proxy of a table with everything that the user added. */
export interface NewProxy extends ReadProxy {
  readonly ipv: Ipv;
  readonly countryCode: string;
  readonly clientId: number | null;
  readonly dateSource: 'typed' | 'computed';
  /** The purchase that paid for it, whose answer was lost; `null` if this desk knows none. */
  readonly purchaseId: number | null;
}

/**
 * Returns the proxy of this desk that is the same: it has the same id at the service or, if one of the two has no id, the
 * same address and login. An imported proxy in the archive does not count, because undoing an import puts it there.
 */
export const findSameProxy = (db: Database, accountId: string, proxy: ReadProxy): SameProxy | undefined => {
  const { serviceId, ip, port, username } = proxy;
  const here = sql`SELECT id, imported AS "imported:flag", wall_end FROM dedicated_proxies
    WHERE account_id = ${accountId} AND archived IN (0, 1) AND (imported = 0 OR archived = 0)`;
  const byId = serviceId === null ? undefined : db.get<SameProxy>(sql`${here} AND service_id = ${serviceId} LIMIT 1`);
  if (byId !== undefined) return byId;
  return db.get<SameProxy>(sql`${here} AND ip_sort = ${ipSortKey(ip)} AND port = ${port}
      AND coalesce(username, ${username}) IS ${username} AND (service_id IS NULL OR ${serviceId} IS NULL) LIMIT 1`);
};

/** Whether the proxy here is an imported one without an end, and the line has one. */
export const completes = (same: SameProxy, proxy: ReadProxy): boolean =>
  same.imported && same.wallEnd === null && proxy.wallEnd !== null;

const endOf = (wallEnd: number | null): string | null => (wallEnd === null ? null : formatWallTime(wallEnd));

/** Whether the proxy has everything that is needed to use and to prolong it. */
const isComplete = ({ serviceId, username, password, wallEnd }: ReadProxy): boolean =>
  serviceId !== null && username !== null && password !== null && wallEnd !== null;

/** Adds an imported proxy and returns its id. Joins the caller's transaction. `at` in ms since the epoch, UTC. */
export const addImportedProxy = (db: Database, accountId: string, proxy: NewProxy, at: number): number => {
  const { serviceId, ip, port, username, password, wallEnd, ipv, countryCode, clientId, note } = proxy;
  const { purchaseId, dateSource } = proxy;
  const { lastId } =
    db.run(sql`INSERT INTO dedicated_proxies (account_id, purchase_id, service_id, ip, port, username, password,
    date_end, date_source, wall_end, ipv, country_code, ip_sort, complete, client_id, note, bought_at, imported)
    VALUES (${accountId}, ${purchaseId}, ${serviceId}, ${ip}, ${port}, ${username}, ${password}, ${endOf(wallEnd)}, ${dateSource},
    ${wallEnd}, ${ipv}, ${countryCode}, ${ipSortKey(ip)}, ${isComplete(proxy)}, ${clientId}, ${note}, ${at}, 1)`);
  storeSearchText(db, lastId);
  return lastId;
};

/** Sets the end of an imported proxy that has none. Joins the caller's transaction. */
export const setImportedEnd = (db: Database, { id }: SameProxy, wallEnd: number | null): void => {
  db.run(sql`UPDATE dedicated_proxies SET date_end = ${endOf(wallEnd)}, date_source = 'typed', wall_end = ${wallEnd}
    WHERE id = ${id} AND wall_end IS NULL`);
};

import type { CommonDeps } from '#core/context.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { instantOfWallTime } from '#shared/domain/assumed-zone.ts';
import type { Ipv, PortType } from '#shared/domain/limits.ts';
import { DeskError } from '#shared/result.ts';
import { isUnlistable, type ProxyCredentials } from './proxy-credentials.ts';
import { storeSearchText } from './search-text.ts';

export type SwitchedProxy = Pick<DedicatedProxy, 'id' | 'serviceId' | 'portType' | 'portTypeSure'>;

interface Row extends Omit<DedicatedProxy, 'expiresAt' | 'hasPassword' | 'unlistable'> {
  readonly password: string | null;
  readonly wallEnd: number | null;
}

const ROWS = sql`SELECT p.id, p.service_id, p.ip, p.port, p.username, p.password, p.ipv,
  p.country_code, coalesce(t.title, upper(p.country_code)) AS countryTitle, p.date_end, p.date_source,
  p.wall_end, c.id AS clientId, coalesce(nullif(c.name, ''), c.client_key, '') AS clientName,
  coalesce(c.client_key, '') AS clientKey, c.messenger_id, p.note, p.port_type,
  p.port_type_sure AS "portTypeSure:flag", p.archived AS "archived:flag", p.purchase_id, p.order_id, p.check_id,
  p.bought_at, p.imported AS "imported:flag", p.complete AS "complete:flag", p.last_check_json AS "lastCheck:json"`;

type ZonedDeps = CommonDeps<'db' | 'assumedZone'>;

const toProxy = ({ wallEnd, password, ...row }: Row, zone: string): DedicatedProxy => ({
  ...row,
  hasPassword: password !== null,
  unlistable: isUnlistable({ ...row, password }),
  expiresAt: wallEnd === null ? null : instantOfWallTime(wallEnd, zone),
});

const noSuchProxy = (): DeskError => new DeskError('not-found', 'There is no such proxy.', { code: 'dedicated-proxy' });

// Lists of ids must be short in all functions here; callers split long ones.

/** Returns proxies in the order of `ids`, without those of other accounts. */
export const readProxies = (
  { db, assumedZone }: ZonedDeps,
  accountId: string,
  ids: readonly number[],
): DedicatedProxy[] => {
  const zone = assumedZone();
  return db
    .all<Row>(sql`${ROWS} FROM json_each(${JSON.stringify(ids)}) wanted
      CROSS JOIN dedicated_proxies p ON p.id = wanted.value
      LEFT JOIN clients c ON c.id = p.client_id AND c.removed = 0
      LEFT JOIN dedicated_countries t ON t.account_id = p.account_id AND t.ipv = p.ipv AND t.code = p.country_code
      WHERE p.account_id = ${accountId} ORDER BY wanted.key`)
    .map((row) => toProxy(row, zone));
};

/** Returns a proxy. Throws `not-found`. */
export const getProxy = (deps: ZonedDeps, accountId: string, proxyId: number): DedicatedProxy => {
  const [row] = readProxies(deps, accountId, [proxyId]);
  if (row === undefined) throw noSuchProxy();
  return row;
};

export const readProxyCredentials = (db: Database, accountId: string, ids: readonly number[]): ProxyCredentials[] =>
  db.all<ProxyCredentials>(sql`SELECT p.ip, p.port, p.username, p.password
    FROM json_each(${JSON.stringify(ids)}) wanted
    CROSS JOIN dedicated_proxies p ON p.id = wanted.value WHERE p.account_id = ${accountId} ORDER BY wanted.key`);

/** Assigns proxies to a client, or to none, and returns the number of changed ones. */
export const writeProxyClient = (
  db: Database,
  accountId: string,
  ids: readonly number[],
  clientId: number | null,
): number =>
  db.run(sql`UPDATE dedicated_proxies SET client_id = ${clientId}
    WHERE account_id = ${accountId} AND id IN ${among(ids)} AND client_id IS NOT ${clientId}`).changes;

/** Returns the number of these proxies per client, without the client `except`. */
export const countProxiesByClient = (
  db: Database,
  accountId: string,
  ids: readonly number[],
  except: number | null,
): readonly { readonly clientId: number; readonly count: number }[] =>
  db.all(sql`SELECT client_id, count(*) AS count FROM dedicated_proxies
    WHERE account_id = ${accountId} AND id IN ${among(ids)} AND client_id IS NOT NULL
      AND client_id IS NOT ${except} GROUP BY client_id`);

/** Returns the proxies that do not belong to `clientId`, grouped by their present client. */
export const groupProxiesOfOthers = (
  db: Database,
  accountId: string,
  ids: readonly number[],
  clientId: number | null,
): readonly { readonly clientId: number | null; readonly ids: readonly number[] }[] =>
  db.all(sql`SELECT client_id, json_group_array(id) AS "ids:json" FROM dedicated_proxies
    WHERE account_id = ${accountId} AND id IN ${among(ids)} AND client_id IS NOT ${clientId} GROUP BY client_id`);

/** Returns the proxies that belong to `clientId`, or to no client if it is `null`. */
export const findProxiesHeldBy = (
  db: Database,
  accountId: string,
  ids: readonly number[],
  clientId: number | null,
): number[] =>
  db.values<number>(sql`SELECT id FROM dedicated_proxies
    WHERE account_id = ${accountId} AND id IN ${among(ids)} AND client_id IS ${clientId}`);

/** Puts proxies into the archive, or takes them out of it, and returns the number of changed ones. */
export const archiveProxies = (db: Database, accountId: string, ids: readonly number[], archived: boolean): number =>
  db.run(sql`UPDATE dedicated_proxies SET archived = ${archived}
    WHERE account_id = ${accountId} AND id IN ${among(ids)} AND archived IS NOT ${archived}`).changes;

/** Returns the proxies that are in the archive, or not in it. */
export const findProxiesByArchive = (
  db: Database,
  accountId: string,
  ids: readonly number[],
  archived: boolean,
): number[] =>
  db.values<number>(sql`SELECT id FROM dedicated_proxies
    WHERE account_id = ${accountId} AND id IN ${among(ids)} AND archived = ${archived}`);

/** Writes a proxy's note, and the text by which the proxy is found. Throws `not-found`. */
export const writeProxyNote = (db: Database, accountId: string, proxyId: number, note: string): void =>
  db.transaction(() => {
    if (!db.has(sql`SELECT 1 FROM dedicated_proxies WHERE id = ${proxyId} AND account_id = ${accountId}`)) {
      throw noSuchProxy();
    }
    db.run(sql`UPDATE dedicated_proxies SET note = ${note} WHERE id = ${proxyId}`);
    storeSearchText(db, proxyId);
  });

export const readProtocols = (db: Database, accountId: string, ids: readonly number[]): SwitchedProxy[] =>
  db.all<SwitchedProxy>(sql`SELECT p.id, p.service_id, p.port_type, p.port_type_sure AS "portTypeSure:flag"
    FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN dedicated_proxies p ON p.id = wanted.value
    WHERE p.account_id = ${accountId} ORDER BY wanted.key`);

export const writeProtocol = (db: Database, ids: readonly number[], portType: PortType, sure: boolean): void => {
  db.run(sql`UPDATE dedicated_proxies SET port_type = ${portType}, port_type_sure = ${sure}
    WHERE id IN ${among(ids)}`);
};

/** Marks the protocol as uncertain after a request that may have arrived. */
export const doubtProtocol = (db: Database, ids: readonly number[]): void => {
  db.run(sql`UPDATE dedicated_proxies SET port_type_sure = 0 WHERE id IN ${among(ids)}`);
};

/** Returns the facts for the names of files. */
export const readProxyFacets = (db: Database, accountId: string, ids: readonly number[]) =>
  db.all<{ clientId: number | null; countryCode: string; ipv: Ipv }>(sql`SELECT DISTINCT c.id AS clientId,
    p.country_code, p.ipv
    FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN dedicated_proxies p ON p.id = wanted.value
    LEFT JOIN clients c ON c.id = p.client_id AND c.removed = 0 WHERE p.account_id = ${accountId}`);

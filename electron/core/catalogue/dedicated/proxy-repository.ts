import type { Database } from '#core/platform/sqlite/database.ts';
import { among, plain, sql } from '#core/platform/sqlite/sql.ts';
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

/** Creates the SQL of the owned proxies. Lists of ids must be short; callers split long ones. */
export const createProxyRepository = (db: Database, assumedZone: () => string) => {
  const toProxy = ({ wallEnd, password, ...row }: Row, zone: string): DedicatedProxy => ({
    ...row,
    hasPassword: password !== null,
    unlistable: isUnlistable({ ...row, password }),
    expiresAt: wallEnd === null ? null : instantOfWallTime(wallEnd, zone),
  });

  /** Returns proxies in the order of `ids`, without those of other accounts. */
  const rows = (accountId: string, ids: readonly number[]): DedicatedProxy[] => {
    const zone = assumedZone();
    return db
      .all<Row>(sql`${ROWS} FROM json_each(${JSON.stringify(ids)}) wanted
        CROSS JOIN dedicated_proxies p ON p.id = wanted.value
        LEFT JOIN clients c ON c.id = p.client_id AND c.removed = 0
        LEFT JOIN dedicated_countries t ON t.account_id = p.account_id AND t.ipv = p.ipv AND t.code = p.country_code
        WHERE p.account_id = ${accountId} ORDER BY wanted.key`)
      .map((row) => toProxy(row, zone));
  };

  const get = (accountId: string, proxyId: number): DedicatedProxy => {
    const [row] = rows(accountId, [proxyId]);
    if (row === undefined) throw new DeskError('not-found', 'There is no such proxy.', { code: 'dedicated-proxy' });
    return row;
  };

  const update = (set: string) => (accountId: string, ids: readonly number[], value: string | number | null) =>
    db.run(sql`UPDATE dedicated_proxies SET ${plain(set)} = ${value}
      WHERE account_id = ${accountId} AND id IN ${among(ids)} AND ${plain(set)} IS NOT ${value}`).changes;

  return {
    rows,
    /** Returns a proxy. Throws `not-found`. */
    get,
    credentials: (accountId: string, ids: readonly number[]): ProxyCredentials[] =>
      db.all<ProxyCredentials>(sql`SELECT p.ip, p.port, p.username, p.password
        FROM json_each(${JSON.stringify(ids)}) wanted
        CROSS JOIN dedicated_proxies p ON p.id = wanted.value WHERE p.account_id = ${accountId} ORDER BY wanted.key`),
    /** Runs `work` in one transaction. */
    together: (work: () => void): void => db.transaction(work),
    assign: update('client_id'),
    /** Returns the number of these proxies per client, without the client `except`. */
    owners: (
      accountId: string,
      ids: readonly number[],
      except: number | null,
    ): readonly { readonly clientId: number; readonly count: number }[] =>
      db.all(sql`SELECT client_id, count(*) AS count FROM dedicated_proxies
        WHERE account_id = ${accountId} AND id IN ${among(ids)} AND client_id IS NOT NULL
          AND client_id IS NOT ${except} GROUP BY client_id`),
    /** Returns the proxies that do not belong to `clientId`, grouped by their present client. */
    heldBy: (
      accountId: string,
      ids: readonly number[],
      clientId: number | null,
    ): readonly { readonly clientId: number | null; readonly ids: readonly number[] }[] =>
      db.all(sql`SELECT client_id, json_group_array(id) AS "ids:json" FROM dedicated_proxies
        WHERE account_id = ${accountId} AND id IN ${among(ids)} AND client_id IS NOT ${clientId} GROUP BY client_id`),
    /** Returns the proxies that belong to `clientId`, or to no client if it is `null`. */
    stillHeld: (accountId: string, ids: readonly number[], clientId: number | null): number[] =>
      db.values<number>(sql`SELECT id FROM dedicated_proxies
        WHERE account_id = ${accountId} AND id IN ${among(ids)} AND client_id IS ${clientId}`),
    archive: update('archived'),
    /** Returns the proxies that are in the archive, or not in it. */
    archivedAs: (accountId: string, ids: readonly number[], archived: boolean): number[] =>
      db.values<number>(sql`SELECT id FROM dedicated_proxies
        WHERE account_id = ${accountId} AND id IN ${among(ids)} AND archived = ${archived}`),
    setNote: (accountId: string, proxyId: number, note: string): void =>
      db.transaction(() => {
        const { id } = get(accountId, proxyId);
        db.run(sql`UPDATE dedicated_proxies SET note = ${note} WHERE id = ${id}`);
        storeSearchText(db, id);
      }),
    forSwitch: (accountId: string, ids: readonly number[]): SwitchedProxy[] =>
      db.all<SwitchedProxy>(sql`SELECT p.id, p.service_id, p.port_type, p.port_type_sure AS "portTypeSure:flag"
        FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN dedicated_proxies p ON p.id = wanted.value
        WHERE p.account_id = ${accountId} ORDER BY wanted.key`),
    setPortType: (ids: readonly number[], portType: PortType, sure: boolean): void => {
      db.run(sql`UPDATE dedicated_proxies SET port_type = ${portType}, port_type_sure = ${sure}
        WHERE id IN ${among(ids)}`);
    },
    /** Marks the protocol as uncertain after a request that may have arrived. */
    doubtPortType: (ids: readonly number[]): void => {
      db.run(sql`UPDATE dedicated_proxies SET port_type_sure = 0 WHERE id IN ${among(ids)}`);
    },
    /** Returns the facts for the names of files. */
    facets: (accountId: string, ids: readonly number[]) =>
      db.all<{ clientId: number | null; countryCode: string; ipv: Ipv }>(sql`SELECT DISTINCT c.id AS clientId,
        p.country_code, p.ipv
        FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN dedicated_proxies p ON p.id = wanted.value
        LEFT JOIN clients c ON c.id = p.client_id AND c.removed = 0 WHERE p.account_id = ${accountId}`),
  };
};

export type ProxyRepository = ReturnType<typeof createProxyRepository>;

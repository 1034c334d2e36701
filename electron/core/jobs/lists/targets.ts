import type { ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { inPieces } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { PoolType } from '#shared/domain/limits.ts';

/** A selected client with its known facts. `null` in a number means that it was never read. */
export interface TargetClient {
  readonly clientId: number | null;
  readonly name: string;
  readonly messengerId: number | null;
  readonly clientKey: string;
  /** The GB left in the requested pool. */
  readonly trafficGb: number | null;
  /** The number of whitelisted addresses; a whitelist in an unknown format counts as filled. */
  readonly whitelisted: number | null;
}

export interface TargetList
  extends Pick<ListRecord, 'title' | 'clientId' | 'clientName' | 'clientKey' | 'state' | 'convertible'> {
  readonly listId: number | null;
  readonly messengerId: number | null;
  readonly formatId: 1 | 2 | 3;
  readonly lines: Readonly<Record<'domain' | 'ip', number>>;
}

const SLICE = 500;

/** Returns the clients of a selection in its order, each once. Removed clients have no id. */
export const targetClients = async (
  db: Database,
  accountId: string,
  clientIds: readonly number[],
  pool: PoolType,
): Promise<TargetClient[]> => {
  const found: TargetClient[] = [];
  for await (const ids of inPieces([...new Set(clientIds)], SLICE)) {
    const rows = db.all<TargetClient>(sql`SELECT c.id AS clientId,
        coalesce(iif(c.name = '', c.client_key, c.name), '') AS name, c.messenger_id,
        coalesce(c.client_key, '') AS clientKey, b.traffic_gb,
        CASE WHEN r.as_of IS NULL THEN NULL WHEN r.raw IS NOT NULL THEN 1
          ELSE (SELECT count(*) FROM whitelist_ips w WHERE w.client_id = c.id) END AS whitelisted
      FROM json_each(${JSON.stringify(ids)}) wanted
        LEFT JOIN clients c ON c.id = wanted.value AND c.account_id = ${accountId} AND c.removed = 0
        LEFT JOIN traffic_balances b ON b.client_id = c.id AND b.pool_type = ${pool}
        LEFT JOIN whitelist_reads r ON r.client_id = c.id
      ORDER BY wanted.key`);
    found.push(...rows);
  }
  return found;
};

interface ListRow extends Omit<TargetList, 'lines' | 'convertible'> {
  readonly domainLines: number;
  readonly ipLines: number;
  readonly domainConvertible: boolean;
  readonly ipConvertible: boolean;
}

/** Returns the lists of a selection in its order, each once. Removed lists have no id. */
export const targetLists = async (
  db: Database,
  accountId: string,
  listIds: readonly number[],
): Promise<TargetList[]> => {
  const found: TargetList[] = [];
  for await (const ids of inPieces([...new Set(listIds)], SLICE)) {
    const rows = db.all<ListRow>(sql`SELECT l.id AS listId, coalesce(l.title, '') AS title, l.client_id,
        coalesce(l.client_name, '') AS clientName, c.messenger_id, coalesce(l.client_key, '') AS clientKey,
        iif(l.missing_lines > 0, 'arriving', coalesce(l.state, '')) AS state,
        coalesce(l.recipe_json ->> '$.formatId', 1) AS formatId, coalesce(l.domain_lines, 0) AS domainLines,
        coalesce(l.ip_lines, 0) AS ipLines, l.domain_convertible AS "domainConvertible:flag",
        l.ip_convertible AS "ipConvertible:flag"
      FROM json_each(${JSON.stringify(ids)}) wanted
        LEFT JOIN lists l ON l.id = wanted.value AND l.account_id = ${accountId} AND l.removed = 0
        LEFT JOIN clients c ON c.id = l.client_id
      ORDER BY wanted.key`);
    for (const { domainLines, ipLines, domainConvertible, ipConvertible, ...list } of rows) {
      found.push({
        ...list,
        lines: { domain: domainLines, ip: ipLines },
        convertible: { domain: domainConvertible, ip: ipConvertible },
      });
    }
  }
  return found;
};

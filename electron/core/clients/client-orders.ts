import type { ClientSort } from '#shared/contract/clients.ts';
import { assertNever } from '#shared/result.ts';
import type { Database } from '../storage/database.ts';

/** Orders kept: the grid's own, that of the archive, and two that were left. */
const KEPT = 4;

export interface ClientOrders {
  /** Ids of all clients of the account, archived ones or the others; clients without the value of the sort come last. */
  ids(accountId: string, archived: boolean, sort: ClientSort): readonly number[];
}

const columnOf = (by: ClientSort['by']) => {
  switch (by) {
    case 'name':
      return 'name_sort';
    case 'clientKey':
      return 'key_sort';
    case 'messengerId':
      return 'messenger_id';
    case 'createdAt':
      return 'created_at';
    case 'trafficGb':
      return 'traffic_gb';
    case 'lastPurchaseAt':
      return 'last_purchase_at';
    case 'vpnActive':
      return 'vpn_active';
    case 'nextExpiry':
      return 'next_expiry';
    default:
      return assertNever(by);
  }
};

/** Those that a row of `clients` can change while it stays where it is. */
const COLUMNS = [
  'name_sort',
  'key_sort',
  'messenger_id',
  'traffic_gb',
  'last_purchase_at',
  'vpn_active',
  'next_expiry',
] as const;

const differ = (column: string): string => `(old.${column} IS NOT new.${column})`;

/**
 * For this connection alone, and of no file: how often the clients have changed in what an order depends on. A reading
 * of the traffic, say, leaves the order of the names as it is, and in the background they come all the time.
 */
const COUNTS = `
  CREATE TEMP TABLE IF NOT EXISTS client_changes AS
    SELECT 0 AS clients, 0 AS created_at, ${COLUMNS.map((column) => `0 AS ${column}`).join(', ')};
  CREATE TEMP TRIGGER IF NOT EXISTS count_new_client AFTER INSERT ON main.clients BEGIN
    UPDATE client_changes SET clients = clients + 1;
  END;
  CREATE TEMP TRIGGER IF NOT EXISTS count_gone_client AFTER DELETE ON main.clients WHEN old.removed = 0 BEGIN
    UPDATE client_changes SET clients = clients + 1;
  END;
  CREATE TEMP TRIGGER IF NOT EXISTS count_changed_client
    AFTER UPDATE OF account_id, removed, archived, ${COLUMNS.join(', ')} ON main.clients BEGIN
    UPDATE client_changes SET
      clients = clients + (${['account_id', 'removed', 'archived'].map(differ).join(' OR ')}),
      ${COLUMNS.map((column) => `${column} = ${column} + ${differ(column)}`).join(', ')};
  END;
`;

interface Order {
  readonly key: string;
  readonly version: string;
  readonly ids: readonly number[];
}

/** One walk along the index of the sort for each, and none again until something moves in it. */
export const createClientOrders = (db: Database): ClientOrders => {
  let kept: readonly Order[] = [];
  let counts = false;

  const walk = (accountId: string, archived: boolean, column: string, direction: 'ASC' | 'DESC'): readonly number[] => {
    const row = db.get<{ ids: string | null; missing: number | null }>(
      `SELECT group_concat(id) AS ids, sum(value IS NULL) AS missing FROM
         (SELECT id, ${column} AS value FROM clients WHERE account_id = ? AND removed = 0 AND archived = ?
          ORDER BY ${column} ${direction}, id ${direction})`,
      accountId,
      archived ? 1 : 0,
    );
    if (row?.ids == null) return [];
    const ids = JSON.parse(`[${row.ids}]`) as number[];
    // SQLite puts the missing ones first. `NULLS LAST` would sort the whole answer again instead of walking the index.
    const missing = direction === 'ASC' ? (row.missing ?? 0) : 0;
    return missing === 0 ? ids : ids.slice(missing).concat(ids.slice(0, missing));
  };

  return {
    ids: (accountId, archived, { by, direction }) => {
      if (!counts) db.exec(COUNTS);
      counts = true;
      const column = columnOf(by);
      const key = JSON.stringify([accountId, archived, by, direction]);
      const changes = db.get<{ version: string }>(`SELECT clients || ' ' || ${column} AS version FROM client_changes`);
      const version = changes?.version ?? '';
      const known = kept.find((order) => order.key === key && order.version === version);
      const ids = known?.ids ?? walk(accountId, archived, column, direction === 'asc' ? 'ASC' : 'DESC');
      kept = [{ key, version, ids }, ...kept.filter((order) => order.key !== key)].slice(0, KEPT);
      return ids;
    },
  };
};

import { pathToFileURL } from 'node:url';
import { DatabasePool } from '@photostructure/sqlite/experimental';
import { storageError } from '#core/platform/sqlite/sqlite-errors.ts';
import type { DeskFacts } from '#shared/contract/backup.ts';

const ACCOUNTS = `SELECT label, base_url AS baseUrl, is_sandbox AS isSandbox,
    (SELECT count(*) FROM clients c WHERE c.account_id = a.id AND c.removed = 0) AS clients
  FROM accounts a WHERE removed = 0 ORDER BY created_at, id`;
const OF_ACCOUNTS = 'account_id IN (SELECT id FROM accounts WHERE removed = 0)';

/** The size of the database; its file is out of date while there is a log beside it. */
const SIZE = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';

/** The counts with the table that each one needs, because an older desk may lack it. */
const COUNTS = [
  { name: 'lists', table: 'lists', sql: `SELECT count(*) AS n FROM lists WHERE removed = 0 AND ${OF_ACCOUNTS}` },
  { name: 'purchases', table: 'purchases', sql: `SELECT count(*) AS n FROM purchases WHERE ${OF_ACCOUNTS}` },
  {
    name: 'proxies',
    table: 'dedicated_proxies',
    sql: `SELECT count(*) AS n FROM dedicated_proxies WHERE ${OF_ACCOUNTS}`,
  },
  {
    name: 'subscriptions',
    table: 'vpn_subscriptions',
    sql: `SELECT count(*) AS n FROM vpn_subscriptions s JOIN clients c ON c.id = s.client_id
          WHERE s.gone_at IS NULL AND c.removed = 0 AND c.${OF_ACCOUNTS}`,
  },
] as const;

type Count = (typeof COUNTS)[number]['name'];

/** Counts the contents of a desk on a thread. `atRest`: no process has the file open. Throws `storage`. */
export const readDeskFacts = async (path: string, { atRest }: { readonly atRest: boolean }): Promise<DeskFacts> => {
  let pool: DatabasePool | undefined;
  try {
    const location = atRest ? `${pathToFileURL(path).href}?immutable=1` : path;
    pool = await DatabasePool.open(location, { connections: 1, authorizer: 'none' });
    const tables = await pool.all("SELECT name FROM sqlite_schema WHERE type = 'table'");
    const names = new Set(tables.map((row) => text(row, 'name')));
    const accounts = (await pool.all(ACCOUNTS)).map((row) => ({
      label: text(row, 'label'),
      baseUrl: text(row, 'baseUrl'),
      isSandbox: number(row, 'isSandbox') === 1,
      clients: number(row, 'clients'),
    }));
    const counts: Record<Count, number> = { lists: 0, purchases: 0, proxies: 0, subscriptions: 0 };
    for (const { name, table, sql } of COUNTS) {
      if (names.has(table)) counts[name] = number(await pool.get(sql), 'n');
    }
    const last = await pool.get(`SELECT coalesce(max(created_at), 0) AS at FROM purchases WHERE ${OF_ACCOUNTS}`);
    return {
      ...counts,
      accounts,
      clients: accounts.reduce((sum, account) => sum + account.clients, 0),
      lastPurchaseAt: number(last, 'at') || null,
      bytes: number(await pool.get(SIZE), 'bytes'),
    };
  } catch (error) {
    throw storageError(error);
  } finally {
    await pool?.close().catch(() => {});
  }
};

const value = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
const text = (row: unknown, name: string): string => String(value(row, name) ?? '');
const number = (row: unknown, name: string): number => Number(value(row, name) ?? 0);

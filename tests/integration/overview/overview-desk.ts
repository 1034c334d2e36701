import { join } from 'node:path';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';
import { emptyClientList } from '../clients/sample.ts';

export const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A signed-in desk without clients. */
export const startEmptyDesk = async (options: TestDeskOptions = {}): Promise<TestDesk> => {
  const desk = await startTestDesk(options);
  await emptyClientList(desk);
  return desk;
};

/** Writes readings of every age and end directly into the desk's database while nobody has it open. */
export const writeInto = async (desk: TestDesk, write: (db: Database) => void): Promise<void> => {
  await desk.core.close();
  const db = openDatabase(join(desk.paths.data, 'desk.db'));
  db.transaction(() => write(db));
  db.close();
  await desk.restart();
};

export const accountOf = (db: Database): string =>
  db.get<{ id: string }>('SELECT id FROM accounts ORDER BY created_at LIMIT 1')?.id ?? '';

interface ClientAt {
  readonly id: number;
  readonly archived?: boolean;
  /** Hours since the reading; `null` if it was never read. */
  readonly readHoursAgo?: number | null;
}

export const insertClient = (db: Database, { id, archived = false, readHoursAgo = 1 }: ClientAt): void => {
  const readAt = readHoursAgo === null ? null : Date.now() - readHoursAgo * HOUR;
  db.run(
    `INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, name_sort, key_sort, archived,
       created_at, updated_at, traffic_as_of, vpn_as_of) VALUES (?, ?, ?, ?, ?, '', ?, ?, ?, 0, 0, ?, ?)`,
    id,
    accountOf(db),
    id,
    `key-${id}`,
    `Client ${id}`,
    `client ${id}`,
    `key-${id}`,
    archived ? 1 : 0,
    readAt,
    readAt,
  );
};

/** Inserts a subscription that ends in `hours`; a negative number lies in the past. */
export const insertSubscription = (db: Database, clientId: number, uuid: string, hours: number, status = 'ACTIVE') =>
  db.run(
    'INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, ?, ?, ?, 0)',
    clientId,
    uuid,
    status,
    Date.now() + Math.round(hours * HOUR),
  );

export const insertPool = (db: Database, clientId: number, pool: string, gb: number): void => {
  db.run('INSERT INTO traffic_balances VALUES (?, ?, ?, ?)', clientId, pool, gb, Date.now());
};

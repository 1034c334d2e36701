import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { startSandbox } from '#sandbox/index.ts';
import { createSecretStore } from '../../electron/main/ports/secret-store.ts';
import { startTestDesk } from '../support/desk-core.ts';
import { seededClients } from './seeded-clients.ts';

/** Increase it when the seed, or the data made from it, changes. */
const VERSION = 1;
const DAY_MS = 86_400_000;

/** A desk as the app left it: its folder, with its service on loopback and its token in the keychain. */
export interface OpenDesk {
  readonly userData: string;
  /** A folder for files that are measured; it disappears with the desk. */
  readonly folder: string;
}

const cacheFolder = (clients: number): string => {
  const made = createHash('sha256').update(JSON.stringify([VERSION, clients, MIGRATIONS]));
  return join(tmpdir(), 'reseller-desk-bench', `${clients}-${made.digest('hex').slice(0, 12)}`);
};

/** Runs `work` on a copy of the desk with this many clients. The desk itself is built once and kept for later runs. */
export const withDesk = async <T>(clients: number, work: (desk: OpenDesk) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'));
  const sandbox = await startSandbox({ stateDir: null });
  try {
    const userData = join(folder, 'desk');
    await cp(await builtDesk(clients), userData, { recursive: true });
    const db = openDatabase(join(userData, 'data', 'desk.db'));
    db.run('UPDATE accounts SET base_url = ?', sandbox.baseUrl);
    const account = db.get<{ id: string }>('SELECT id FROM accounts');
    db.close();
    const { baseUrl, token } = sandbox;
    await createSecretStore().set(account?.id ?? '', JSON.stringify({ baseUrl, token }));
    return await work({ userData, folder });
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const builtDesk = async (clients: number): Promise<string> => {
  const folder = cacheFolder(clients);
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  console.log(`building a desk of ${clients.toLocaleString('en')} clients…`);
  const building = `${folder}.building`;
  await rm(building, { recursive: true, force: true });
  await mkdir(building, { recursive: true });
  await build(building, clients);
  await rename(building, folder);
  return folder;
};

const build = async (userData: string, clients: number): Promise<void> => {
  const paths = { data: join(userData, 'data'), backups: join(userData, 'backups') };
  const desk = await startTestDesk({ paths });
  try {
    const file = join(userData, 'clients.csv');
    await writeFile(file, seededClients(clients));
    desk.dialogs.openQueue.push(file);
    const preview = await desk.call('clients.importOpen', {});
    if (preview === null) throw new Error('The file was not opened.');
    const { added } = await desk.call('clients.importConfirm', { importId: preview.importId, existing: 'skip' });
    if (added !== clients) throw new Error(`${added} of ${clients} clients were imported.`);
    await desk.call('settings.update', { language: 'en' });
  } finally {
    await desk.close();
  }
  const db = openDatabase(join(paths.data, 'desk.db'));
  try {
    db.transaction(() => giveReadings(db, Date.now()));
  } finally {
    db.close();
  }
};

/** Adds readings of the service for most clients: a subscription each, and the traffic left in a pool. */
const giveReadings = (db: Database, now: number): void => {
  db.run('INSERT INTO vpn_reads (client_id, as_of) SELECT id, ? FROM clients WHERE id % 5 < 3', now);
  db.run(
    `INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, traffic_limit_bytes, position)
     SELECT id, printf('00000000-0000-4000-8000-%012x', id), 'ACTIVE', ? + (id % 90) * ${DAY_MS}, 0, 0
     FROM clients WHERE id % 5 < 3`,
    now,
  );
  db.run(
    `UPDATE clients SET vpn_active = 1, vpn_total = 1, vpn_as_of = ?1, next_expiry = ?1 + (id % 90) * ${DAY_MS}
     WHERE id % 5 < 3`,
    now,
  );
  db.run(
    `INSERT INTO traffic_balances (client_id, pool_type, traffic_gb, as_of)
     SELECT id, 'residential', (id % 40) / 2.0, ? FROM clients WHERE id % 5 > 1`,
    now,
  );
  db.run('UPDATE clients SET traffic_gb = (id % 40) / 2.0, traffic_as_of = ? WHERE id % 5 > 1', now);
};

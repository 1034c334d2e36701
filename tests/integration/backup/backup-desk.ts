import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import type { RestoreOffer } from '#shared/contract/backup.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';

export const PASSPHRASE = 'correct horse battery';

/** Makes a folder of the user for backup files, which is deleted after the test. */
export const makeShelf = async (): Promise<{ readonly path: string; empty(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'shelf-'));
  return { path, empty: () => rm(path, { recursive: true, force: true }) };
};

export const saveBackup = async (desk: TestDesk, path: string, passphrase = PASSPHRASE): Promise<void> => {
  desk.dialogs.saveQueue.push(path);
  await desk.call('backup.save', { passphrase, repeated: passphrase });
};

export const openBackup = async (desk: TestDesk, path: string, passphrase = PASSPHRASE): Promise<RestoreOffer> => {
  desk.dialogs.openQueue.push(path);
  await desk.call('backup.choose', {});
  return desk.call('backup.openFile', { passphrase });
};

/** Returns the code with which a backup is refused, at whatever step. */
export const refusal = async (desk: TestDesk, path: string, passphrase = PASSPHRASE): Promise<unknown> => {
  desk.dialogs.openQueue.push(path);
  const chosen = await desk.callRaw('backup.choose', {});
  const result = chosen.ok ? await desk.callRaw('backup.openFile', { passphrase }) : chosen;
  return result.ok ? 'opened' : result.error.details?.code;
};

/** Another computer with an empty data folder and no keychain. */
export const startNewComputer = async (options: TestDeskOptions = {}): Promise<TestDesk> => {
  const desk = await startTestDesk({ ...options, signIn: false });
  desk.secrets.mode = 'none';
  return desk;
};

export const addClient = (desk: TestDesk, clientKey: string, messengerId = 7) =>
  desk.call('clients.add', { messengerId, clientKey, name: `Name of ${clientKey}`, note: 'нота', tags: ['vip'] });

export const clientKeys = async (desk: TestDesk): Promise<readonly string[]> => {
  const { rows } = await desk.call('clients.list', {
    filter: {},
    sort: { by: 'clientKey', direction: 'asc' },
    offset: 0,
    limit: 100,
  });
  return rows.map(({ clientKey }) => clientKey);
};

export type Tables = Readonly<Record<string, readonly unknown[]>>;

/** Returns every row of every table, as a person would compare two desks. The search index is compared by its results. */
export const tablesOf = (file: string): Tables => {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const names = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all() as { name: string }[];
    return Object.fromEntries(
      names
        .filter(({ name }) => !name.startsWith('client_grams'))
        .map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all()]),
    );
  } finally {
    db.close();
  }
};

export const deskFile = (desk: TestDesk): string => join(desk.paths.data, 'desk.db');

/** Lists the files in the data folder beside the database itself. */
export const leftovers = async (desk: TestDesk): Promise<readonly string[]> =>
  (await readdir(desk.paths.data)).filter((name) => /restoring|saving|replacing|replaced/.test(name)).sort();

/** Makes a copy of the desk like the daily one and returns its name. */
export const makeCopy = async (desk: TestDesk): Promise<string> =>
  (await makeBackup(deskFile(desk), desk.paths.backups, Date.now())).name;

export const restoreCopy = async (desk: TestDesk, name: string): Promise<void> => {
  const { offerId } = await desk.call('backup.openCopy', { name });
  await desk.call('backup.restore', { offerId });
};

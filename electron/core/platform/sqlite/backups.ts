import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { makePrivateFile, syncFolder } from '#core/platform/files/private-files.ts';
import { renamePatiently, renamePatientlySync } from '#core/platform/files/rename-patiently.ts';
import { checkDatabaseFile } from './check-file.ts';
import type { Database } from './database.ts';
import { stampOf, timeOfStamp } from './file-names.ts';

export interface BackupFile {
  readonly name: string;
  /** ms since the epoch, UTC, taken from the name. */
  readonly createdAt: number;
}

const KEPT = 10;
/**
 * The number after the time counts the copies. It tells which copy was made last whatever the clock said; otherwise,
 * after the clock was set back, the next copy would count as the oldest and be deleted first. Old names have no number.
 */
const NAME = /^desk-(\d{8}-\d{6}-\d{3})(?:-(\d{6}))?(-before-v\d+)?\.db$/;
const PARTIAL = /^desk-\d{8}-\d{6}-\d{3}(?:-\d{6})?(?:-before-v\d+)?\.db\.part(-journal|-wal|-shm)?$/;

/**
 * More pages than any database has: the copy is made in one step, so it shows a single moment and no writer makes it
 * start again.
 */
const ALL_PAGES = 2_000_000_000;

const inOrder = (names: readonly string[]): readonly (BackupFile & { readonly number: number })[] =>
  names
    .flatMap((name) => {
      const [, stamp = '', number = '0'] = NAME.exec(name) ?? [];
      const createdAt = timeOfStamp(stamp);
      return createdAt === null ? [] : [{ name, createdAt, number: Number(number) }];
    })
    .sort((a, b) => b.number - a.number || b.createdAt - a.createdAt);

const nextName = (names: readonly string[], at: number, why: string): string =>
  `desk-${stampOf(at)}-${String((inOrder(names)[0]?.number ?? 0) + 1).padStart(6, '0')}${why}.db`;

/** Lists the copies, the one made last first. Returns an empty list if the folder does not exist. */
export const listBackups = async (folder: string): Promise<readonly BackupFile[]> =>
  inOrder(await readdir(folder).catch((): string[] => [])).map(({ name, createdAt }) => ({ name, createdAt }));

/** Whether an update of the app made the copy just before it changed the database. */
export const isBeforeUpdate = (name: string): boolean => NAME.exec(name)?.[3] !== undefined;

/** Lists the copies that pass SQLite's check, newest first. */
export const goodBackups = async (folder: string): Promise<readonly BackupFile[]> => {
  const good: BackupFile[] = [];
  for (const file of await listBackups(folder)) {
    const state = await checkDatabaseFile(join(folder, file.name), { atRest: true }).catch(() => 'broken');
    if (state === 'good') good.push(file);
  }
  return good;
};

/**
 * Copies the live database to `target` and flushes the copy to the disk. The copying runs on a thread, over a
 * connection of its own, while the app continues to read and write (measured: 86 MB in 0.3 s, longest stall of the loop
 * 7 ms). A copy that failed is deleted.
 */
export const copyLiveDatabase = async (database: string, target: string): Promise<void> => {
  await makePrivateFile(target);
  const source = new DatabaseSync(database, { readOnly: true });
  try {
    await backup(source, target, { rate: ALL_PAGES });
    await makeDurable(target);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    source.close();
  }
};

/**
 * Copies the live database into the folder and keeps the ten copies made last. The caller must have checked the file:
 * copies of a broken one must not displace the good ones.
 */
export const makeBackup = async (database: string, folder: string, at: number): Promise<BackupFile> => {
  const name = nextName(await readdir(folder), at, '');
  const partial = join(folder, `${name}.part`);
  await removeBrokenOff(folder);
  await copyLiveDatabase(database, partial);
  await renamePatiently(partial, join(folder, name));
  await syncFolder(folder);
  await removeOld(folder);
  return { name, createdAt: at };
};

/**
 * Makes the copy before a migration. It is complete when this returns, because the migration comes next. A copy that a
 * crash interrupted does not count: only a complete one gets the name of a copy.
 */
export const copyBeforeMigration = (db: Database, folder: string, at: number, version: number): void => {
  const names = readdirSync(folder);
  for (const name of names.filter((one) => PARTIAL.test(one))) rmSync(join(folder, name), { force: true });
  const target = join(folder, nextName(names, at, `-before-v${version + 1}`));
  const partial = `${target}.part`;
  // SQLite writes into an existing empty file; a file that SQLite itself creates would be readable by other users.
  const file = openSync(partial, 'wx', 0o600);
  try {
    db.exec(`VACUUM INTO '${partial.replaceAll("'", "''")}'`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renamePatientlySync(partial, target);
};

/** Makes the file private to this user and flushes it to the disk. */
export const makeDurable = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
};

const removeOld = async (folder: string): Promise<void> => {
  for (const file of (await listBackups(folder)).slice(KEPT)) await rm(join(folder, file.name), { force: true });
};

/** Deletes unfinished copies that a crash left behind: each is as large as the database. */
const removeBrokenOff = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  for (const name of names.filter((one) => PARTIAL.test(one))) await rm(join(folder, name), { force: true });
};

import { closeSync, existsSync, openSync } from 'node:fs';
import { copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { DeskError } from '#shared/result.ts';
import { checkFile } from './check-file.ts';
import type { Database } from './database.ts';
import { stampOf, timeOfStamp } from './file-names.ts';
import { makePrivateFile, syncFolder } from './private-files.ts';
import { storageError } from './sqlite-errors.ts';

export interface BackupFile {
  readonly name: string;
  /** ms since the epoch, UTC: from the name. */
  readonly createdAt: number;
}

const KEPT = 10;
const NAME = /^desk-(\d{8}-\d{6}-\d{3})(?:-before-v\d+)?\.db$/;
const PARTIAL = /^desk-\d{8}-\d{6}-\d{3}\.db\.part(-journal|-wal|-shm)?$/;

/** More pages than a database has: the copy is one step, so it sees one moment and no writer makes it start again. */
const ALL_PAGES = 2_000_000_000;

/** Newest first. A folder that is not there holds none. */
export const listBackups = async (folder: string): Promise<readonly BackupFile[]> => {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .flatMap((name) => {
      const createdAt = timeOfStamp(NAME.exec(name)?.[1] ?? '');
      return createdAt === null ? [] : [{ name, createdAt }];
    })
    .sort((a, b) => b.createdAt - a.createdAt);
};

/** The ones that pass SQLite's check, newest first. */
export const goodBackups = async (folder: string): Promise<readonly BackupFile[]> => {
  const good: BackupFile[] = [];
  for (const file of await listBackups(folder)) {
    const state = await checkFile(join(folder, file.name), { atRest: true }).catch(() => 'broken');
    if (state === 'good') good.push(file);
  }
  return good;
};

/**
 * Copies the live database into the folder and keeps the ten newest copies. The copying runs on a thread, over a
 * connection of its own, while the app reads and writes on (measured: 86 MB in 0.3 s, longest stall of the loop 7 ms).
 * The caller has checked the file: a broken one must not push the good copies out.
 */
export const makeBackup = async (database: string, folder: string, at: number): Promise<BackupFile> => {
  const name = `desk-${stampOf(at)}.db`;
  const partial = join(folder, `${name}.part`);
  await removeBrokenOff(folder);
  await makePrivateFile(partial);
  const source = new DatabaseSync(database, { readOnly: true });
  try {
    await backup(source, partial, { rate: ALL_PAGES });
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    source.close();
  }
  await makeDurable(partial);
  await rename(partial, join(folder, name));
  await syncFolder(folder);
  await removeOld(folder);
  return { name, createdAt: at };
};

/** The copy before a migration: complete when this returns, because the migration comes next. */
export const copyBeforeMigration = (db: Database, folder: string, at: number, version: number): void => {
  const nameAt = (time: number): string => join(folder, `desk-${stampOf(time)}-before-v${version + 1}.db`);
  let time = at;
  while (existsSync(nameAt(time))) time += 1;
  const target = nameAt(time);
  // SQLite writes into an empty file, and one that it makes itself would be readable by other users.
  closeSync(openSync(target, 'wx', 0o600));
  db.exec(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
};

/**
 * Copies a backup to beside the database, whole and on the disk, so that only a rename is left to do and a full disk is
 * noticed while the old database is still open. Returns the copy's path. Throws DeskError `not-found` or `storage`.
 */
export const stageBackup = async (name: string, folder: string, database: string): Promise<string> => {
  const isKnown = (await listBackups(folder)).some((file) => file.name === name);
  if (!isKnown) throw new DeskError('not-found', 'There is no such backup.', { code: 'no-backup' });
  const staged = `${database}.restoring`;
  try {
    await copyFile(join(folder, name), staged);
    await makeDurable(staged);
    if ((await checkFile(staged, { atRest: true })) === 'good') return staged;
  } catch (error) {
    await rm(staged, { force: true });
    throw storageError(error);
  }
  await rm(staged, { force: true });
  throw new DeskError('storage', 'The backup is broken.', { code: 'backup-broken' });
};

const makeDurable = async (path: string): Promise<void> => {
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

/** What a copy that was broken off by a crash has left: as large as the database, and never finished. */
const removeBrokenOff = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  for (const name of names.filter((one) => PARTIAL.test(one))) await rm(join(folder, name), { force: true });
};

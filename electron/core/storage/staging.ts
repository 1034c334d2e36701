import { copyFile, rm } from 'node:fs/promises';
import { DeskError } from '#shared/result.ts';
import type { Paths } from '../ports.ts';
import { makeDurable } from './backups.ts';
import { checkFile } from './check-file.ts';
import { type Database, openDatabase } from './database.ts';
import { findCopy } from './desk-copies.ts';
import { COMPANIONS } from './file-names.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { isBrokenContent, storageError } from './sqlite-errors.ts';

/** Where a desk waits, whole and checked, until it takes the place of the one that is open. */
export const stagedFile = (database: string): string => `${database}.restoring`;

export const clearStage = async (database: string): Promise<void> => {
  for (const companion of COMPANIONS) await rm(`${stagedFile(database)}${companion}`, { force: true });
};

const backupBroken = (): DeskError => new DeskError('storage', 'The backup is broken.', { code: 'backup-broken' });

/**
 * Copies one of the listed copies to the stage, so that only a rename is left to do and a full disk is noticed while the
 * old database is still open. Throws DeskError `not-found` (`no-backup`) or `storage`.
 */
export const stageCopy = async (paths: Paths, name: string, database: string): Promise<void> => {
  const { path } = await findCopy(paths, name);
  const staged = stagedFile(database);
  await clearStage(database);
  try {
    await copyFile(path, staged);
    // A desk that was set aside after a crash has its newest rows in its log.
    await copyFile(`${path}-wal`, `${staged}-wal`).catch(() => {});
    await makeDurable(staged);
    await checkStage(database);
  } catch (error) {
    await clearStage(database);
    throw storageError(error);
  }
};

/**
 * Folds the log into the staged file and has SQLite check the whole of it, on a thread. Returns the number of its last
 * migration. Throws DeskError `storage` (`backup-broken`).
 */
export const checkStage = async (database: string): Promise<number> => {
  const staged = stagedFile(database);
  let version: number;
  try {
    const db = openDatabase(staged);
    try {
      version = schemaVersion(db);
    } finally {
      db.close();
    }
  } catch (error) {
    throw isBrokenContent(error) ? backupBroken() : storageError(error);
  }
  // An empty file is a good database to SQLite, but it is not a desk.
  if (version === 0 || (await checkFile(staged, { atRest: true })) === 'broken') throw backupBroken();
  return version;
};

/**
 * Brings the staged desk to the newest schema, there where it stands, and has `settle` look after what is not true any
 * more once it is brought back: when that fails, nothing else was touched. May be repeated. Throws DeskError `storage`
 * (`backup-newer`, `backup-broken`).
 */
export const migrateStage = async (
  database: string,
  migrations: readonly string[],
  settle: (db: Database) => void,
): Promise<void> => {
  const staged = stagedFile(database);
  try {
    const db = openDatabase(staged);
    try {
      const version = schemaVersion(db);
      // Opening makes the file: one that is gone meanwhile must not come back as an empty desk.
      if (version === 0) throw backupBroken();
      if (version > migrations.length) throw newerBackup();
      migrate(db, migrations, () => {});
      settle(db);
    } finally {
      db.close();
    }
    await makeDurable(staged);
  } catch (error) {
    throw isBrokenContent(error) ? backupBroken() : storageError(error);
  }
};

/** A backup of a newer version of the app: this one would lose what it does not know. */
export const newerBackup = (): DeskError =>
  new DeskError('storage', 'The backup was made by a newer version of the app.', { code: 'backup-newer' });

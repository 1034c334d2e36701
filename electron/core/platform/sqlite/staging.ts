import { copyFile, rm } from 'node:fs/promises';
import type { Paths } from '#core/ports.ts';
import { makeDurable } from './backups.ts';
import { checkDesk, refused } from './check-desk.ts';
import { type Database, openDatabase } from './database.ts';
import { findCopy } from './desk-copies.ts';
import { COMPANIONS } from './file-names.ts';
import { schemaVersion } from './migrate.ts';
import { newestVersion } from './migrations.ts';
import { openCurrent } from './open-current.ts';
import { ignoreMissing } from './set-aside.ts';
import { isBrokenContent, storageError } from './sqlite-errors.ts';

/** The path where a desk waits, complete and checked, until it replaces the open one. */
export const stagedFile = (database: string): string => `${database}.restoring`;

/** Deletes the staged desk with the files that SQLite stores beside it. */
export const clearStage = async (database: string): Promise<void> => {
  for (const companion of COMPANIONS) await rm(`${stagedFile(database)}${companion}`, { force: true });
};

/**
 * Copies one of the listed copies to the stage, so that only a rename is left to do and a full disk is noticed while
 * the old database is still open. Throws DeskError `not-found` (`no-backup`) or `storage`.
 */
export const stageCopy = async (
  paths: Paths,
  name: string,
  database: string,
  migrations: readonly string[],
): Promise<void> => {
  const { path } = await findCopy(paths, name);
  const staged = stagedFile(database);
  await clearStage(database);
  try {
    await copyFile(path, staged);
    // The newest rows of a desk that was set aside after a crash are in its log.
    await copyFile(`${path}-wal`, `${staged}-wal`).catch(ignoreMissing);
    await makeDurable(staged);
    await checkDesk(staged, migrations);
  } catch (error) {
    await clearStage(database);
    throw storageError(error);
  }
};

/**
 * Brings the staged desk to the newest schema in place, and calls `settle` to correct what is no longer true once the
 * desk is restored. If that fails, nothing else was touched. May be repeated. Throws DeskError `storage`
 * (`backup-newer`, `backup-broken`).
 */
export const migrateStage = async (
  database: string,
  migrations: readonly string[],
  settle: (db: Database) => void,
): Promise<void> => {
  const staged = stagedFile(database);
  try {
    const version = versionOf(staged);
    // Opening creates a missing file: a desk that is gone meanwhile must not come back as an empty one.
    if (version === 0) throw refused('broken');
    if (version > newestVersion(migrations)) throw refused('newer');
    const db = await openCurrent(staged, migrations, { copyFirst: () => {} });
    try {
      settle(db);
    } finally {
      db.close();
    }
    await makeDurable(staged);
  } catch (error) {
    throw isBrokenContent(error) ? refused('broken') : storageError(error);
  }
};

const versionOf = (file: string): number => {
  const db = openDatabase(file);
  try {
    return schemaVersion(db);
  } finally {
    db.close();
  }
};

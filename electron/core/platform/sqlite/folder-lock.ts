import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { DeskError } from '#shared/result.ts';
import { isBrokenFile, isBusy, storageError } from './sqlite-errors.ts';

/**
 * Locks a data folder for one core: two would keep two journals of purchases and pay twice. The lock is SQLite's
 * exclusive lock on an empty file of its own, because the OS releases it when the process dies, however it dies, so no
 * stale lock is ever left; and it also holds between two cores of one process.
 *
 * Returns a function that releases the folder. Throws DeskError `conflict` (`data-folder-in-use`) or `storage`.
 */
export const lockFolder = (lockFile: string): (() => void) => {
  try {
    return takeLock(lockFile);
  } catch (error) {
    if (isBusy(error)) {
      throw new DeskError('conflict', 'Another copy of the app is using this data folder.', {
        code: 'data-folder-in-use',
      });
    }
    if (!isBrokenFile(error)) throw storageError(error);
    rmSync(lockFile, { force: true });
    return takeLock(lockFile);
  }
};

const takeLock = (lockFile: string): (() => void) => {
  closeSync(openSync(lockFile, 'a', 0o600));
  const db = new DatabaseSync(lockFile);
  try {
    db.exec('PRAGMA journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw error;
  }
  return () => db.close();
};

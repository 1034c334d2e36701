import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { DeskError } from '#shared/result.ts';
import { isBrokenFile, isBusy, storageError } from './sqlite-errors.ts';

/**
 * One data folder, one core: two would run two journals of purchases and pay twice. SQLite's exclusive lock on an empty
 * file of its own is used because the OS lets go of it when the process dies, however it dies, so that no stale lock is
 * ever left; and it holds between two cores of one process, too.
 *
 * Throws DeskError `conflict` with code `data-folder-in-use`. Returns what gives the folder free.
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

import { access, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger, Paths } from '../ports.ts';
import { type BackupFile, listBackups, makeBackup, stageBackup } from './backups.ts';
import { checkFile, type FileState } from './check-file.ts';
import type { Database } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { openChecked, type StorageNotice } from './open-checked.ts';
import { makePrivateFile, makePrivateFolder, syncFolder } from './private-files.ts';
import { setAside } from './set-aside.ts';
import { storageError } from './sqlite-errors.ts';

export interface DataFolder {
  /** The open database. Another one after `restore`. */
  db(): Database;
  /** What start-up found wrong and did about it, until the user has dealt with it. */
  notice(): StorageNotice | null;
  dismissNotice(): void;
  /**
   * Sets the open database aside and opens the backup in its place. Whoever used the old one must have stopped. When the
   * backup cannot be had, it rejects and nothing has changed.
   */
  restore(name: string): Promise<void>;
  /** A copy of the database when the newest one is older than 20 hours; `null` when none was due or it cannot be had. */
  backupIfDue(): Promise<BackupFile | null>;
  close(): Promise<void>;
}

export interface DataFolderDeps {
  readonly paths: Paths;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly migrations: readonly string[];
}

/** Less than a day, so that a machine that is on in office hours gets one every day. */
const BACKUP_EVERY_MS = 20 * 3_600_000;

/**
 * A file that was closed properly is checked while the app starts, and start-up waits this long for the answer: enough
 * for about 25 MB. A bigger one is checked to the end behind the running app (DESIGN 12: start-up must not grow with the
 * number of clients); when that finds damage, the file is checked before anything else at the next start.
 */
const CLEAN_CHECK_GRACE_MS = 60;

/**
 * Opens the data folder for this core alone: private rights, lock, check, migrations (DESIGN 5).
 *
 * Throws DeskError `conflict` (`data-folder-in-use`) or `storage` (`newer-version`, `data-folder-not-writable`,
 * `disk-full`, `disk-error`). A broken database is not an error: it is set aside and told by `notice()`.
 */
export const openDataFolder = async (deps: DataFolderDeps): Promise<DataFolder> => {
  const { paths, clock, logger } = deps;
  const file = join(paths.data, 'desk.db');
  const openMarker = join(paths.data, 'desk.open');
  try {
    await makePrivateFolder(paths.data);
    await makePrivateFolder(paths.backups);
  } catch (error) {
    throw storageError(error);
  }
  const unlock = lockFolder(join(paths.data, 'desk.lock'));
  let lateCheck: Promise<FileState> = Promise.resolve('good');
  let isDamaged = false;

  const check = async (): Promise<FileState> => {
    if (!(await exists(file))) return 'good';
    // Made, but never written: what was in it is lost.
    if ((await stat(file)).size === 0) return 'broken';
    const whole = checkFile(file, { atRest: false });
    if (await exists(openMarker)) return whole;
    lateCheck = whole.then(noteDamage);
    lateCheck.catch(() => {});
    return Promise.race([whole, clock.sleep(CLEAN_CHECK_GRACE_MS).then((): FileState => 'good')]);
  };

  const noteDamage = (state: FileState): FileState => {
    if (state === 'broken') {
      isDamaged = true;
      logger.error('the database is damaged; it will be set aside at the next start');
    }
    return state;
  };

  const open = async (): Promise<{ db: Database; notice: StorageNotice | null }> => {
    const opened = await openChecked({ ...deps, file, state: await check() });
    if (opened.notice !== null) isDamaged = false;
    await makePrivateFile(openMarker);
    return opened;
  };

  let current: { db: Database; notice: StorageNotice | null };
  try {
    current = await open();
  } catch (error) {
    unlock();
    throw storageError(error);
  }

  let backingUp: Promise<BackupFile | null> = Promise.resolve(null);
  const backupIfDue = async (): Promise<BackupFile | null> => {
    const newest = (await listBackups(paths.backups))[0];
    const age = newest === undefined ? BACKUP_EVERY_MS : clock.now() - newest.createdAt;
    // Below 0 the clock was set back: no reason to do without copies until it has caught up.
    if (age >= 0 && age < BACKUP_EVERY_MS) return null;
    try {
      if (isDamaged || (await lateCheck) === 'broken') return null;
      return await makeBackup(file, paths.backups, clock.now());
    } catch (error) {
      logger.warn('the daily backup failed', { code: storageError(error).details?.code ?? '' });
      return null;
    }
  };
  /** What reads the file behind the app has to let go of it before it is closed or moved. */
  const readersGone = async (): Promise<void> => {
    await Promise.allSettled([lateCheck, backingUp]);
  };

  return {
    db: () => current.db,
    notice: () => current.notice,
    dismissNotice: () => {
      current = { db: current.db, notice: null };
    },
    restore: async (name) => {
      const staged = await stageBackup(name, paths.backups, file);
      await readersGone();
      current.db.close();
      await setAside(file, 'replaced', clock.now());
      await rename(staged, file);
      await syncFolder(paths.data);
      current = await open();
    },
    backupIfDue: () => {
      backingUp = backupIfDue();
      return backingUp;
    },
    close: async () => {
      await readersGone();
      current.db.close();
      if (!isDamaged) await rm(openMarker, { force: true });
      unlock();
    },
  };
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '#core/platform/files/exists.ts';
import { makePrivateFile, makePrivateFolder } from '#core/platform/files/private-files.ts';
import type { Ports } from '#core/ports.ts';
import type { BackupCopy } from '#shared/contract/backup.ts';
import { DeskError } from '#shared/result.ts';
import { type BackupFile, copyLiveDatabase, listBackups, makeBackup } from './backups.ts';
import { checkDesk } from './check-desk.ts';
import { checkDatabaseFile, type FileState } from './check-file.ts';
import { type Checkpointer, startCheckpointer } from './checkpointer.ts';
import { BUSY_TIMEOUT_MS, type Database, openDatabase } from './database.ts';
import { copiesWith, listCopies, removeCopy } from './desk-copies.ts';
import { lockFolder } from './folder-lock.ts';
import { noteAsLeft, uncheckedOpenings } from './last-left.ts';
import { newestVersion } from './migrations.ts';
import { openChecked, type StorageNotice } from './open-checked.ts';
import { finishReplacement, replaceDesk } from './replace-desk.ts';
import { scrubDatabase } from './scrub.ts';
import { finishSettingAside } from './set-aside.ts';
import { createSlowStatements } from './slow-statements.ts';
import { storageError } from './sqlite-errors.ts';
import { clearStage, migrateStage, stageCopy, stagedFile } from './staging.ts';

interface DataFolderDeps extends Pick<Ports, 'paths' | 'clock' | 'logger'> {
  readonly migrations: readonly string[];
  /** Corrects a desk that was restored, because it is in the state of its copy. May be called twice for one desk. */
  readonly settleRestored?: (db: Database) => void;
  /** Additionally corrects a desk from a backup file, which anybody may have made. */
  readonly settleForeign?: (db: Database) => void;
}

/** The copy from which a backup file is made. If a crash left one behind, the next start deletes it. */
export const SNAPSHOT = 'desk.db.saving';

/** Less than a day, so that a machine that is on during office hours gets a copy every day. */
const BACKUP_EVERY_MS = 20 * 3_600_000;

/**
 * A file that the app closed properly and that nobody changed since is checked in the background once the app has
 * started (docs/decisions/014-check-after-start.md): earlier, the check would slow the start down, the more so the more
 * clients there are. If it finds damage, the next start checks the file before anything else.
 */
const CHECK_AFTER_MS = 5_000;
const SCRUB_PATIENCE_MS = 120_000;
/** If the app is always closed before that check, the file is checked before anything else after this many starts. */
const MOST_UNCHECKED = 10;

export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>;

/**
 * Opens the data folder for this core alone: permissions, lock, check, migrations (docs/architecture.md#storage).
 *
 * Throws DeskError `conflict` (`data-folder-in-use`) or `storage` (`newer-version`, `data-folder-not-writable`,
 * `database-full`, `database-in-use`, `disk-error`). A broken database is not an error: it is set aside, and `notice()` reports it.
 */
export const openDataFolder = async (deps: DataFolderDeps) => {
  const { paths, clock, logger } = deps;
  /** The path of the open database. */
  const file = join(paths.data, 'desk.db');
  const openMarker = join(paths.data, 'desk.open');
  const left = { file, noteFile: join(paths.data, 'desk.left') };
  try {
    await makePrivateFolder(paths.data);
    await makePrivateFolder(paths.backups);
  } catch (error) {
    throw storageError(error);
  }
  const slow = createSlowStatements(logger);
  const unlock = lockFolder(join(paths.data, 'desk.lock'));
  /** The check of the file as it was opened. It begins when its result is first asked for. */
  let lateCheck = async (): Promise<FileState> => 'good';
  let checking: Promise<unknown> = Promise.resolve();
  let checkTimer = new AbortController();
  let isDamaged = false;
  /** Counts the files that were opened: the result of a check holds for the file with which it began. */
  let opening = 0;
  /** Starts since the file was last checked, this one included. */
  let unchecked = 0;

  const check = async (): Promise<FileState> => {
    unchecked = 0;
    if (!(await exists(file))) return 'good';
    const { size } = await stat(file);
    // The file was created but never written, so its content is lost.
    if (size === 0) return 'broken';
    const openings = (await exists(openMarker)) ? null : await uncheckedOpenings(left);
    if (openings === null || openings >= MOST_UNCHECKED) return checkDatabaseFile(file, { atRest: false });
    unchecked = openings + 1;
    opening += 1;
    const checked = opening;
    let found: Promise<FileState> | undefined;
    lateCheck = () => {
      found ??= checkDatabaseFile(file, { atRest: false }).then((state) => {
        if (checked === opening) noteState(state);
        return state;
      });
      checking = found;
      return found;
    };
    checkTimer = new AbortController();
    clock
      .sleep(CHECK_AFTER_MS, checkTimer.signal)
      .then(() => lateCheck())
      .catch(() => {});
    return 'good';
  };

  const noteState = (state: FileState): void => {
    unchecked = 0;
    if (state === 'good') return;
    isDamaged = true;
    logger.error('the database is damaged; it will be set aside at the next start');
  };

  /** Forgets what was found about the file that has now been set aside. */
  const isNew = (): void => {
    opening += 1;
    unchecked = 0;
    isDamaged = false;
    lateCheck = async () => 'good';
  };

  interface Opened {
    readonly db: Database;
    readonly notice: StorageNotice | null;
    readonly checkpointer: Checkpointer;
  }

  const open = async (): Promise<Opened> => {
    const opened = await openChecked({ ...deps, file, state: await check(), onSlow: slow.note });
    if (opened.notice !== null) {
      // The file was set aside while it was opened, so the open one is new.
      checkTimer.abort();
      isNew();
    }
    await makePrivateFile(openMarker);
    const checkpointer = startCheckpointer(file, opened.db, logger);
    return { ...opened, db: { ...opened.db, settled: checkpointer.settled }, checkpointer };
  };

  let current: Opened;
  try {
    await finishReplacement(file);
    await finishSettingAside(file, clock.now());
    await rm(join(paths.data, SNAPSHOT), { force: true });
    current = await open();
  } catch (error) {
    unlock();
    throw storageError(error);
  }

  let backingUp: Promise<BackupFile | null> = Promise.resolve(null);
  /** How many callers currently forbid copies. */
  let holding = 0;
  let snapshotting: Promise<void> = Promise.resolve();
  const backupIfDue = async (): Promise<BackupFile | null> => {
    if (holding > 0) return null;
    const newest = (await listBackups(paths.backups))[0];
    const age = newest === undefined ? BACKUP_EVERY_MS : clock.now() - newest.createdAt;
    // A negative age means that the clock was set back; copies must not wait until it has caught up.
    if (age >= 0 && age < BACKUP_EVERY_MS) return null;
    try {
      if (isDamaged || (await lateCheck()) === 'broken') return null;
      return await makeBackup(file, paths.backups, clock.now());
    } catch (error) {
      logger.warn('the daily backup failed', { code: storageError(error).details?.code ?? '' });
      return null;
    }
  };
  /** Waits until nothing reads the file in the background any more, so that it can be closed or moved. */
  const readersGone = async (): Promise<void> => {
    checkTimer.abort();
    await Promise.allSettled([checking, backingUp, snapshotting, current.checkpointer.close()]);
  };

  /** Whether the staged desk came from a backup file. */
  let isForeign = false;
  /** Puts one of the copies on the stage. Throws DeskError `not-found` (`no-backup`) or `storage`. */
  const toStage = async (name: string): Promise<void> => {
    isForeign = false;
    await stageCopy(paths, name, file, deps.migrations);
  };
  /** Brings it to this version's schema. Throws DeskError `storage` (`backup-newer`, `backup-broken`). */
  const prepareStage = async (): Promise<void> => {
    try {
      await migrateStage(file, deps.migrations, (db) => {
        deps.settleRestored?.(db);
        if (isForeign) deps.settleForeign?.(db);
      });
    } catch (error) {
      await clearStage(file);
      throw error;
    }
  };

  /**
   * Sets the open database aside and opens the staged one in its place. Nothing may use the old one any more. If this
   * fails, it rejects, and the old one is open again.
   */
  const replace = async (): Promise<void> => {
    await prepareStage();
    await readersGone();
    const { notice } = current;
    current.db.close();
    try {
      await replaceDesk(file, clock.now());
    } catch (error) {
      const opened = await open();
      current = { ...opened, notice: opened.notice ?? notice };
      throw storageError(error);
    }
    isNew();
    current = await open();
  };

  /**
   * Corrects the open desk in place like a restored one, after it was recognised as a copy. Nothing may use the desk
   * meanwhile. If this fails, it rejects, and the desk is open again as it was.
   */
  const settleHere = async (): Promise<void> => {
    await readersGone();
    const { notice } = current;
    current.db.close();
    try {
      const db = openDatabase(file);
      try {
        db.durably(() => deps.settleRestored?.(db));
      } finally {
        db.close();
      }
    } catch (error) {
      throw storageError(error);
    } finally {
      const opened = await open();
      current = { ...opened, notice: opened.notice ?? notice };
    }
  };

  return {
    file,
    settleHere,
    /** The path for a desk that is to replace the open one. */
    staged: stagedFile(file),
    /** The copies on this computer, the newest first. */
    copies: (): Promise<readonly BackupCopy[]> => listCopies(paths),
    removeCopy: (name: string): Promise<void> => removeCopy(paths, name),
    stageCopy: toStage,
    clearStage: (): Promise<void> => clearStage(file),
    /**
     * Checks a staged desk from a backup file, which anybody may have made; returns the number of its last
     * migration. Throws DeskError `storage` (check-desk.ts).
     */
    checkForeignStage: (): Promise<number> => {
      isForeign = true;
      return checkDesk(stagedFile(file), deps.migrations);
    },
    migrateStage: prepareStage,
    /** The number of the last migration this version of the app knows. */
    schema: newestVersion(deps.migrations),
    /** Writes a consistent copy of the open database to a path inside the data folder. Throws DeskError `storage`. */
    snapshot: async (target: string): Promise<void> => {
      if (isDamaged || (await lateCheck()) === 'broken') {
        throw new DeskError('storage', 'The database is damaged.', { code: 'database-broken' });
      }
      const copying = copyLiveDatabase(file, target);
      snapshotting = copying.catch(() => {});
      try {
        await copying;
      } catch (error) {
        throw storageError(error);
      }
    },
    /** The open database. `replace`, `restore` and `settleHere` open another one. */
    db: (): Database => current.db,
    /** The damage that start-up found and how it reacted, until the user has dealt with it. */
    notice: (): StorageNotice | null => current.notice,
    /** The slowest statements of the open database since the start. */
    slowStatements: slow.slowest,
    dismissNotice: (): void => {
      current = { ...current, notice: null };
    },
    replace,
    /** Replaces the open desk with one of the copies, as `replace` does. */
    restore: async (name: string): Promise<void> => {
      await toStage(name);
      await replace();
    },
    /** Lists the copies that contain an account, or may contain it because they cannot be read. */
    copiesWith: (accountId: string): Promise<readonly BackupCopy[]> => copiesWith(paths, accountId),
    /** Wipes deleted data from the file and its log (scrub.ts). Nothing should write meanwhile. */
    scrub: async (): Promise<void> => {
      const { db } = current;
      // A write that comes meanwhile waits instead of failing.
      db.exec(`PRAGMA busy_timeout = ${SCRUB_PATIENCE_MS}`);
      try {
        await scrubDatabase(file);
      } finally {
        db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    /**
     * Copies the database if the newest copy is older than 20 hours; `null` if none was due or copying failed. Copies are
     * made one at a time.
     */
    backupIfDue: (): Promise<BackupFile | null> => {
      backingUp = backingUp.then(backupIfDue);
      return backingUp;
    },
    /**
     * Forbids copies until the function it resolves to is called; it resolves once a copy that was being made is finished.
     * Used while data is deleted that no copy may contain.
     */
    holdCopies: async (): Promise<() => void> => {
      holding += 1;
      await backingUp;
      return () => {
        holding -= 1;
      };
    },
    close: async (): Promise<void> => {
      await readersGone();
      current.db.close();
      await noteAsLeft(left, unchecked);
      if (!isDamaged) await rm(openMarker, { force: true });
      unlock();
    },
  };
};

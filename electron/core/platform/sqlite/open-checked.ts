import { makePrivateFile } from '#core/platform/files/private-files.ts';
import type { Ports } from '#core/ports.ts';
import { type BackupFile, copyBeforeMigration, goodBackups } from './backups.ts';
import type { FileState } from './check-file.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { openCurrent } from './open-current.ts';
import { setAside } from './set-aside.ts';
import { isBrokenContent, storageError } from './sqlite-errors.ts';

export interface StorageNotice {
  /** The broken file's new name in the data folder. */
  readonly setAside: string;
  /** The copies that can take its place, newest first. */
  readonly backups: readonly BackupFile[];
}

interface OpenCheckedDeps extends Pick<Ports, 'paths' | 'clock' | 'logger'>, DatabaseOptions {
  readonly file: string;
  readonly state: FileState;
  readonly migrations: readonly string[];
}

/**
 * Opens and migrates the file. If it is broken, or a migration fails on it, the file is set aside and a new one is
 * opened, so that the app opens in any case.
 *
 * Throws DeskError `storage` for trouble with the disk and for a file of a newer version; nothing is moved then.
 */
export const openChecked = async (
  deps: OpenCheckedDeps,
): Promise<{ readonly db: Database; readonly notice: StorageNotice | null }> => {
  if (deps.state === 'good') {
    try {
      return { db: await openMigrated(deps), notice: null };
    } catch (error) {
      if (!isBrokenContent(error)) throw storageError(error);
      deps.logger.error('the database cannot be opened', { code: storageError(error).details?.code ?? '' });
    }
  }
  const name = await setAside(deps.file, deps.clock.now());
  deps.logger.error('the database was broken and was set aside', { name });
  return {
    db: await openMigrated(deps),
    notice: { setAside: name, backups: await goodBackups(deps.paths.backups) },
  };
};

const openMigrated = async (deps: OpenCheckedDeps): Promise<Database> => {
  await makePrivateFile(deps.file);
  return openCurrent(deps.file, deps.migrations, {
    onSlow: deps.onSlow,
    copyFirst: (db, version) => copyBeforeMigration(db, deps.paths.backups, deps.clock.now(), version),
  });
};

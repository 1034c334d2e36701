import { renameSync, type Stats, statSync } from 'node:fs';
import { rename, stat, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from './file-error.ts';

/**
 * The waits before a rename is tried again, in ms. Virus scanners and indexers hold a new file open for a moment, and
 * Windows then refuses to rename it, and the folder that contains it.
 */
const WAITS_MS = [10, 30, 80, 200, 400, 800, 1500];
const LOCK_ERRORS = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** The longest name of a file on Windows, in UTF-16 units. */
const LONGEST_NAME = 255;
const WRITABLE = 0o200;

/** The parts of the system that tests replace. */
interface RenamingSystem {
  readonly platform: NodeJS.Platform;
  rename(from: string, to: string): Promise<void>;
  wait(ms: number): Promise<unknown>;
}
interface SyncRenamingSystem {
  readonly platform: NodeJS.Platform;
  rename(from: string, to: string): void;
  wait(ms: number): void;
}

const { platform } = process;
const thisSystem: RenamingSystem = { platform, rename, wait: (ms) => sleep(ms) };
const thisSyncSystem: SyncRenamingSystem = {
  platform,
  rename: renameSync,
  wait: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/**
 * Renames a file or a folder; a file replaces one of that name. On Windows it is tried again for three seconds while another
 * program has it open.
 *
 * Rejects with Node's error. On Windows its code is `EBUSY` if a program still has the file open, where Windows speaks of
 * missing rights, and `ENAMETOOLONG` for a name that is too long, where Windows speaks of a missing folder.
 */
export const renamePatiently = async (from: string, to: string, system: RenamingSystem = thisSystem): Promise<void> => {
  try {
    await patiently(() => system.rename(from, to), system);
  } catch (error) {
    throw system.platform === 'win32' ? withReason(error, to, await stat(to).catch(() => undefined)) : error;
  }
};

/** The same for work that nothing may interrupt: this thread waits. */
export const renamePatientlySync = (from: string, to: string, system: SyncRenamingSystem = thisSyncSystem): void => {
  for (const wait of [...(system.platform === 'win32' ? WAITS_MS : []), null]) {
    try {
      system.rename(from, to);
      return;
    } catch (error) {
      if (system.platform !== 'win32') throw error;
      if (wait === null || !isLock(error)) throw withReason(error, to, statSync(to, { throwIfNoEntry: false }));
      system.wait(wait);
    }
  }
};

/** Removes a file. On Windows it is tried again for three seconds while another program has it open. */
export const unlinkPatiently = (path: string): Promise<void> => patiently(() => unlink(path), thisSystem);

const patiently = async (work: () => Promise<void>, { platform, wait }: Omit<RenamingSystem, 'rename'>) => {
  for (const ms of platform === 'win32' ? WAITS_MS : []) {
    try {
      return await work();
    } catch (error) {
      if (!isLock(error)) throw error;
      await wait(ms);
    }
  }
  return work();
};

const isLock = (error: unknown): boolean => LOCK_ERRORS.has(errnoOf(error) ?? '');

/** `present`: what has the new name already. */
const withReason = (error: unknown, to: string, present: Stats | undefined): unknown => {
  if (errnoOf(error) === 'ENOENT' && basename(to).length > LONGEST_NAME) return withCode(error, 'ENAMETOOLONG');
  if (!isLock(error)) return error;
  // Windows refuses to replace a folder, and a file that is read-only, with the same error.
  const isRefused = present !== undefined && (present.isDirectory() || (present.mode & WRITABLE) === 0);
  return isRefused ? error : withCode(error, 'EBUSY');
};

const withCode = (error: unknown, code: string): Error =>
  Object.assign(new Error(`${code}: the file could not be renamed`, { cause: error }), { code });

import { rename, stat } from 'node:fs/promises';
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
export interface RenamingSystem {
  readonly platform: NodeJS.Platform;
  rename(from: string, to: string): Promise<void>;
  wait(ms: number): Promise<unknown>;
}

const thisSystem: RenamingSystem = { platform: process.platform, rename, wait: (ms) => sleep(ms) };

/**
 * Renames a file or a folder; a file replaces one of that name. On Windows it is tried again for three seconds while another
 * program has it open.
 *
 * Rejects with Node's error. On Windows its code is `EBUSY` if a program still has the file open, where Windows speaks of
 * missing rights, and `ENAMETOOLONG` for a name that is too long, where Windows speaks of a missing folder.
 */
export const renamePatiently = async (from: string, to: string, system: RenamingSystem = thisSystem): Promise<void> => {
  if (system.platform !== 'win32') return system.rename(from, to);
  for (const wait of WAITS_MS) {
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (!LOCK_ERRORS.has(errnoOf(error) ?? '')) throw await withReason(error, to);
      await system.wait(wait);
    }
  }
  try {
    await system.rename(from, to);
  } catch (error) {
    throw await withReason(error, to);
  }
};

const withReason = async (error: unknown, to: string): Promise<unknown> => {
  const errno = errnoOf(error) ?? '';
  if (errno === 'ENOENT' && basename(to).length > LONGEST_NAME) return withCode(error, 'ENAMETOOLONG');
  if (!LOCK_ERRORS.has(errno)) return error;
  const present = await stat(to).catch(() => undefined);
  // Windows refuses to replace a folder, and a file that is read-only, with the same error.
  const isRefused = present !== undefined && (present.isDirectory() || (present.mode & WRITABLE) === 0);
  return isRefused ? error : withCode(error, 'EBUSY');
};

const withCode = (error: unknown, code: string): Error =>
  Object.assign(new Error(`${code}: the file could not be renamed`, { cause: error }), { code });

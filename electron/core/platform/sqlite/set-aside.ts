import { basename, dirname, join } from 'node:path';
import { syncFolder } from '#core/platform/files/private-files.ts';
import { renamePatiently } from '#core/platform/files/rename-patiently.ts';
import { COMPANIONS, stampOf } from './file-names.ts';

/**
 * Moves a broken database out of the way, with the files that SQLite stores beside it, and never deletes it: its
 * purchases may still be recoverable. Returns the new name, e.g. `desk.broken-20261121-023844-123.db`.
 */
export const setAside = async (database: string, at: number): Promise<string> => {
  const name = `${basename(database, '.db')}.broken-${stampOf(at)}.db`;
  await moveAside(database, name);
  return name;
};

/**
 * Moves the existing files of the database to another name in its folder. Files that an earlier attempt moved stay moved. If
 * a file cannot be moved, those that were moved before it are moved back: SQLite deletes a log without its database.
 */
export const moveAside = async (database: string, name: string): Promise<void> => {
  const folder = dirname(database);
  const moved: string[] = [];
  try {
    for (const companion of COMPANIONS) {
      const isMoved = await renameIfThere(`${database}${companion}`, join(folder, `${name}${companion}`));
      if (isMoved) moved.push(companion);
    }
  } catch (error) {
    for (const companion of moved)
      await renamePatiently(join(folder, `${name}${companion}`), `${database}${companion}`).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
};

/** Returns whether the file existed, and so was renamed. */
const renameIfThere = async (from: string, to: string): Promise<boolean> => {
  try {
    await renamePatiently(from, to);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
};

/** Throws the error again unless it says that a file does not exist. */
export const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
};

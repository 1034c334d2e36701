import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from '#core/platform/files/exists.ts';
import { syncFolder } from '#core/platform/files/private-files.ts';
import { renamePatiently } from '#core/platform/files/rename-patiently.ts';
import { COMPANIONS, stampOf } from './file-names.ts';
import { dropMarker, putMarker } from './move-marker.ts';

const markerOf = (database: string): string => join(dirname(database), 'desk.setting-aside');
/** The only content that the marker may have: the name under which the database is set aside. */
const ASIDE = /^desk\.broken-\d{8}-\d{6}-\d{3}\.db$/;
const asideName = (database: string, at: number): string => `${basename(database, '.db')}.broken-${stampOf(at)}.db`;

type Rename = (from: string, to: string) => Promise<void>;

/**
 * Moves a broken database out of the way, with the files that SQLite stores beside it, and never deletes it: its
 * purchases may still be recoverable. Returns the new name, e.g. `desk.broken-20261121-023844-123.db`.
 *
 * A marker is on the disk before the first file moves. If the app dies in between, the next start brings the other files
 * to the database (`finishSettingAside`). `rename` is replaced by tests.
 */
export const setAside = async (database: string, at: number, rename: Rename = renamePatiently): Promise<string> => {
  const name = asideName(database, at);
  const marker = markerOf(database);
  try {
    await putMarker(marker, name);
    await moveAside(database, name, rename);
  } catch (error) {
    // If the disk did not take the database back either, the marker still says where it is.
    if (await exists(database)) await dropMarker(marker);
    throw error;
  }
  await dropMarker(marker);
  return name;
};

/**
 * Brings a log to the database that was set aside without it, because the app died in between. A log whose database is
 * not known is set aside alone. Call it before the database is opened: SQLite deletes a log without its database.
 */
export const finishSettingAside = async (database: string, at: number): Promise<void> => {
  const marker = markerOf(database);
  const name = await readFile(marker, 'utf8').catch(() => '');
  if (!(await exists(database))) {
    if (ASIDE.test(name)) await moveAside(database, name);
    else if (await exists(`${database}-wal`)) await moveAside(database, asideName(database, at));
  }
  await dropMarker(marker);
};

/**
 * Moves the existing files of the database to another name in its folder. Files that an earlier attempt moved stay moved. If
 * a file cannot be moved, those that were moved before it are moved back: SQLite deletes a log without its database.
 */
export const moveAside = async (database: string, name: string, rename: Rename = renamePatiently): Promise<void> => {
  const folder = dirname(database);
  const moved: string[] = [];
  try {
    for (const companion of COMPANIONS) {
      const isMoved = await renameIfThere(`${database}${companion}`, join(folder, `${name}${companion}`), rename);
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
const renameIfThere = async (from: string, to: string, rename: Rename): Promise<boolean> => {
  try {
    await rename(from, to);
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

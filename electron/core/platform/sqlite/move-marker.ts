import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '#core/platform/files/private-files.ts';
import { renamePatiently } from '#core/platform/files/rename-patiently.ts';
import { makeDurable } from './backups.ts';

/**
 * A marker says under which name a database is being set aside. It is on the disk as a whole before the first file moves, so
 * that the next start can finish what a crash has interrupted.
 */

/** Writes a marker. When this resolves, it is on the disk. */
export const putMarker = async (marker: string, name: string): Promise<void> => {
  await writeFile(`${marker}.new`, name, { mode: 0o600 });
  await makeDurable(`${marker}.new`);
  await renamePatiently(`${marker}.new`, marker);
  await syncFolder(dirname(marker));
};

/** Deletes a marker, and one that a crash left unfinished. */
export const dropMarker = async (marker: string): Promise<void> => {
  await rm(marker, { force: true });
  await rm(`${marker}.new`, { force: true });
};

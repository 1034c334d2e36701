import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists } from '#core/platform/files/exists.ts';
import { syncFolder } from '#core/platform/files/private-files.ts';
import { renamePatiently } from '#core/platform/files/rename-patiently.ts';
import { COMPANIONS, stampOf } from './file-names.ts';
import { dropMarker, putMarker } from './move-marker.ts';
import { moveAside } from './set-aside.ts';
import { clearStage, stagedFile } from './staging.ts';

/** The only content that a marker may have: the name under which the present desk is set aside. */
const ASIDE = /^desk\.replaced-\d{8}-\d{6}-\d{3}\.db$/;

const markerOf = (database: string): string => join(dirname(database), 'desk.replacing');

/**
 * Puts the staged desk, complete and checked, in the place of the closed one, which is set aside and never deleted.
 *
 * A marker is on the disk before the first file moves. A crash before that leaves the old desk; after it, the next
 * start finishes the work (`finishReplacement`) before it opens anything. An error of the disk undoes it.
 */
export const replaceDesk = async (database: string, at: number): Promise<void> => {
  const aside = await freeName(dirname(database), at);
  const marker = markerOf(database);
  try {
    await putMarker(marker, aside);
    await finishReplacement(database);
  } catch (error) {
    await undo(database, aside);
    throw error;
  }
};

/** Finishes a replacement that a crash interrupted, and deletes what an earlier crash left on the stage. */
export const finishReplacement = async (database: string): Promise<void> => {
  const folder = dirname(database);
  const marker = markerOf(database);
  const aside = await readFile(marker, 'utf8').catch(() => null);
  if (aside === null) {
    await rm(`${marker}.new`, { force: true });
    await clearStage(database);
    return;
  }
  if (ASIDE.test(aside) && (await exists(stagedFile(database)))) {
    await moveAside(database, aside);
    await renamePatiently(stagedFile(database), database);
    await syncFolder(folder);
  }
  await dropMarker(marker);
  await clearStage(database);
  await syncFolder(folder);
};

const undo = async (database: string, aside: string): Promise<void> => {
  const former = join(dirname(database), aside);
  if (!(await exists(database))) {
    for (const companion of COMPANIONS)
      await renamePatiently(`${former}${companion}`, `${database}${companion}`).catch(() => {});
  }
  await dropMarker(markerOf(database));
};

/**
 * Returns a free name: two replacements within one ms, or after the clock was set back, must not overwrite each other.
 */
const freeName = async (folder: string, at: number): Promise<string> => {
  const name = `desk.replaced-${stampOf(at)}.db`;
  return (await exists(join(folder, name))) ? freeName(folder, at + 1) : name;
};

import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makePrivateFolder } from '#core/platform/files/private-files.ts';
import { copyBeforeMigration } from '#core/platform/sqlite/backups.ts';
import { checkDatabaseFile } from '#core/platform/sqlite/check-file.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { lockFolder } from '#core/platform/sqlite/folder-lock.ts';
import { schemaVersion } from '#core/platform/sqlite/migrate.ts';
import { isEarlierVersion, MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { openCurrent } from '#core/platform/sqlite/open-current.ts';

const USAGE = 'Usage: npm run convert-desk -- FOLDER (the folder of the app, its data folder, or a desk as a .db file)';

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const deskIn = async (given: string): Promise<string | null> => {
  for (const path of [join(given, 'data', 'desk.db'), join(given, 'desk.db'), given]) {
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isFile) return path;
  }
  return null;
};

const versionOf = (file: string): number => {
  const db = openDatabase(file);
  try {
    return schemaVersion(db);
  } finally {
    db.close();
  }
};

/**
 * Converts a desk that was made before the first release, like the app does when it opens one. A copy of the original
 * desk is kept.
 * @returns a sentence that says what was done
 * @throws an error with a sentence if the desk is open, damaged or missing
 */
export const convertDesk = async (given: string, now: number): Promise<string> => {
  const file = await deskIn(resolve(given));
  if (file === null) throw new Error(`There is no desk in ${given}.`);
  const folder = dirname(file);
  const isDataFolder = basename(file) === 'desk.db';
  if (isDataFolder && (await isThere(join(folder, 'desk.replacing'))))
    throw new Error('A restore of this desk was interrupted. Open it in the app once, and close the app.');
  const unlock = isDataFolder ? lockFolder(join(folder, 'desk.lock')) : () => {};
  try {
    if ((await checkDatabaseFile(file, { atRest: false })) === 'broken')
      throw new Error('The desk is damaged. Open it in the app, which offers its backups.');
    const version = versionOf(file);
    if (!isEarlierVersion(version))
      return `Nothing was changed: ${file} needs no conversion (its version is ${version}).`;
    const copies = isDataFolder ? join(folder, '..', 'backups') : folder;
    await makePrivateFolder(copies);
    const db = await openCurrent(file, MIGRATIONS, {
      copyFirst: (open, found) => copyBeforeMigration(open, copies, now, found),
    });
    const newest = schemaVersion(db);
    db.close();
    return `${file} was converted from version ${version} to ${newest}; the desk as it was is in ${resolve(copies)}.`;
  } finally {
    unlock();
  }
};

if (import.meta.main) {
  const [given] = process.argv.slice(2);
  try {
    if (given === undefined) throw new Error(USAGE);
    console.log(await convertDesk(given, Date.now()));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

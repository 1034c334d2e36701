import { DeskError } from '#shared/result.ts';
import type { Database } from './database.ts';
import { FIRST_VERSION, newestVersion } from './migrations.ts';

/** Returns the number of the last migration that was applied to the file; 0 for an empty file. */
export const schemaVersion = (db: Database): number => db.value<number>('PRAGMA user_version') ?? 0;

/**
 * Brings the file to the newest schema, each migration in a transaction of its own. The first of them has the number
 * `first`. `copyFirst` runs before a file that contains data is changed.
 *
 * Throws DeskError `storage` (`newer-version`) for a file of a newer version of the app and leaves it as it is: an old
 * app that writes into a new schema would lose what it does not know.
 */
export const migrate = (
  db: Database,
  migrations: readonly string[],
  copyFirst: (version: number) => void,
  first = FIRST_VERSION,
): void => {
  const version = schemaVersion(db);
  const newest = newestVersion(migrations, first);
  if (version > newest) {
    throw new DeskError('storage', 'The data was written by a newer version of the app.', {
      code: 'newer-version',
      params: { found: version, known: newest },
    });
  }
  if (version > 0 && version < first)
    throw new Error(`A desk of version ${version} is converted before it is migrated.`);
  if (version > 0 && version < newest) copyFirst(version);
  for (const [index, sql] of migrations.entries()) {
    const number = first + index;
    if (number <= version) continue;
    db.transaction(() => {
      db.exec(sql);
      db.exec(`PRAGMA user_version = ${number}`);
    });
  }
};

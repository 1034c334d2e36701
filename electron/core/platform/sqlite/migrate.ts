import { DeskError } from '#shared/result.ts';
import type { Database } from './database.ts';

/** The number of the last migration the file has seen. */
export const schemaVersion = (db: Database): number => db.value<number>('PRAGMA user_version') ?? 0;

/**
 * Brings the file to the newest schema, each step in a transaction of its own. `copyFirst` runs before a file that holds
 * data is changed.
 *
 * A file of a newer version of the app throws DeskError `storage` with code `newer-version` and is left as it is:
 * an old app that writes into a new schema would lose what it does not know.
 */
export const migrate = (db: Database, migrations: readonly string[], copyFirst: (version: number) => void): void => {
  const version = schemaVersion(db);
  if (version > migrations.length) {
    throw new DeskError('storage', 'The data was written by a newer version of the app.', {
      code: 'newer-version',
      params: { found: version, known: migrations.length },
    });
  }
  if (version > 0 && version < migrations.length) copyFirst(version);
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue;
    db.transaction(() => {
      db.exec(sql);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
};

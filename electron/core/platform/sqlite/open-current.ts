import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { isEarlierVersion } from './migrations.ts';

interface OpenCurrentOptions extends DatabaseOptions {
  /** Runs before a file that contains data is changed; receives the number of its last migration. */
  readonly copyFirst: (db: Database, version: number) => void;
}

/**
 * Opens a file and brings it to the newest schema. A desk that was made before the first release is converted. The code
 * for that, with its many steps, is loaded only then, because no other start needs it.
 *
 * Throws SQLite's error, or DeskError `storage` (`newer-version`, `earlier-desk-altered`).
 */
export const openCurrent = async (
  file: string,
  migrations: readonly string[],
  { copyFirst, ...options }: OpenCurrentOptions,
): Promise<Database> => {
  const db = openDatabase(file, options);
  try {
    const version = schemaVersion(db);
    const isEarlier = isEarlierVersion(version);
    if (isEarlier) {
      copyFirst(db, version);
      const { convertEarlierDesk } = await import('./earlier/convert-earlier-desk.ts');
      convertEarlierDesk(db);
    }
    // The copy from before the conversion is the desk as it was.
    migrate(db, migrations, (found) => {
      if (!isEarlier) copyFirst(db, found);
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

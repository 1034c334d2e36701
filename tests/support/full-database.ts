import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';

/** Opens a database in memory that may not grow: SQLite refuses `overfill` as on a full disk. */
export const openFullDatabase = (): Database => {
  const db = openDatabase(':memory:');
  db.exec('CREATE TABLE notes (text TEXT NOT NULL); INSERT INTO notes VALUES (1); PRAGMA max_page_count = 1;');
  return db;
};

/** Writes more than there is room for. */
export const overfill = (db: Database) => db.run('INSERT INTO notes VALUES (?)', 'x'.repeat(100_000));

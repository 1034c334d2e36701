import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS, ONE_SCHEMA_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import type { SqlValue } from '#core/platform/sqlite/sql.ts';

/** Returns a statement as text, followed by its values. */
export const asText = (...[asked, ...values]: Parameters<Database['run']>): readonly [string, ...SqlValue[]] =>
  typeof asked === 'string' ? [asked, ...values] : [asked.text, ...asked.values];

/** Runs the migrations of the versions 1 to 49: those from index `from` up to, and without, index `before`. */
export const runEarlierMigrations = (db: Database, from = 0, before = EARLIER_MIGRATIONS.length): void => {
  for (const sql of EARLIER_MIGRATIONS.slice(from, before)) db.exec(sql);
};

/** Runs all migrations that follow those of `runEarlierMigrations`, so that the code of today can read the database. */
export const runLaterMigrations = (db: Database): void => {
  for (const sql of [...ONE_SCHEMA_MIGRATIONS.slice(1), ...MIGRATIONS.slice(1)]) db.exec(sql);
};

export const addAccount = (db: Database, id: string): void => {
  db.run("INSERT INTO accounts (id, label, base_url, is_sandbox, created_at) VALUES (?, '', '', 0, 0)", id);
};

/** Opens a database with today's schema that contains these accounts and nothing else. */
export const openDeskDatabase = (accounts: readonly string[] = ['a'], path = ':memory:'): Database => {
  const db = openDatabase(path);
  migrate(db, MIGRATIONS, () => {});
  for (const id of accounts) addAccount(db, id);
  return db;
};

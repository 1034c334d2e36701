import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS, ONE_SCHEMA_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import type { SqlValue } from '#core/platform/sqlite/sql.ts';
import { foldText, sortKey } from '#shared/domain/fold-text.ts';

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

/**
 * Adds a client with its search texts to a desk of an earlier version, whose table lacks columns of today. Returns its
 * id.
 */
export const insertEarlierClient = (
  db: Database,
  accountId: string,
  { messengerId, clientKey, name }: { readonly messengerId: number; readonly clientKey: string; readonly name: string },
): number => {
  const { lastId } = db.run(
    `INSERT INTO clients (account_id, messenger_id, client_key, key_sort, name, name_sort, note, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, '', 1, 1)`,
    ...[accountId, messengerId, clientKey, sortKey(clientKey), name, name === '' ? null : sortKey(name)],
  );
  const searched = foldText([clientKey, String(messengerId), name].join('\n'));
  db.run('INSERT INTO client_texts (client_id, search_text) VALUES (?, ?)', lastId, searched);
  db.run('INSERT INTO client_grams (rowid, grams) VALUES (?, search_grams(?))', lastId, searched);
  return lastId;
};

/** Opens a database with the schema before this migration (platform/sqlite/migrations.ts), and adds these accounts. */
export const openDeskBefore = (migration: string, accounts: readonly string[] = ['a']): Database => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration)), () => {});
  for (const id of accounts) addAccount(db, id);
  return db;
};

/** Opens a database with today's schema that contains these accounts and nothing else. */
export const openDeskDatabase = (accounts: readonly string[] = ['a'], path = ':memory:'): Database => {
  const db = openDatabase(path);
  migrate(db, MIGRATIONS, () => {});
  for (const id of accounts) addAccount(db, id);
  return db;
};

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { convertEarlierDesk } from '#core/platform/sqlite/earlier/convert-earlier-desk.ts';
import { ONE_SCHEMA_MIGRATIONS, ONE_SCHEMA_VERSION } from '#core/platform/sqlite/earlier/index.ts';
import { schemaVersion } from '#core/platform/sqlite/migrate.ts';
import { FIRST_VERSION, MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { SCHEMA } from '#core/platform/sqlite/schema/schema.ts';
import { addAccount, runEarlierMigrations, runLaterMigrations } from '../../../support/desk-database.ts';

let earlier: Database;
let fresh: Database;
beforeEach(() => {
  earlier = openDatabase(':memory:');
  fresh = openDatabase(':memory:');
  fresh.exec(SCHEMA);
});
afterEach(() => {
  earlier.close();
  fresh.close();
});

const namesOf = (db: Database, type: string): readonly string[] =>
  db.values<string>('SELECT name FROM sqlite_schema WHERE type = ? ORDER BY name', type);
const textsOf = (db: Database): readonly unknown[] =>
  db.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name');
/** Removes comments, quotes and spaces from a statement. */
const plainText = (text: string | null): string =>
  (text ?? '').replaceAll(/--.*$/gm, ' ').replaceAll('"', '').replaceAll(/\s+/g, '');

/**
 * Returns everything that SQLite reports about a table: columns, keys, indexes with their order and collations, and
 * references.
 */
const tableOf = (db: Database, name: string) => ({
  columns: db.all('SELECT * FROM pragma_table_xinfo(?) ORDER BY cid', name),
  kind: db.all('SELECT type, ncol, wr, strict FROM pragma_table_list WHERE name = ?', name),
  indexes: db
    .all<{ name: string }>('SELECT name, "unique", origin, partial FROM pragma_index_list(?) ORDER BY name', name)
    .map((index) => ({ ...index, columns: db.all('SELECT * FROM pragma_index_xinfo(?) ORDER BY seqno', index.name) })),
  references: db.all('SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq', name),
  numbering: db.all("SELECT instr(sql, 'AUTOINCREMENT') > 0 AS isOn FROM sqlite_schema WHERE name = ?", name),
});

describe('the schema', () => {
  it('has the tables, columns, indexes and references that the earlier steps made', () => {
    runEarlierMigrations(earlier);
    runLaterMigrations(earlier);
    for (const later of MIGRATIONS.slice(1)) fresh.exec(later);
    expect(namesOf(fresh, 'table').length).toBeGreaterThan(50);
    for (const type of ['table', 'index', 'trigger', 'view'])
      expect(namesOf(fresh, type)).toEqual(namesOf(earlier, type));
    for (const name of namesOf(earlier, 'table')) expect(tableOf(fresh, name), name).toEqual(tableOf(earlier, name));
  });

  it('has the same checks, defaults, conditions of indexes and triggers, word for word', () => {
    runEarlierMigrations(earlier);
    runLaterMigrations(earlier);
    for (const later of MIGRATIONS.slice(1)) fresh.exec(later);
    const textsByName = (db: Database) =>
      db
        .all<{ name: string; sql: string | null }>('SELECT name, sql FROM sqlite_schema ORDER BY type, name')
        .map(({ name, sql }) => [name, plainText(sql)]);
    expect(textsByName(fresh)).toEqual(textsByName(earlier));
  });

  it('keeps its comments out of the database', () => {
    expect(SCHEMA).not.toContain('--');
  });
});

describe('a desk that was made before the first release', () => {
  it('gets the exact schema of a new desk by its conversion, and SQLite finds it intact', () => {
    runEarlierMigrations(earlier, 0, 38);
    earlier.exec('PRAGMA user_version = 38');
    addAccount(earlier, 'a');
    convertEarlierDesk(earlier);
    expect(textsOf(earlier)).toEqual(textsOf(fresh));
    expect(schemaVersion(earlier)).toBe(FIRST_VERSION);
    expect(earlier.values('PRAGMA integrity_check')).toEqual(['ok']);
    addAccount(earlier, 'b');
    expect(earlier.values('SELECT id FROM accounts ORDER BY id')).toEqual(['a', 'b']);
    expect(() => earlier.exec('UPDATE sqlite_schema SET sql = sql')).toThrow();
  });

  it('gets the same schema from each version between the first single schema and the first release', () => {
    for (const count of ONE_SCHEMA_MIGRATIONS.keys()) {
      const db = openDatabase(':memory:');
      for (const sql of ONE_SCHEMA_MIGRATIONS.slice(0, count + 1)) db.exec(sql);
      db.exec(`PRAGMA user_version = ${ONE_SCHEMA_VERSION + count}`);
      convertEarlierDesk(db);
      expect(textsOf(db)).toEqual(textsOf(fresh));
      expect(schemaVersion(db)).toBe(FIRST_VERSION);
      db.close();
    }
  });

  it('is left alone when somebody has changed one of its tables', () => {
    runEarlierMigrations(earlier, 0, 38);
    earlier.exec("PRAGMA user_version = 38; ALTER TABLE accounts ADD COLUMN more TEXT DEFAULT ''");
    const before = textsOf(earlier);
    expect(() => convertEarlierDesk(earlier)).toThrow(
      expect.objectContaining({ details: { code: 'earlier-desk-altered', params: { part: 'accounts' } } }),
    );
    expect(textsOf(earlier)).toEqual(before);
    expect(schemaVersion(earlier)).toBe(38);
  });

  it('keeps objects that were added beside its own tables', () => {
    runEarlierMigrations(earlier, 0, 38);
    earlier.exec('PRAGMA user_version = 38; CREATE TABLE lost_and_found (x); INSERT INTO lost_and_found VALUES (1)');
    convertEarlierDesk(earlier);
    expect(earlier.values('SELECT x FROM lost_and_found')).toEqual([1]);
  });
});

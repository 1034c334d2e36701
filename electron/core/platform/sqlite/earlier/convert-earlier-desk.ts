import { DeskError } from '#shared/result.ts';
import { type Database, openDatabase } from '../database.ts';
import { migrate, schemaVersion } from '../migrate.ts';
import { FIRST_VERSION } from '../migrations.ts';
import { SCHEMA } from '../schema/schema.ts';
import { plain, sql } from '../sql.ts';
import { FORMER_BLOCKED_REASONS, FORMER_DUE_ITEM_STATES, FORMER_TOPICS, presentWord, wordIn } from './former-words.ts';
import { EARLIER_MIGRATIONS, ONE_SCHEMA_MIGRATIONS, ONE_SCHEMA_VERSION } from './index.ts';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * Converts a desk that was made before the first release: runs the rest of the earlier migrations, renames stored words,
 * tables and columns that have another name now, verifies that the tables, indexes and triggers are those of the schema, and gives the desk
 * the schema's version. It is one transaction: a desk that cannot be converted stays as it is. The file must not be open
 * anywhere else, and the caller must have made a copy of it.
 *
 * Throws SQLite's error, or DeskError `storage` (`earlier-desk-altered`) for a desk that the earlier migrations did not
 * create.
 */
export const convertEarlierDesk = (db: Database): void => {
  db.durably(() => {
    if (schemaVersion(db) < ONE_SCHEMA_VERSION) {
      migrate(db, EARLIER_MIGRATIONS, () => {}, 1);
      renameStoredWords(db);
      db.exec(`PRAGMA user_version = ${ONE_SCHEMA_VERSION}`);
    }
    migrate(db, ONE_SCHEMA_MIGRATIONS, () => {}, ONE_SCHEMA_VERSION);
    adoptSchema(db);
  });
};

const BLOCKED_REASON_CODE = wordIn('hindrance_json', 'code');
const TOPIC_CODE = wordIn('standing_json', 'topic');

/** Renames stored words. The partial index names states, so it is created again with the present ones. */
const renameStoredWords = (db: Database): void => {
  db.exec('DROP INDEX standing_occasions_open');
  db.run(sql`UPDATE standing_occasions SET state = ${presentWord('state', FORMER_DUE_ITEM_STATES)}`);
  // A text that cannot be read says nothing, and stays as it is.
  db.run(sql`UPDATE standing_orders SET hindrance_json = json_set(hindrance_json, '$.code',
      ${presentWord(BLOCKED_REASON_CODE, FORMER_BLOCKED_REASONS)})
    WHERE ${plain(BLOCKED_REASON_CODE)} IS NOT NULL`);
  db.run(sql`UPDATE alerts SET standing_json = json_set(standing_json, '$.topic',
      ${presentWord(TOPIC_CODE, FORMER_TOPICS)})
    WHERE ${plain(TOPIC_CODE)} IS NOT NULL`);
  db.exec(`CREATE INDEX standing_occasions_open ON standing_occasions (order_id, state)
    WHERE state NOT IN ('no-longer-due', 'abandoned')`);
};

/**
 * Replaces the stored texts of the schema. SQLite stores the text of every statement that created a table. The texts of
 * an earlier desk mean the same as those of the schema, but differ in their characters: columns that were added later
 * stand at the end of a line, and comments are among them. With the replaced texts, check-desk.ts recognises a
 * converted desk as it does a new one. The rows are not touched.
 */
const adoptSchema = (db: Database): void => {
  const found = new Map(schemaOf(db).map((row) => [keyOf(row), row]));
  const wanted = freshSchema();
  for (const row of wanted) {
    if (meaningOf(found.get(keyOf(row))?.sql ?? '') !== meaningOf(row.sql)) throw altered(row.name);
  }
  db.withWritableSchema(() => {
    for (const { type, name, sql } of wanted) {
      db.run('UPDATE sqlite_schema SET sql = ? WHERE type = ? AND name = ?', sql, type, name);
    }
  });
  db.exec(`PRAGMA user_version = ${FIRST_VERSION}`);
};

const freshSchema = (): readonly SchemaRow[] => {
  const db = openDatabase(':memory:');
  try {
    db.exec(SCHEMA);
    return schemaOf(db);
  } finally {
    db.close();
  }
};

/** Indexes that SQLite creates for a UNIQUE constraint have no text: they follow from the text of their table. */
const schemaOf = (db: Database): readonly SchemaRow[] =>
  db.all<SchemaRow>('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL');

const keyOf = ({ type, name }: SchemaRow): string => `${type} ${name}`;

/** Removes from a statement its comments, the quotes around names, and spaces without a meaning. */
const meaningOf = (text: string): string =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();

const altered = (name: string): DeskError =>
  new DeskError('storage', 'The desk is not built as an earlier version of the app built it.', {
    code: 'earlier-desk-altered',
    params: { part: name },
  });

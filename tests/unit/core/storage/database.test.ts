import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

let db: Database;
beforeEach(() => {
  db = openDatabase(':memory:');
  db.exec('CREATE TABLE notes (text TEXT NOT NULL)');
});
afterEach(() => db.close());

const write = (text: string) => db.run('INSERT INTO notes VALUES (?)', text);
const written = () => db.all<{ text: string }>('SELECT text FROM notes ORDER BY rowid').map(({ text }) => text);

it('runs work that was deferred to the end of a transaction after all other work in it, once', () => {
  db.transaction(() => {
    db.atEnd(() => write('index'));
    db.transaction(() => write('inner'));
    write('outer');
  });
  db.transaction(() => write('next'));
  expect(written()).toEqual(['inner', 'outer', 'index', 'next']);
});

it('runs it at once if no transaction is open', () => {
  db.atEnd(() => write('index'));
  expect(written()).toEqual(['index']);
});

it('rolls the transaction back when its deferred work fails, and drops the deferred work of a failed one', () => {
  const broken = () => {
    throw new Error('the disk is full');
  };
  expect(() =>
    db.transaction(() => {
      write('client');
      db.atEnd(broken);
    }),
  ).toThrow('the disk is full');
  expect(() =>
    db.transaction(() => {
      db.atEnd(() => write('index'));
      broken();
    }),
  ).toThrow('the disk is full');
  db.transaction(() => write('next'));
  expect(written()).toEqual(['next']);
});

it('names columns as the code does, and leaves those of plain text as they are', () => {
  write('{"days":30}');
  const columns = sql`rowid AS row_id, text AS "order:json", text IS NULL AS "isEmpty:flag", NULL AS "error:json"`;
  const row = { rowId: 1, order: { days: 30 }, isEmpty: false, error: null };
  expect(db.all(sql`SELECT ${columns} FROM notes`)).toEqual([row]);
  expect(db.get(sql`SELECT ${columns} FROM notes`)).toEqual(row);
  expect(db.value(sql`SELECT text AS "order:json" FROM notes`)).toEqual({ days: 30 });
  expect(db.get('SELECT rowid AS row_id FROM notes')).toEqual({ row_id: 1 });
});

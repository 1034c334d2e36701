import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { setTimeZone } from '../../../support/time-zone.ts';

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

it('counts days in the zone that this computer has now, as the window does', () => {
  const daysIn = (zone: string) => {
    const restore = setTimeZone(zone);
    try {
      const moments = ['2026-03-28T23:30Z', '2026-10-25T22:30Z', '2013-12-31T20:30Z'].map((text) => Date.parse(text));
      return moments.map((at) => db.value(sql`SELECT local_date(${at})`));
    } finally {
      restore();
    }
  };
  expect(daysIn('Europe/Berlin')).toEqual(['2026-03-29', '2026-10-25', '2013-12-31']);
  // Moscow was four hours ahead of Greenwich in 2013, and is three hours ahead now.
  expect(daysIn('Europe/Moscow')).toEqual(['2026-03-29', '2026-10-26', '2014-01-01']);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { createSlowStatements, SLOW_STATEMENT_MS } from '#core/platform/sqlite/slow-statements.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

let db: Database;
let now = 0;
/** The duration of each statement. */
let step = 0;
const logged: unknown[] = [];
const slow = createSlowStatements({ info: (message, fields) => logged.push([message, fields]) });

beforeEach(() => {
  db = openDatabase(':memory:', {
    onSlow: slow.note,
    now: () => {
      now += step / 2;
      return now;
    },
  });
  db.exec('CREATE TABLE t (secret TEXT)');
});
afterEach(() => db.close());

it('names slow statements by their text without values, and remembers the slowest', () => {
  step = SLOW_STATEMENT_MS;
  db.run(sql`INSERT INTO t (secret) VALUES (${'quick'})`);
  expect(slow.slowest()).toEqual([]);
  step = 2 * SLOW_STATEMENT_MS + 20;
  db.run(sql`INSERT INTO t
    (secret) VALUES (${'pa55word'})`);
  step = 400;
  db.all(sql`SELECT secret FROM t WHERE secret = ${'pa55word'}`);
  step = 300;
  db.all(sql`SELECT secret FROM t WHERE secret = ${'other'}`);
  expect(slow.slowest()).toEqual([
    { text: 'SELECT secret FROM t WHERE secret = ?', ms: 200, times: 2 },
    { text: 'INSERT INTO t (secret) VALUES (?)', ms: 60, times: 1 },
  ]);
  expect(logged).toHaveLength(3);
  expect(JSON.stringify(logged)).not.toContain('pa55word');
  for (let at = 0; at < 20; at += 1) db.get(`SELECT ${at}`);
  expect(slow.slowest()).toHaveLength(10);
  expect(slow.slowest()[0]).toMatchObject({ ms: 200 });
});

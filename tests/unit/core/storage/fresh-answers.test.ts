import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { createFreshAnswers, type FreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';

let db: Database;
let fresh: FreshAnswers;
beforeEach(() => {
  db = openDatabase(':memory:');
  db.exec(`
    CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, traffic REAL) STRICT;
    CREATE TABLE tags (client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE, tag TEXT NOT NULL) STRICT;
    CREATE TABLE totals (name TEXT PRIMARY KEY, clients INTEGER NOT NULL) STRICT;
    CREATE TABLE unread (id INTEGER PRIMARY KEY) STRICT;
    CREATE VIRTUAL TABLE grams USING fts5 (text, content = '', contentless_delete = 1);
    CREATE TRIGGER counted AFTER INSERT ON clients BEGIN UPDATE totals SET clients = clients + 1; END;
    INSERT INTO totals VALUES ('all', 0);
    INSERT INTO clients (id, name) VALUES (1, 'Anna'), (2, 'Boris');
    INSERT INTO tags VALUES (1, 'vip');
    INSERT INTO grams (rowid, text) VALUES (1, 'anna');`);
  fresh = createFreshAnswers(db);
});
afterEach(() => db.close());

/** Asks a question again after `write`, and returns whether it was read anew. */
const isReadAgain = (query: string, write: () => void): boolean => {
  let times = 0;
  const ask = (): readonly object[] =>
    fresh(query, () => {
      times += 1;
      return db.all<object>(query);
    });
  ask();
  ask();
  expect(times).toBe(1);
  write();
  expect(ask()).toEqual(db.all(query));
  return times === 2;
};

const NAMES = 'SELECT id FROM clients ORDER BY name';

describe('an answer is kept', () => {
  it.each([
    ['while nothing is written', ''],
    ['when another table is written', 'INSERT INTO unread VALUES (1)'],
    ['when only columns are written that it did not read', 'UPDATE clients SET traffic = 5'],
    ['when a statement changes no row', "UPDATE clients SET name = 'Eve' WHERE id = 99"],
  ])('%s', (_, write) => {
    expect(isReadAgain(NAMES, () => void (write === '' || db.run(write)))).toBe(false);
  });
});

describe('an answer is read again', () => {
  it.each([
    ['a column that orders it', NAMES, "UPDATE clients SET name = 'Eve' WHERE id = 1"],
    ['a column that selects it', 'SELECT id FROM clients WHERE traffic > 1', 'UPDATE clients SET traffic = 5'],
    ['a row', NAMES, "INSERT INTO clients (name) VALUES ('Clara')"],
    ['a row that replaces another', NAMES, "INSERT OR REPLACE INTO clients VALUES (1, 'Zoe', 1)"],
    ['a row, which it only counts', 'SELECT count(*) FROM clients', 'DELETE FROM clients WHERE id = 2'],
    ['a row, by a foreign key', 'SELECT tag FROM tags', 'DELETE FROM clients WHERE id = 1'],
    ['a column, by a trigger', 'SELECT clients FROM totals', "INSERT INTO clients (name) VALUES ('Clara')"],
    [
      'a table inside of it',
      "SELECT 1 WHERE EXISTS (SELECT 1 FROM tags WHERE tag = 'new')",
      "INSERT INTO tags VALUES (2, 'new')",
    ],
    [
      'a text of the search index',
      "SELECT rowid FROM grams WHERE grams MATCH 'boris'",
      "INSERT INTO grams (rowid, text) VALUES (2, 'boris')",
    ],
    [
      'a text that leaves the search index',
      "SELECT rowid FROM grams WHERE grams MATCH 'anna'",
      'DELETE FROM grams WHERE rowid = 1',
    ],
  ])('after a write of %s', (_, query, write) => {
    expect(isReadAgain(query, () => void db.run(write))).toBe(true);
  });

  it('after several statements at once', () => {
    const write = (): void => db.exec("UPDATE clients SET traffic = 1; UPDATE clients SET name = 'Eve' WHERE id = 1;");
    expect(isReadAgain(NAMES, write)).toBe(true);
  });

  it('after a statement that returns what it wrote', () => {
    const write = (): void => void db.all("UPDATE clients SET name = 'Eve' WHERE id = 1 RETURNING id");
    expect(isReadAgain(NAMES, write)).toBe(true);
  });

  it('after a statement that was compiled before the schema changed', () => {
    const rename = (name: string): void => void db.run('UPDATE clients SET name = ? WHERE id = 1', name);
    rename('Anna');
    db.exec('CREATE TRIGGER renamed AFTER UPDATE OF name ON clients BEGIN UPDATE totals SET clients = 99; END');
    expect(isReadAgain('SELECT clients FROM totals', () => rename('Eve'))).toBe(true);
  });

  it('after the transaction in which it was found was rolled back', () => {
    const count = (): number | null => fresh('count', () => db.value<number>('SELECT count(*) FROM clients'));
    const failing = (): never =>
      db.transaction(() => {
        db.run("INSERT INTO clients (name) VALUES ('Clara')");
        expect(count()).toBe(3);
        throw new Error('the disk is full');
      });
    expect(failing).toThrow('the disk is full');
    expect(count()).toBe(2);
  });
});

describe('an answer that uses another one', () => {
  const names = (): readonly unknown[] => fresh('names', () => db.values('SELECT name FROM clients ORDER BY id'));
  const both = (): string => fresh('both', () => `${names().join(' ')}, ${db.value('SELECT clients FROM totals')}`);

  it('depends on what the other one read, also when that was read before', () => {
    names();
    expect(both()).toBe('Anna Boris, 2');
    db.run("UPDATE clients SET name = 'Eve' WHERE id = 1");
    expect(both()).toBe('Eve Boris, 2');
    db.run('UPDATE totals SET clients = 7');
    expect(both()).toBe('Eve Boris, 7');
  });
});

describe('an answer that takes several turns', () => {
  it('depends on everything that is read until it is there', async () => {
    let times = 0;
    const slow = (): Promise<readonly unknown[]> =>
      fresh('slow', async () => {
        times += 1;
        const first = db.values('SELECT traffic FROM clients');
        await Promise.resolve();
        return [...first, ...db.values('SELECT clients FROM totals')];
      });
    await slow();
    await slow();
    expect(times).toBe(1);
    db.run('UPDATE totals SET clients = 9');
    expect(await slow()).toEqual([null, null, 9]);
    expect(times).toBe(2);
  });

  it('is not kept when something that it has read is written before it is there', async () => {
    const slow = (): Promise<unknown> =>
      fresh('slow', async () => {
        const read = db.value('SELECT clients FROM totals');
        await Promise.resolve();
        return read;
      });
    const before = slow();
    db.run('UPDATE totals SET clients = 9');
    expect(await before).toBe(2);
    expect(await slow()).toBe(9);
  });

  it('is not kept when it fails', async () => {
    let isBroken = true;
    const slow = (): Promise<string> =>
      fresh('slow', async () => {
        await Promise.resolve();
        if (isBroken) throw new Error('cut off');
        return 'here';
      });
    await expect(slow()).rejects.toThrow('cut off');
    isBroken = false;
    expect(await slow()).toBe('here');
  });
});

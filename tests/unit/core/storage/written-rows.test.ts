import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import { NAMED_ROWS, type WatchedTable, type Written } from '#core/platform/sqlite/statement-access.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';

const WATCHED: readonly WatchedTable[] = [
  { table: 'clients', name: 'clients', names: 'clients', butNot: ['traffic'] },
  { table: 'clients', name: 'readings', names: 'clients', on: ['UPDATE'], of: ['traffic'] },
  { table: 'tags', name: 'clients', names: 'clients' },
  { table: 'tags', name: 'tags', on: ['DELETE'] },
  { table: 'notes', name: 'notes' },
  { table: 'settings', name: 'settings' },
];

let db: Database;
let reports: Record<string, readonly number[] | null>[] = [];
beforeEach(() => {
  db = openDatabase(':memory:');
  db.exec(`
    CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, traffic REAL) STRICT;
    CREATE TABLE tags (client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE, tag TEXT NOT NULL,
      PRIMARY KEY (client_id, tag)) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients ON DELETE SET NULL) STRICT;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE unwatched (id INTEGER PRIMARY KEY) STRICT;
    CREATE TRIGGER renamed AFTER UPDATE OF name ON clients BEGIN
      UPDATE settings SET value = new.name WHERE key = 'newest';
    END;`);
  reports = [];
  const note = (written: Written): void => {
    reports.push(Object.fromEntries([...written].map(([name, ids]) => [name, ids === null ? null : [...ids]])));
  };
  db.reportWrites(WATCHED, note);
});
afterEach(() => db.close());

const add = (id: number): void => {
  db.run('INSERT INTO clients (id, name) VALUES (?, ?)', id, `Client ${id}`);
};
const addMany = (count: number): void => {
  db.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO clients (id, name) SELECT n, 'many' FROM numbers`,
    count,
  );
};
const rename = (id: number, name: string): void => {
  db.run(ofRow('clients', id, sql`UPDATE clients SET name = ${name} WHERE id = ${id}`));
};
const failing = (work: () => void) => (): void => {
  work();
  throw new Error('the disk is full');
};
/** Forgets the reports of what was written before. */
const from = (work: () => void): void => {
  work();
  reports = [];
};

describe('written tables are reported', () => {
  it('after each statement outside a transaction, and not for one that changed nothing', () => {
    add(1);
    rename(1, 'Anna');
    rename(2, 'Nobody');
    db.run('INSERT INTO unwatched VALUES (1)');
    db.exec("INSERT INTO settings VALUES ('a', 'b')");
    db.run('SELECT 1');
    expect(reports).toEqual([{ clients: [1] }, { clients: [1], settings: null }, { settings: null }]);
  });

  it('once after a commit, each row once, and not before it', () => {
    db.transaction(() => {
      add(1);
      db.transaction(() => add(2));
      rename(1, 'Anna');
      db.get("INSERT INTO settings VALUES ('a', 'b') RETURNING key");
      expect(reports).toEqual([]);
    });
    expect(reports).toEqual([{ clients: [1, 2], settings: null }]);
    db.durably(() => add(3));
    expect(reports.slice(1)).toEqual([{ clients: [3] }]);
  });

  it('not at all after a rollback, neither then nor with the next commit', () => {
    expect(() => db.transaction(failing(() => add(1)))).toThrow('the disk is full');
    expect(() => db.transaction(() => db.transaction(failing(() => add(1))))).toThrow('the disk is full');
    db.transaction(() => add(2));
    expect(reports).toEqual([{ clients: [2] }]);
  });

  it('not for a statement that failed in a transaction that goes on', () => {
    db.transaction(() => {
      add(2);
      expect(() => db.run("INSERT INTO clients (id, name) VALUES (1, 'Anna'), (2, 'Boris')")).toThrow();
    });
    expect(reports).toEqual([{ clients: [2] }]);
  });

  it('when the rows of a statement are read, without guessing which', () => {
    expect(db.all("INSERT INTO clients (id, name) VALUES (7, 'Anna') RETURNING id")).toEqual([{ id: 7 }]);
    expect(db.get("DELETE FROM clients WHERE name = 'Nobody' RETURNING id")).toBeUndefined();
    expect(db.value('UPDATE clients SET traffic = 5 RETURNING name')).toBe('Anna');
    expect(reports).toEqual([{ clients: null }, { readings: null }]);
  });

  it('with the row that a statement names, and otherwise with none', () => {
    from(() => [1, 2, 3].forEach(add));
    rename(1, 'Anna');
    db.run('UPDATE clients SET traffic = 1 WHERE id = 1');
    db.run(ofRow('elsewhere', 7, sql`UPDATE clients SET traffic = 2 WHERE id = 1`));
    db.run(ofRow('clients', 2, sql`INSERT INTO tags VALUES (2, 'vip')`));
    db.run('UPDATE clients SET traffic = numbers.n FROM (SELECT 7 AS n) AS numbers');
    expect(reports).toEqual([
      { clients: [1], settings: null },
      { readings: null },
      { readings: null },
      { clients: [2] },
      { readings: null },
    ]);
  });

  it('with the row that was added, but not for an upsert, which may have changed another', () => {
    add(1);
    db.run("INSERT INTO clients (id, name) VALUES (1, 'Boris') ON CONFLICT (id) DO UPDATE SET traffic = 1");
    db.run("INSERT INTO clients (id, name) VALUES (1, 'Boris') ON CONFLICT DO NOTHING");
    db.run("INSERT OR REPLACE INTO clients (id, name) VALUES (1, 'Anna')");
    db.run("INSERT INTO clients (id, name) VALUES (2, 'Anna'), (3, 'Boris')");
    expect(reports).toEqual([
      { clients: [1] },
      { clients: null, readings: null },
      { clients: null, tags: null, notes: null },
      { clients: null },
    ]);
  });

  it('with what triggers and foreign keys may write', () => {
    from(() => {
      for (const id of [1, 2]) add(id);
      db.run("INSERT INTO tags VALUES (1, 'vip'), (2, 'vip')");
    });
    rename(1, 'Anna');
    expect(reports).toEqual([{ clients: [1], settings: null }]);
    from(() => {});
    db.run(ofRow('clients', 2, sql`DELETE FROM clients WHERE id = 2`));
    expect(db.values('SELECT client_id FROM tags')).toEqual([1]);
    expect(reports).toEqual([{ clients: [2], tags: null, notes: null }]);
  });

  it('by the columns that an update sets', () => {
    from(() => add(1));
    db.run(ofRow('clients', 1, sql`UPDATE clients SET traffic = 5`));
    db.run(ofRow('clients', 1, sql`UPDATE clients SET traffic = 6, name = 'Anna'`));
    expect(reports).toEqual([{ readings: [1] }, { clients: [1], readings: [1], settings: null }]);
  });

  it('also by statements that were prepared before, and with a trigger that came later', () => {
    from(() => {
      db.exec('CREATE TRIGGER added AFTER INSERT ON unwatched BEGIN DELETE FROM settings; END');
    });
    const write = (id: number) => db.run('INSERT INTO unwatched VALUES (?)', id);
    write(1);
    db.exec(
      'CREATE TEMP TRIGGER noted AFTER INSERT ON unwatched BEGIN INSERT INTO notes (client_id) VALUES (NULL); END',
    );
    write(2);
    expect(reports).toEqual([{ settings: null }, { settings: null, notes: null }]);
  });

  it('without naming rows if they are many', () => {
    db.transaction(() => {
      for (let id = 1; id <= NAMED_ROWS; id += 1) add(id);
    });
    expect(reports[0]?.clients).toHaveLength(NAMED_ROWS);
    add(NAMED_ROWS + 1);
    db.transaction(() => {
      for (let id = 1; id <= NAMED_ROWS + 1; id += 1) rename(id, 'Anna');
    });
    db.run('DELETE FROM clients');
    addMany(NAMED_ROWS);
    expect(reports.slice(2).map(({ clients }) => clients)).toEqual([null, null, null]);
  });
});

describe('held reports', () => {
  it('are sent together when they are released, without the writes of others', () => {
    const held = db.holdReports();
    db.transaction(() => add(1), held);
    db.transaction(() => add(2), held);
    db.transaction(() => add(3));
    expect(reports).toEqual([{ clients: [3] }]);
    held.release();
    held.release();
    expect(reports.slice(1)).toEqual([{ clients: [1, 2] }]);
  });

  it('do not contain what was rolled back, and name no rows if they are many', () => {
    const held = db.holdReports();
    expect(() =>
      db.transaction(
        failing(() => add(1)),
        held,
      ),
    ).toThrow('the disk is full');
    for (let id = 1; id <= NAMED_ROWS + 1; id += 1) db.transaction(() => add(id), held);
    held.release();
    expect(reports).toEqual([{ clients: null }]);
  });

  it('make one of all transactions of a long piece of writing, also when it fails midway', async () => {
    await writeInSlices(db, [1, 2, 3], add);
    expect(reports).toEqual([{ clients: [1, 2, 3] }]);
    const writing = writeInSlices(db, [4], add, { onSlice: failing(() => {}) });
    await expect(writing).rejects.toThrow('the disk is full');
    expect(reports.slice(1)).toEqual([{ clients: [4] }]);
  });
});

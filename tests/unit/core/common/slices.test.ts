import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTurns } from '#core/platform/async/slices.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { repeatInSlices, writeInSlices } from '#core/platform/sqlite/write-slices.ts';

let db: Database;
beforeEach(() => {
  db = openDatabase(':memory:');
  db.exec('CREATE TABLE rows (n INTEGER PRIMARY KEY) STRICT');
});
afterEach(() => db.close());

/** Keeps the thread busy for a whole slice. */
const spin = (ms = 15): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
const stored = (): number => db.get<{ n: number }>('SELECT count(*) AS n FROM rows')?.n ?? 0;
const insert = (n: number): void => {
  db.run('INSERT INTO rows VALUES (?)', n);
  spin();
};

describe('writing in slices', () => {
  it('lets other work run after each transaction', async () => {
    const seen: number[] = [];
    const look = (): void => {
      seen.push(stored());
      if (seen.length < 3) setImmediate(look);
    };
    setImmediate(look);
    await writeInSlices(db, [1, 2, 3, 4], insert);
    expect(seen).toEqual([1, 2, 3]);
    expect(stored()).toBe(4);
  });

  it('reads an item when it is written, not before, so that changes made in between count', async () => {
    function* following(): Generator<number> {
      for (let last = 0; last < 4; ) {
        last = (db.get<{ top: number | null }>('SELECT max(n) AS top FROM rows')?.top ?? 0) + 1;
        yield last;
      }
    }
    setImmediate(() => db.run('INSERT INTO rows VALUES (2)'));
    await writeInSlices(db, following(), insert);
    expect(db.all('SELECT n FROM rows')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  });

  it('stops between two transactions when it is aborted, and keeps finished writes', async () => {
    const stop = new AbortController();
    const done: number[] = [];
    await writeInSlices(db, [1, 2, 3, 4], insert, {
      signal: stop.signal,
      onSlice: (count) => {
        done.push(count);
        if (count === 2) stop.abort();
      },
    });
    expect([done, stored()]).toEqual([[1, 2], 2]);
  });

  it('undoes the whole of a transaction that fails', async () => {
    const failing = (n: number): void => {
      db.run('INSERT INTO rows VALUES (?)', n);
      if (n === 2) throw new Error('no');
    };
    await expect(writeInSlices(db, [1, 2], failing)).rejects.toThrow('no');
    expect(stored()).toBe(0);
  });

  it('repeats a write until nothing is left, and adds up the counts', async () => {
    for (let n = 1; n <= 25; n += 1) db.run('INSERT INTO rows VALUES (?)', n);
    const deleteSome = (): number => db.run('DELETE FROM rows WHERE n IN (SELECT n FROM rows LIMIT 10)').changes;
    expect([await repeatInSlices(db, deleteSome), stored()]).toEqual([25, 0]);
  });
});

describe('items read in turns', () => {
  it('arrive completely and in order, and let other work run between them', async () => {
    const seen: (number | string)[] = [];
    setImmediate(() => seen.push('other'));
    for await (const item of inTurns([1, 2, 3])) {
      seen.push(item);
      spin();
    }
    expect(seen).toEqual([1, 'other', 2, 3]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBus } from '#core/bus.ts';
import { announceWrites } from '#core/desk/announce-writes.ts';
import { TABLE_EVENTS, UNANNOUNCED_TABLES } from '#core/desk/table-events.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';

let db: Database;
let clock: FakeClock;
let closing: AbortController;
let sent: [name: string, payload: unknown][];
beforeEach(() => {
  db = openDeskDatabase(['a']);
  clock = createFakeClock();
  closing = new AbortController();
  sent = [];
  const tellPages = (name: string, payload: unknown): void => {
    sent.push([name, payload]);
  };
  const logger = { error: () => {} };
  announceWrites({ db, bus: createBus(tellPages, logger), clock, closing: closing.signal });
});
afterEach(() => db.close());

const add = (key: string): number =>
  db.run(sql`INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
    VALUES ('a', 1, ${key}, '', '', ${key}, 1, 1)`).lastId;
const rename = (id: number): void => {
  db.run(ofRow('clients', id, sql`UPDATE clients SET name = 'Anna' WHERE id = ${id}`));
};
const read = (id: number): void => {
  db.run(ofRow('clients', id, sql`UPDATE clients SET vpn_as_of = 5 WHERE id = ${id}`));
};
const clientsChanged = (...clientIds: readonly number[]) => ['clients.changed', { clientIds }];

describe('the events of a write', () => {
  it('are sent once for all that is written before the writer waits, and never inside its code', async () => {
    const [one, two] = [add('one'), add('two')];
    db.transaction(() => rename(one));
    expect(sent).toEqual([]);
    await clock.settle();
    expect(sent).toEqual([clientsChanged(one, two)]);
    rename(two);
    await clock.settle();
    expect(sent.slice(1)).toEqual([clientsChanged(two)]);
  });

  it('are not sent for what was rolled back', async () => {
    expect(() =>
      db.transaction(() => {
        add('one');
        throw new Error('the disk is full');
      }),
    ).toThrow('the disk is full');
    await clock.settle();
    expect(sent).toEqual([]);
  });

  it('are sent at once for the first reading of a client, and then together every two seconds', async () => {
    const [one, two, three] = [add('one'), add('two'), add('three')];
    await clock.settle();
    sent = [];
    read(one);
    await clock.settle();
    read(two);
    await clock.settle();
    read(three);
    await clock.settle();
    expect(sent).toEqual([clientsChanged(one)]);
    await clock.advance(1_999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent.slice(1)).toEqual([clientsChanged(two, three)]);
    await clock.advance(2_000);
    expect(sent).toHaveLength(2);
    read(one);
    await clock.settle();
    expect(sent.slice(2)).toEqual([clientsChanged(one)]);
  });

  it('do not let an edit wait for readings', async () => {
    const one = add('one');
    read(one);
    await clock.settle();
    read(one);
    rename(one);
    await clock.settle();
    expect(sent).toEqual([clientsChanged(one), clientsChanged(one)]);
  });

  it('are not sent for readings that were waiting when the desk closed', async () => {
    const one = add('one');
    read(one);
    await clock.settle();
    read(one);
    await clock.settle();
    closing.abort();
    await clock.advance(2_000);
    expect(sent).toHaveLength(1);
  });
});

describe('the table of events', () => {
  const schemaTables = (): string[] =>
    db.values("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name");

  it('says of every table of the schema what a write to it announces, or why it announces nothing', () => {
    const declared = [...Object.keys(TABLE_EVENTS), ...Object.keys(UNANNOUNCED_TABLES)];
    // A new table fails here: name its events in TABLE_EVENTS, or say in UNANNOUNCED_TABLES why it has none.
    expect(declared.toSorted()).toEqual(schemaTables());
  });

  it('names only columns that there are', () => {
    for (const [table, events] of Object.entries(TABLE_EVENTS)) {
      const columns = db.values<string>(sql`SELECT name FROM pragma_table_info(${table})`);
      for (const { of = [], butNot = [] } of events)
        expect(columns).toEqual(expect.arrayContaining([...of, ...butNot]));
    }
  });
});

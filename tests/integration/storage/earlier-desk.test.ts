import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { FORMER_DUE_ITEM_STATES, FORMER_TOPICS } from '#core/platform/sqlite/earlier/former-words.ts';
import { lockFolder } from '#core/platform/sqlite/folder-lock.ts';
import { schemaVersion } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS, newestVersion } from '#core/platform/sqlite/migrations.ts';
import { STANDING_TOPICS } from '#shared/domain/alert-texts.ts';
import { STORED_DUE_ITEM_STATES } from '#shared/domain/due-item-states.ts';
import { convertDesk } from '../../../electron/dev/convert-desk.ts';
import { startTestDesk } from '../../support/desk-core.ts';
import { addAccount, runEarlierMigrations } from '../../support/desk-database.ts';

/** The version of most desks from before the first release. */
const NEWEST = newestVersion(MIGRATIONS);
const VERSION = 38;
const NOW = Date.UTC(2026, 10, 21);

let root: string;
let paths: { readonly data: string; readonly backups: string };
const file = (): string => join(paths.data, 'desk.db');
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'earlier-'));
  paths = { data: join(root, 'data'), backups: join(root, 'backups') };
  await mkdir(paths.data);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const layEarlierDesk = (path: string): void => {
  const db = openDatabase(path);
  runEarlierMigrations(db, 0, VERSION);
  db.exec(`PRAGMA user_version = ${VERSION}`);
  addAccount(db, 'a');
  db.exec(`UPDATE accounts SET label = 'Old';
    INSERT INTO settings VALUES ('account.active', 'a');
    INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, name_sort, key_sort, created_at, updated_at)
      VALUES (7, 'a', 1, 'anna', 'Анна', '', 'анна', 'anna', 0, 0);
    INSERT INTO client_texts (client_id, search_text) VALUES (7, 'анна anna');
    INSERT INTO client_grams (rowid, grams) VALUES (7, search_grams('анна anna'));`);
  db.close();
};
const versionOf = (path: string): number => {
  const db = openDatabase(path);
  const version = schemaVersion(db);
  db.close();
  return version;
};

/**
 * A desk that version 38 of the schema wrote: clients with tags and subscriptions, a list, purchases, one of them open, a sale and a
 * payment, a stopped run of purchases, standing orders with due items, and the membership of a shared desk.
 */
const KEPT = join(import.meta.dirname, '../../support/earlier/desk-of-version-38.db.gz');
/** Version 48 split the names under which other computers know a standing order's terms, and version 49 added zones. */
const REWRITTEN = ['shared_docs', 'shared_unsent'];

type Row = Readonly<Record<string, unknown>>;
/** Tables with words that the conversion renames. */
const RENAMED = ['standing_occasions', 'standing_orders', 'alerts'];
const presentOf = (word: unknown): unknown =>
  Object.entries(FORMER_DUE_ITEM_STATES).find(([former]) => former === word)?.[1] ?? word;
const inPresentWords = (row: Row): Row => {
  const { state, hindrance_json: json, standing_json: alert } = row;
  if (typeof alert === 'string') {
    const standing = JSON.parse(alert) as { readonly topic: string };
    return { ...row, standing_json: JSON.stringify({ ...standing, topic: presentOf(standing.topic) }) };
  }
  if (state !== undefined) return { ...row, state: presentOf(state) };
  if (typeof json !== 'string') return row;
  const { code, ...rest } = JSON.parse(json) as { readonly code: string };
  return { ...row, hindrance_json: JSON.stringify({ code: presentOf(code), ...rest }) };
};

/** The present names of tables and columns that the conversion renames. */
const PRESENT_TABLES: Readonly<Record<string, string>> = {
  standing_occasions: 'due_items',
  scheduled_list_occasions: 'due_lists',
  run_wishes: 'refresh_requests',
  shared_dirty: 'shared_changed_fields',
  shared_aside: 'shared_set_aside',
};
/** The value that the former column of an item would have: '' for nobody, null for this computer, or another one's mark. */
const STARTED_BY =
  "CASE WHEN started_here = 1 THEN NULL WHEN started_before_copy = 1 THEN '-' ELSE coalesce(started_elsewhere_by, '') END";
/** The values that the former columns of an alert would have: a hidden one was below 0, and 2 ** 40 was another computer. */
const STAGE = 'iif(is_covered = 1, -1, stage)';
const DISMISSED = `iif(is_dismissed = 1, coalesce(dismissal, ${2 ** 40}), 0)`;
const PRESENT_COLUMNS: Readonly<Record<string, string>> = {
  'standing_orders.hindrance_json': 'blocked_reason_json',
  'standing_orders.held_purchase_id': 'blocking_purchase_id',
  'standing_orders.held_run_id': 'blocking_run_id',
  'standing_orders.looked_at': 'checked_at',
  'standing_occasions.edition': 'version',
  'standing_occasions.was_seen': 'has_shown',
  'standing_occasions.computer': STARTED_BY,
  'scheduled_lists.what_json': 'settings_json',
  'alerts.edition': 'event_at',
  'alerts.stage': STAGE,
  'alerts.dismissed': DISMISSED,
  'alerts.told_at': 'notified_at',
  'alerts.standing_json': 'order_json',
  'alert_marks.edition': 'event_at',
  'runs.by_itself': 'is_automatic',
  'shared_desks.last_stamp': "coalesce(last_timestamp, '')",
  'shared_desks.place_mark': "coalesce(store_mark, '')",
  'shared_conflicts.stamp': 'timestamp',
  'shared_aside.stamp': 'timestamp',
  'shared_aside.value': "coalesce(value, '')",
};

/** Returns the rows of every table under the names of before: those of the columns that existed before, if these are given. */
const contentOf = (path: string, columns?: ReadonlyMap<string, readonly string[]>) => {
  const db = openDatabase(path);
  const tables =
    columns ??
    new Map(
      db
        .values<string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'client_grams%'")
        .filter((name) => !REWRITTEN.includes(name))
        .map((name) => [name, db.values<string>('SELECT name FROM pragma_table_info(?) ORDER BY cid', name)]),
    );
  const presentTable = (table: string): string => (columns === undefined ? table : (PRESENT_TABLES[table] ?? table));
  const presentColumn = (table: string, name: string): string =>
    (columns === undefined ? undefined : PRESENT_COLUMNS[`${table}.${name}`]) ?? `"${name}"`;
  const rows = new Map(
    [...tables].map(([table, names]) => [
      table,
      db.all<Row>(`SELECT ${names.map((name) => `${presentColumn(table, name)} AS "${name}"`).join(', ')}
        FROM "${presentTable(table)}" ORDER BY 1, 2`),
    ]),
  );
  db.close();
  return { tables, rows };
};

describe('the app', () => {
  it('converts a desk made before the first release when it opens it, and keeps a copy that can be restored', async () => {
    layEarlierDesk(file());
    const desk = await startTestDesk({ paths, signIn: false });
    try {
      expect((await desk.call('account.state', {})).accounts).toMatchObject([{ label: 'Old' }]);
      const found = await desk.call('clients.list', {
        filter: { search: 'анн' },
        sort: { by: 'name', direction: 'asc' },
        offset: 0,
        limit: 9,
      });
      expect(found.rows).toMatchObject([{ id: 7, name: 'Анна' }]);
      const [copy] = (await readdir(paths.backups)).filter((name) => name.includes(`-before-v${VERSION + 1}`));
      expect(versionOf(join(paths.backups, copy ?? ''))).toBe(VERSION);
      const { offerId } = await desk.call('backup.openCopy', { name: copy ?? '' });
      await desk.call('backup.restore', { offerId });
      expect((await desk.call('account.state', {})).accounts).toMatchObject([{ label: 'Old' }]);
    } finally {
      await desk.close();
    }
  });

  it('reports manually changed tables of such a desk, and changes nothing', async () => {
    layEarlierDesk(file());
    const db = openDatabase(file());
    db.exec('ALTER TABLE clients ADD COLUMN more TEXT');
    db.close();
    await expect(startTestDesk({ paths, signIn: false })).rejects.toMatchObject({
      details: { code: 'earlier-desk-altered' },
    });
    expect(versionOf(file())).toBe(VERSION);
    expect(await readdir(paths.data)).toContain('desk.db');
  });
});

describe('the script', () => {
  it('converts a desk in its folder once, and says what it did', async () => {
    layEarlierDesk(file());
    expect(await convertDesk(root, NOW)).toBe(
      `${file()} was converted from version ${VERSION} to ${NEWEST}; the desk as it was is in ${paths.backups}.`,
    );
    expect(versionOf(file())).toBe(NEWEST);
    const copies = await readdir(paths.backups);
    expect(copies).toHaveLength(1);
    expect(versionOf(join(paths.backups, copies[0] ?? ''))).toBe(VERSION);
    expect(await convertDesk(paths.data, NOW)).toMatch(/^Nothing was changed/);
  });

  it('converts one copy that it is given', async () => {
    const copy = join(root, 'copy.db');
    layEarlierDesk(copy);
    expect(await convertDesk(copy, NOW)).toContain(`was converted from version ${VERSION}`);
    expect((await readdir(root)).filter((name) => name.includes('before-v'))).toHaveLength(1);
  });

  it('refuses an open desk, and a file that is not a desk', async () => {
    layEarlierDesk(file());
    const unlock = lockFolder(join(paths.data, 'desk.lock'));
    await expect(convertDesk(root, NOW)).rejects.toMatchObject({ details: { code: 'data-folder-in-use' } });
    unlock();
    expect(versionOf(file())).toBe(VERSION);
    await expect(convertDesk(join(root, 'nowhere'), NOW)).rejects.toThrow('There is no desk in');
  });
});

describe('a desk that was kept from version 38', () => {
  beforeEach(async () => {
    await writeFile(file(), gunzipSync(await readFile(KEPT)));
  });

  it('has the same ledger, lists, assignments, sales, orders, runs, settings and membership after its conversion', async () => {
    const before = contentOf(file());
    for (const table of [
      'purchases',
      'sales',
      'payments',
      'list_chunks',
      'run_charges',
      'standing_occasions',
      'shared_desks',
    ])
      expect(before.rows.get(table), table).not.toEqual([]);
    await convertDesk(root, NOW);
    const { rows } = contentOf(file(), before.tables);
    for (const [table, found] of rows) {
      const kept = before.rows.get(table) ?? [];
      if (table === 'sqlite_sequence') {
        // SQLite counts the rows of each table under its name.
        const renamed = kept.map((row) => ({ ...row, name: PRESENT_TABLES[String(row.name)] ?? row.name }));
        expect(new Set(found), table).toEqual(new Set(renamed));
      } else expect(found, table).toEqual(RENAMED.includes(table) ? kept.map(inPresentWords) : kept);
    }
    const db = openDatabase(file());
    expect(db.values('PRAGMA integrity_check')).toEqual(['ok']);
    expect(db.all('PRAGMA foreign_key_check')).toEqual([]);
    db.close();
  });

  it('has the states of its due items, what its orders wait for, and their alerts in the present words', async () => {
    const former = Object.keys(FORMER_DUE_ITEM_STATES);
    const db = openDatabase(file());
    const [item = 0] = db.values<number>('SELECT id FROM standing_occasions ORDER BY id');
    const [orderId = 0] = db.values<number>('SELECT order_id FROM standing_occasions WHERE id = ?', item);
    db.run('DELETE FROM standing_occasions');
    for (const state of [...former, 'due', 'started', 'failed']) {
      db.run(
        `INSERT INTO standing_occasions (account_id, order_id, target, edition, due_at, missed, state, at)
          SELECT account_id, id, ?, 0, 0, 0, ?, 0 FROM standing_orders WHERE id = ?`,
        state,
        state,
        orderId,
      );
    }
    const [first = 0, second = 0] = db.values<number>('SELECT id FROM standing_orders ORDER BY id');
    db.run(`UPDATE standing_orders SET hindrance_json = '{"code":"cap","leftKopecks":7}' WHERE id = ?`, first);
    db.run("UPDATE standing_orders SET hindrance_json = 'no JSON' WHERE id = ?", second);
    const alerts = [
      ...Object.keys(FORMER_TOPICS).map((topic) => JSON.stringify({ orderId: first, topic, count: 0 })),
      '{"orderId":1,"topic":"ask","count":2}',
      'no JSON',
      null,
    ];
    db.run('DELETE FROM alerts');
    for (const [index, alert] of alerts.entries()) {
      db.run(
        `INSERT INTO alerts (account_id, kind, subject, stage, target, raised_at, standing_json)
          SELECT account_id, 'order', ?, 1, '', 0, ? FROM standing_orders WHERE id = ?`,
        String(index),
        alert,
        first,
      );
    }
    db.close();
    await convertDesk(root, NOW);
    const converted = openDatabase(file());
    const states = new Map(
      converted
        .all<{ target: string; state: string }>('SELECT target, state FROM due_items')
        .map(({ target, state }) => [target, state]),
    );
    const kept = { due: 'due', started: 'started', failed: 'failed' };
    expect(Object.fromEntries(states)).toEqual({ ...FORMER_DUE_ITEM_STATES, ...kept });
    for (const state of states.values()) expect(STORED_DUE_ITEM_STATES).toContain(state);
    expect(converted.values('SELECT blocked_reason_json FROM standing_orders ORDER BY id')).toEqual([
      '{"code":"month-cap","leftKopecks":7}',
      'no JSON',
    ]);
    expect(converted.values('SELECT order_json FROM alerts ORDER BY id')).toEqual([
      ...Object.values(FORMER_TOPICS).map((topic) => JSON.stringify({ orderId: first, topic, count: 0 })),
      '{"orderId":1,"topic":"ask","count":2}',
      'no JSON',
      null,
    ]);
    for (const topic of Object.values(FORMER_TOPICS)) expect(STANDING_TOPICS).toContain(topic);
    // SQLite still finds the items that are not over by their index.
    const plan = converted.all<{ detail: string }>(
      "EXPLAIN QUERY PLAN SELECT id FROM due_items WHERE order_id = 1 AND state NOT IN ('no-longer-due', 'abandoned')",
    );
    expect(plan.map(({ detail }) => detail).join()).toContain('due_items_open');
    converted.close();
  });

  it('still knows by whom the payment of each item was begun', async () => {
    const db = openDatabase(file());
    db.run('DELETE FROM standing_occasions');
    for (const [name, computer] of [
      ['nobody', ''],
      ['this computer', null],
      ['a colleague', '0a1b2c3d'],
      ['before a copy', '-'],
    ]) {
      db.run(
        `INSERT INTO standing_occasions (account_id, order_id, target, edition, due_at, missed, state, at, computer)
          SELECT account_id, id, ?, 0, 0, 0, 'started', 0, ? FROM standing_orders ORDER BY id LIMIT 1`,
        name ?? null,
        computer ?? null,
      );
    }
    db.close();
    await convertDesk(root, NOW);
    const converted = openDatabase(file());
    expect(
      converted.all(
        'SELECT target, started_here, started_elsewhere_by, started_before_copy FROM due_items ORDER BY id',
      ),
    ).toEqual([
      { target: 'nobody', started_here: 0, started_elsewhere_by: null, started_before_copy: 0 },
      { target: 'this computer', started_here: 1, started_elsewhere_by: null, started_before_copy: 0 },
      { target: 'a colleague', started_here: 0, started_elsewhere_by: '0a1b2c3d', started_before_copy: 0 },
      { target: 'before a copy', started_here: 0, started_elsewhere_by: null, started_before_copy: 1 },
    ]);
    converted.close();
  });

  it('continues to work in the app with its open purchase, its stopped run and its orders', async () => {
    const desk = await startTestDesk({ paths, signIn: false });
    try {
      const page = { offset: 0, limit: 9 };
      const all = { search: '', outcomes: [], goodsStates: [], kinds: [] };
      const ledger = await desk.call('purchases.list', {
        filter: all,
        sort: { by: 'time', direction: 'asc' },
        ...page,
      });
      expect(ledger.rows.map(({ outcome }) => outcome)).toEqual(['charged', 'charged', 'charged', 'open']);
      const runs = await desk.call('runs.list', { show: 'all', ...page });
      expect(runs.rows).toEqual(
        expect.arrayContaining([expect.objectContaining({ kind: 'purchases', state: 'stopped', done: 1, total: 4 })]),
      );
      const orders = await desk.call('standing.list', page);
      expect(orders.rows.map(({ name }) => name).sort()).toEqual(['Renewals', 'Top']);
    } finally {
      await desk.close();
    }
  });
});

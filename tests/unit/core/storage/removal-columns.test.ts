import { afterEach, beforeEach, expect, it } from 'vitest';
import { purgeClient } from '#core/catalogue/clients/client-repository.ts';
import { bringBackLists, insertList } from '#core/catalogue/lists/list-repository.ts';
import { plainRecipe } from '#core/catalogue/lists/own-list.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { REMOVAL_SCHEMA } from '#core/platform/sqlite/schema/schema.ts';
import { openDeskBefore } from '../../../support/desk-database.ts';

const ELSEWHERE = 2 ** 40;

/** The column `removed` in the version before, by what it meant. */
const REMOVED = { there: 0, 'by action 7': 7, elsewhere: ELSEWHERE, purged: -1, 'written again': -2 } as const;

let db: Database;
beforeEach(() => {
  db = openDeskBefore(REMOVAL_SCHEMA);
});
afterEach(() => db.close());

const addClients = (): void => {
  for (const [key, removed] of Object.entries(REMOVED))
    db.run(
      `INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at, removed)
        VALUES ('a', 1, ?, '', '', ?, 1, 1, ?)`,
      ...[key, key, removed],
    );
};
const addLists = (): void => {
  const list = { accountId: 'a', clientId: null, clientName: '', clientKey: '', recipe: plainRecipe(3, 8) };
  for (const [title, removed] of Object.entries(REMOVED))
    db.run('UPDATE lists SET removed = ? WHERE id = ?', removed, insertList(db, { ...list, title }, 1));
};

it('keeps who exists, who is in the trash and who is gone, and by which action', () => {
  addClients();
  addLists();
  db.run(`INSERT INTO standing_orders (account_id, name, action_json, targets_of, tag, mode, is_on, on_since, uid, removed)
    VALUES ('a', 'removed', '{}', 'tag', 'vip', 'ask', 0, 1, 'x', 9), ('a', 'there', '{}', 'tag', 'vip', 'ask', 0, 1, 'y', 0)`);
  migrate(db, MIGRATIONS, () => {});

  const expected = [
    { name: 'there', removed: 0, removal: null },
    { name: 'by action 7', removed: 1, removal: 7 },
    { name: 'elsewhere', removed: 1, removal: null },
    { name: 'purged', removed: -1, removal: null },
    { name: 'written again', removed: -2, removal: null },
  ];
  expect(db.all('SELECT client_key AS name, removed, removal FROM clients ORDER BY id')).toEqual(expected);
  expect(db.all('SELECT title AS name, removed, removal FROM lists ORDER BY id')).toEqual(expected);
  expect(db.all('SELECT name, removed FROM standing_orders ORDER BY id')).toEqual([
    { name: 'removed', removed: 1 },
    { name: 'there', removed: 0 },
  ]);
  expect(db.values('PRAGMA integrity_check')).toEqual(['ok']);
});

it('still undoes a removal of this computer, and nobody else’s', () => {
  addLists();
  migrate(db, MIGRATIONS, () => {});
  expect(bringBackLists(db, 'a', 7)).toBe(1);
  expect(db.values('SELECT title FROM lists WHERE removed = 0 ORDER BY id')).toEqual(['there', 'by action 7']);
  expect(bringBackLists(db, 'a', 7)).toBe(0);
});

it('still deletes clients from the trash, whoever removed them', () => {
  addClients();
  migrate(db, MIGRATIONS, () => {});
  const ids = db.values<number>('SELECT id FROM clients ORDER BY id');
  expect(ids.map((id) => purgeClient(db, id))).toEqual([false, true, true, false, true]);
});

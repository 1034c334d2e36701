import { afterEach, expect, it } from 'vitest';
import { createExportRepository } from '#core/lists/export-repository.ts';
import { createListRepository } from '#core/lists/list-repository.ts';
import { createPurchaseLedger } from '#core/purchases/purchase-ledger.ts';
import { type Database, openDatabase } from '#core/storage/database.ts';
import { sorted } from '#core/storage/migrations/013-sorted.ts';
import { MIGRATIONS } from '#core/storage/migrations/index.ts';

let db: Database;
afterEach(() => db.close());

it('what was kept before it could be sorted by name is sorted like what comes later', () => {
  db = openDatabase(':memory:');
  for (const sql of MIGRATIONS.slice(0, MIGRATIONS.indexOf(sorted))) db.exec(sql);
  db.run("INSERT INTO accounts (id, label, base_url, is_sandbox, created_at) VALUES ('a', '', '', 0, 0)");
  const names = ['Юля 10', 'юля 9', 'Ёлка', 'жук', ''];
  for (const [at, name] of names.entries()) {
    db.run(
      `INSERT INTO lists (account_id, client_name, client_key, title, recipe_json, state, search_text, created_at)
       VALUES ('a', ?, 'аня', ?, '{}', 'complete', '', ?)`,
      name,
      `${name}!`,
      at,
    );
    db.run(
      `INSERT INTO exports (account_id, list_title, path, format_id, variant, line_count, bytes, sha256, search_text,
         created_at)
       VALUES ('a', ?, ?, 1, 'ip', 1, 1, '', '', ?)`,
      name,
      at % 2 === 0 ? `/z/${name}.txt` : `C:\\a\\${name}.txt`,
      at,
    );
    db.run(
      `INSERT INTO purchases (account_id, kind, client_name, order_json, state, price_kopecks, evidence_before,
         search_text, created_at)
       VALUES ('a', 'traffic', ?, '{}', 'succeeded', 1, '{}', '', ?)`,
      name,
      at,
    );
  }
  for (const sql of MIGRATIONS.slice(MIGRATIONS.indexOf(sorted))) db.exec(sql);

  const up = 'asc';
  const { rows: lists } = createListRepository(db).page(
    'a',
    { search: '', clientId: undefined },
    { by: 'client', direction: up },
    0,
    10,
  );
  // Without a name it is the key that is shown.
  expect(lists.map(({ clientName }) => clientName)).toEqual(['', 'Ёлка', 'жук', 'юля 9', 'Юля 10']);
  const { rows: files } = createExportRepository(db).page(
    'a',
    { search: '', listId: undefined },
    { by: 'file', direction: up },
    0,
    10,
  );
  expect(files.map(({ listTitle }) => listTitle)).toEqual(['', 'Ёлка', 'жук', 'юля 9', 'Юля 10']);
  const { rows: purchases } = createPurchaseLedger(db).list(
    'a',
    { search: '', states: [], kinds: [] },
    { by: 'client', direction: 'desc' },
    { offset: 0, limit: 10 },
  );
  expect(purchases.map(({ clientName }) => clientName)).toEqual(['Юля 10', 'юля 9', 'жук', 'Ёлка', '']);
});

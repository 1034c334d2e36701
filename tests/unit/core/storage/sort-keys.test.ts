import { afterEach, expect, it } from 'vitest';
import { exportHistory } from '#core/catalogue/lists/export-repository.ts';
import { proxyLists } from '#core/catalogue/lists/list-repository.ts';
import { createPurchaseLedger } from '#core/money/purchases/purchase-ledger.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { sorted } from '#core/platform/sqlite/earlier/migrations/013-sorted.ts';
import { GOODS_STATES, OUTCOMES } from '#shared/domain/journal.ts';
import {
  addAccount,
  openDeskDatabase,
  runEarlierMigrations,
  runLaterMigrations,
} from '../../../support/desk-database.ts';

let db: Database;
afterEach(() => db.close());

const FIRST = EARLIER_MIGRATIONS.indexOf(sorted);
const NO_FILTER = { search: '', outcomes: [], goodsStates: [], kinds: [] };

it('every outcome of a purchase has its place in the order, the open ones first', async () => {
  db = openDeskDatabase();
  for (const outcome of OUTCOMES) {
    for (const goods of GOODS_STATES) {
      if (goods !== 'none' && outcome !== 'charged') continue;
      db.run(
        `INSERT INTO purchases (account_id, kind, client_name, order_json, outcome, goods, price_kopecks, evidence_before,
           search_text, created_at)
         VALUES ('a', 'traffic', '', '{}', ?, ?, 1, '{}', '', 1)`,
        outcome,
        goods,
      );
    }
  }
  const page = { offset: 0, limit: 20 };
  const { rows } = await createPurchaseLedger(db).list('a', NO_FILTER, { by: 'state', direction: 'asc' }, page);
  expect(rows.map(({ outcome, goodsState }) => `${outcome} ${goodsState}`)).toEqual([
    'open none',
    'charged missing',
    'pending none',
    'not-charged none',
    'charged none',
    'charged here',
  ]);
});

it('rows from before sorting by name are sorted like later ones', async () => {
  db = openDatabase(':memory:');
  runEarlierMigrations(db, 0, FIRST);
  addAccount(db, 'a');
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
  runEarlierMigrations(db, FIRST);
  runLaterMigrations(db);

  const up = 'asc';
  const page = { filter: { search: '' }, offset: 0, limit: 10 };
  const { rows: lists } = proxyLists(db).page('a', { ...page, sort: { by: 'client', direction: up } });
  // A client without a name is sorted by its key, which the screen shows instead.
  expect(lists.map(({ clientName }) => clientName)).toEqual(['', 'Ёлка', 'жук', 'юля 9', 'Юля 10']);
  const { rows: files } = exportHistory(db).page('a', { ...page, sort: { by: 'file', direction: up } });
  expect(files.map(({ listTitle }) => listTitle)).toEqual(['', 'Ёлка', 'жук', 'юля 9', 'Юля 10']);
  const { rows: purchases } = await createPurchaseLedger(db).list(
    'a',
    NO_FILTER,
    { by: 'client', direction: 'desc' },
    { offset: 0, limit: 10 },
  );
  expect(purchases.map(({ clientName }) => clientName)).toEqual(['Юля 10', 'юля 9', 'жук', 'Ёлка', '']);
});

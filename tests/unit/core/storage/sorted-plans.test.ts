import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportHistory } from '#core/catalogue/lists/export-repository.ts';
import { proxyLists } from '#core/catalogue/lists/list-repository.ts';
import { pageOfRuns } from '#core/engine/run-repository.ts';
import { createPurchaseLedger } from '#core/money/purchases/purchase-ledger.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { EXPORT_SORTS, LIST_SORTS } from '#shared/domain/list-sorts.ts';
import { PURCHASE_SORTS } from '#shared/domain/purchase-sorts.ts';
import { RUN_SORTS } from '#shared/domain/run-rules.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';
import { watchPlans } from '../../../support/watched-plans.ts';

const ACCOUNT = 'a';
const FIRST = { offset: 0, limit: 100 };
const DIRECTIONS = ['asc', 'desc'] as const;
const NO_FILTER: PurchaseFilter = { search: '', outcomes: [], goodsStates: [], kinds: [] };

let db: Database;
/** The steps of every executed query. */
let plans: string[];
let watched: Database;

beforeEach(() => {
  db = openDeskDatabase();
  db.exec(`
    INSERT INTO lists (account_id, client_name, client_key, title, recipe_json, state, search_text, created_at)
    VALUES ('a', '', '', '', '{}', 'complete', 'shop', 0);
    INSERT INTO exports (account_id, list_title, path, format_id, variant, line_count, bytes, sha256, search_text,
      created_at) VALUES ('a', '', '', 1, 'ip', 1, 1, '', 'shop', 0);
    INSERT INTO purchases (account_id, kind, client_name, order_json, outcome, goods, price_kopecks, evidence_before, search_text,
      created_at) VALUES ('a', 'traffic', '', '{}', 'charged', 'here', 1, '{}', 'shop', 1);`);
  ({ watched, steps: plans } = watchPlans(db));
});
afterEach(() => db.close());

/** Expects that every query walks along the index of its sort: none sorts all rows or walks over the whole table. */
const expectWalks = (): void => {
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((step) => /^SCAN (?!\(subquery|CONSTANT ROW)|TEMP B-TREE FOR ORDER BY/.test(step))).toEqual([]);
};

describe('with any number of rows', () => {
  it('lists are sorted along their indexes, filtered or not', async () => {
    const lists = proxyLists(watched);
    for (const by of LIST_SORTS) {
      for (const direction of DIRECTIONS) {
        const sort = { by, direction };
        lists.page(ACCOUNT, { filter: { search: '' }, sort, ...FIRST });
        lists.page(ACCOUNT, { filter: { search: 'shop', clientId: 1 }, sort, ...FIRST });
        lists.page(ACCOUNT, { filter: { search: 'shop' }, sort, ...FIRST });
      }
    }
    expectWalks();
  });

  it('files are sorted along their indexes', async () => {
    const exports = exportHistory(watched);
    for (const by of EXPORT_SORTS) {
      for (const direction of DIRECTIONS) {
        const sort = { by, direction };
        exports.page(ACCOUNT, { filter: { search: '' }, sort, ...FIRST });
        exports.page(ACCOUNT, { filter: { search: 'shop', listId: 1 }, sort, ...FIRST });
        exports.page(ACCOUNT, { filter: { search: 'shop' }, sort, ...FIRST });
      }
    }
    expectWalks();
  });

  it('purchases are sorted along their indexes', async () => {
    const ledger = createPurchaseLedger(watched);
    const some: PurchaseFilter = {
      search: 'shop',
      outcomes: ['charged'],
      goodsStates: ['here'],
      kinds: ['traffic'],
      clientId: 1,
      from: 0,
    };
    for (const by of PURCHASE_SORTS) {
      for (const direction of DIRECTIONS) {
        await ledger.list(ACCOUNT, NO_FILTER, { by, direction }, { offset: 0, limit: 100 });
        await ledger.list(ACCOUNT, some, { by, direction }, { offset: 0, limit: 100 });
        const { clientId: _, ...ofAll } = some;
        expect(await ledger.list(ACCOUNT, ofAll, { by, direction }, { offset: 0, limit: 100 })).toMatchObject({
          total: 1,
        });
      }
    }
    expectWalks();
  });

  it('runs are sorted along their indexes', () => {
    for (const by of RUN_SORTS) {
      for (const direction of DIRECTIONS) {
        for (const show of ['all', 'troubled', 'open'] as const) {
          pageOfRuns(watched, ACCOUNT, show, 1e12, { by, direction }, { offset: 0, limit: 100 });
        }
      }
    }
    expectWalks();
  });
});

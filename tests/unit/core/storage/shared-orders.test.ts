import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDueItem } from '#core/automation/standing/due-item-repository.ts';
import { dueTargets } from '#core/automation/standing/due-now.ts';
import { spentInMonth } from '#core/automation/standing/month.ts';
import { enabledOrders } from '#core/automation/standing/standing-repository.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { convertEarlierDesk } from '#core/platform/sqlite/earlier/convert-earlier-desk.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { sharedOrders } from '#core/platform/sqlite/earlier/migrations/037-shared-orders.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { addAccount, insertEarlierClient } from '../../../support/desk-database.ts';

const BEFORE = EARLIER_MIGRATIONS.slice(0, EARLIER_MIGRATIONS.indexOf(sharedOrders));
const BOUGHT_AT = Date.UTC(2026, 0, 5);
const NOW = BOUGHT_AT + 86_400_000;

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-orders-'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A desk of the previous version. Its order has topped one pool up, asks about it again, and waits for that purchase. */
const openOld = (name: string): void => {
  const path = join(folder, name);
  db = openDatabase(path);
  migrate(db, BEFORE, () => {}, 1);
  addAccount(db, 'a');
  const clientId = insertEarlierClient(db, 'a', { messengerId: 7, clientKey: 'anna', name: '' });
  db.exec(`
    INSERT INTO standing_orders (id, account_id, name, action_json, targets_of, tag, mode, is_on, on_since, looked_at,
        month_cap_kopecks, hindrance_json)
      VALUES (5, 'a', '', '{"kind":"traffic","poolType":"mobile","gb":1,"belowGb":2}', 'clients', '', 'ask', 1, 900, 950,
        1000, '{"code":"held","purchaseId":8,"runId":4}');
    INSERT INTO standing_clients (order_id, client_id) VALUES (5, ${clientId});
    INSERT INTO purchases (id, account_id, kind, client_id, messenger_id, client_key, client_name, order_json, outcome, basis,
        price_kopecks, charged_kopecks, evidence_before, search_text, created_at, finished_at, standing_order_id)
      VALUES (8, 'a', 'traffic', ${clientId}, 7, 'anna', '', '{"kind":"traffic","poolType":"mobile"}', 'charged', 'answer', 300, 300,
        '{"pools":[{"poolType":"mobile","trafficGb":0.5}]}', '', ${BOUGHT_AT}, ${BOUGHT_AT}, 5);
    INSERT INTO traffic_balances (client_id, pool_type, traffic_gb, as_of) VALUES (${clientId}, 'mobile', 1.2, ${NOW});
    INSERT INTO standing_occasions (id, account_id, order_id, client_id, target, edition, due_at, missed, state, purchase_id, at)
      VALUES (1, 'a', 5, ${clientId}, '${clientId} mobile', 0, 1, 0, 'started', 8, 1), (2, 'a', 5, ${clientId}, '${clientId} mobile', 8, 1, 0, 'left', NULL, 1);
  `);
  db.close();
  db = openDatabase(path);
  convertEarlierDesk(db);
  migrate(db, MIGRATIONS, () => {});
};

it('a desk with standing orders continues where it was', () => {
  openOld('desk.db');
  const [order] = enabledOrders(db, 'a');
  if (order === undefined) throw new Error('it is gone');
  expect(order).toMatchObject({ checkedAt: 950, blockedReason: { code: 'blocked', purchaseId: 8, runId: null } });
  // An item that the user abandoned does not fall due again.
  const due = dueTargets(db, order, { zone: 'UTC', now: NOW, uptime: 1_000_000_000 });
  expect(due).toHaveLength(1);
  const found = due.map((one) => findDueItem(db, order, one)?.state);
  expect(found).toEqual(['abandoned']);
  expect(spentInMonth(db, 5, BOUGHT_AT)).toBe(300);
});

it('its orders have the same names in every copy of it', () => {
  const names = ['one.db', 'other.db'].map((name) => {
    openOld(name);
    const row = db.get<{ order: string; bought: string }>(
      'SELECT o.uid AS "order", p.standing_uid AS bought FROM standing_orders o JOIN purchases p ON p.standing_order_id = o.id',
    );
    if (name === 'one.db') db.close();
    return row;
  });
  expect(names[0]).toEqual(names[1]);
  expect(names[0]?.bought).toBe(names[0]?.order);
  expect(names[0]?.order).not.toBe('');
});

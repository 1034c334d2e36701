import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import {
  accountOf,
  DAY,
  insertClient,
  insertPool,
  insertSubscription,
  startEmptyDesk,
  writeInto,
} from './overview-desk.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startEmptyDesk();
});
afterEach(() => desk.close());

const monthStart = (): number => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), 1).getTime();
};

/** Writes a purchase of a client. `days` counts from the start of this month. */
const insertPurchase = (db: Database, clientId: number, days: number, outcome = 'charged'): void => {
  const at = Math.round(monthStart() + days * DAY);
  db.run(
    `INSERT INTO purchases (account_id, kind, client_id, client_name, order_json, price_kopecks, evidence_before, search_text,
       created_at, outcome) VALUES (?, 'traffic', ?, '', '{}', 100, '{}', '', ?, ?)`,
    accountOf(db),
    clientId,
    at,
    outcome,
  );
  if (outcome === 'charged') {
    db.run('UPDATE clients SET last_purchase_at = max(coalesce(last_purchase_at, 0), ?) WHERE id = ?', at, clientId);
  }
};

describe('the clients of a month', () => {
  it('are new, bought again or came back, each counted once', async () => {
    await writeInto(desk, (db) => {
      for (const id of [1, 2, 3, 4, 5]) insertClient(db, { id });
      insertPurchase(db, 1, 0.001);
      insertPurchase(db, 1, 0.002);
      insertPurchase(db, 2, -1);
      insertPurchase(db, 2, 0.001);
      insertPurchase(db, 3, -61);
      insertPurchase(db, 3, 0.001);
      insertPurchase(db, 4, 0.001, 'open');
      insertPurchase(db, 5, 0.001, 'not-charged');
    });
    expect(await desk.call('overview.buyers', {})).toEqual({ fresh: 1, renewed: 1, returned: 1, lost: 0 });
  });

  it('are lost only if they bought shortly before, not since, and nothing of theirs runs', async () => {
    await writeInto(desk, (db) => {
      for (const id of [1, 2, 3, 4, 5, 6, 7]) insertClient(db, { id, archived: id === 7 });
      for (const id of [1, 2, 3, 4, 7]) insertPurchase(db, id, -10);
      insertSubscription(db, 2, 'runs', 24);
      db.run('UPDATE clients SET vpn_active = 1 WHERE id = 2');
      insertPool(db, 3, 'mobile', 5);
      db.run('UPDATE clients SET traffic_gb = 5 WHERE id = 3');
      insertPurchase(db, 4, 0.001, 'open');
      insertPurchase(db, 5, -61);
    });
    // Client 4 may have bought: that purchase counts when its outcome is known.
    expect(await desk.call('overview.buyers', {})).toMatchObject({ lost: 1, fresh: 0 });
  });
});

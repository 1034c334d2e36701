import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientFilter } from '#shared/contract/clients.ts';
import type { OverviewNeeds } from '#shared/contract/overview.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
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

const needs = async (): Promise<OverviewNeeds> => (await desk.call('overview.summary', {})).needs;
const SORT = { by: 'messengerId', direction: 'asc' } as const;
const clientsUnder = async (filter: Partial<ClientFilter>): Promise<readonly number[]> =>
  (await desk.call('clients.list', { filter, sort: SORT, offset: 0, limit: 100 })).rows.map((row) => row.messengerId);

describe('goods that end', () => {
  beforeEach(() =>
    writeInto(desk, (db) => {
      for (const id of [101, 102, 103, 104, 105]) insertClient(db, { id });
      insertClient(db, { id: 106, archived: true });
      insertSubscription(db, 101, 'a-today', 3);
      insertSubscription(db, 101, 'a-in-two-days', 47);
      insertSubscription(db, 101, 'a-long-gone', -24 * 30);
      insertSubscription(db, 102, 'b-in-six-days', 6 * 24);
      insertSubscription(db, 103, 'c-ended', -24);
      insertSubscription(db, 103, 'c-in-a-month', 24 * 29);
      insertSubscription(db, 104, 'd-disabled', 5, 'DISABLED');
      insertSubscription(db, 105, 'e-vanished', 5);
      db.run("UPDATE vpn_subscriptions SET gone_at = 1, gone_reason = 'vanished' WHERE uuid = 'e-vanished'");
      insertSubscription(db, 106, 'f-archived', 5);
    }),
  );

  it('are counted as subscriptions and clients, and the list shows exactly those clients', async () => {
    const { vpn } = await needs();
    expect(vpn.map(({ window, subscriptions, clients }) => [window, subscriptions, clients])).toEqual([
      ['expired-7', 1, 1],
      ['within-1', 1, 1],
      ['within-3', 2, 1],
      ['within-7', 3, 2],
    ]);
    expect(await clientsUnder({ expiry: 'expired-7' })).toEqual([103]);
    expect(await clientsUnder({ expiry: 'within-1' })).toEqual([101]);
    expect(await clientsUnder({ expiry: 'within-3' })).toEqual([101]);
    expect(await clientsUnder({ expiry: 'within-7' })).toEqual([101, 102]);
    expect(await clientsUnder({ expiry: 'within-30' })).toEqual([101, 102, 103]);
  });

  it('are planned for renewal exactly as they were counted, and no others', async () => {
    const { subscriptions } = await desk.call('overview.ending', { expiry: 'within-7' });
    expect(subscriptions.map(({ uuid }) => uuid)).toEqual(['a-today', 'a-in-two-days', 'b-in-six-days']);
    const run = await desk.call('runs.plan', {
      kind: 'vpn-renew',
      periodMonths: 1,
      endingWithinDays: null,
      clientIds: [...new Set(subscriptions.map(({ clientId }) => clientId))],
      only: subscriptions.map(({ uuid }) => uuid),
    });
    const lines = await desk.call('runs.lines', { runId: run.id, offset: 0, limit: 100 });
    expect(lines.rows.map((line) => (line.of === 'purchases' ? [line.target, line.state] : line))).toEqual([
      ['a-today', 'waiting'],
      ['a-in-two-days', 'waiting'],
      ['b-in-six-days', 'waiting'],
    ]);
  });
});

it("counts goods that the service calls expired as ended, even if this computer's clock gives them days", async () => {
  await writeInto(desk, (db) => {
    insertClient(db, { id: 201 });
    insertSubscription(db, 201, 'over-by-the-service', 48, 'EXPIRED');
    insertClient(db, { id: 202 });
    insertSubscription(db, 202, 'runs', 48);
  });
  const { vpn } = await needs();
  expect(vpn.map(({ window, subscriptions }) => [window, subscriptions])).toEqual([
    ['expired-7', 1],
    ['within-1', 0],
    ['within-3', 1],
    ['within-7', 1],
  ]);
  expect(await clientsUnder({ expiry: 'expired-7' })).toEqual([201]);
  expect(await clientsUnder({ expiry: 'within-3' })).toEqual([202]);
});

it('counts dedicated proxies by the clock of the assumed zone, as their list does', async () => {
  await writeInto(desk, (db) => {
    const put = (hours: number, archived = 0) =>
      db.run(
        `INSERT INTO dedicated_proxies (account_id, date_source, wall_end, ipv, country_code, complete, archived, bought_at)
         VALUES (?, 'service', ?, 4, 'de', 1, ?, 0)`,
        accountOf(db),
        wallTimeAt(Date.now() + hours * 3_600_000, 'Europe/Moscow'),
        archived,
      );
    for (const hours of [-24 * 8, -1, 5, 50, 60, 24 * 6, 24 * 8]) put(hours);
    put(5, 1);
  });
  const { dedicated } = await needs();
  for (const { window, proxies } of dedicated) {
    const filter = { expiry: window };
    const listed = await desk.call('dedicated.ids', { filter, sort: { by: 'expiresAt', direction: 'asc' } });
    expect([window, proxies]).toEqual([window, listed.ids.length]);
  }
  expect(dedicated.map(({ proxies }) => proxies)).toEqual([1, 1, 3, 4]);
});

it('calls a pool low below the threshold of the settings, and an empty one only if it was bought into', async () => {
  const bought = await desk.call('clients.add', { messengerId: 7, clientKey: 'k', name: '', note: '', tags: [] });
  const order = { kind: 'traffic', clientId: bought.id, poolType: 'mobile', gb: 1 } as const;
  const offer = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
  await writeInto(desk, (db) => {
    db.run('DELETE FROM traffic_balances');
    insertPool(db, bought.id, 'mobile', 0);
    insertPool(db, bought.id, 'residential', 0);
    for (const id of [101, 102, 103]) insertClient(db, { id });
    insertPool(db, 101, 'residential', 0.4);
    insertPool(db, 102, 'residential', 1);
    insertPool(db, 103, 'residential', 0);
    insertPool(db, 103, 'mobile', 0.1);
  });
  const low = async () => (await needs()).lowPools.map(({ poolType, clients }) => [poolType, clients]);
  expect(await low()).toEqual([
    ['residential', 1],
    ['mobile', 2],
  ]);
  expect(await clientsUnder({ lowPool: 'residential' })).toEqual([101]);
  expect(await clientsUnder({ lowPool: 'mobile' })).toEqual([7, 103]);
  expect(await clientsUnder({ lowPool: 'any' })).toEqual([7, 101, 103]);

  await desk.call('settings.update', { lowTrafficGb: 2 });
  expect(await low()).toEqual([
    ['residential', 2],
    ['mobile', 2],
  ]);
  expect(await clientsUnder({ lowPool: 'residential' })).toEqual([101, 102]);
});

it('calls a client stale when either reading is older than a day, but not one that is unread or half read', async () => {
  await writeInto(desk, (db) => {
    insertClient(db, { id: 101 });
    insertClient(db, { id: 102, readHoursAgo: 25 });
    insertClient(db, { id: 103, readHoursAgo: null });
    insertClient(db, { id: 104 });
    db.run('UPDATE clients SET vpn_as_of = ? WHERE id = 104', Date.now() - 2 * DAY);
    insertClient(db, { id: 105, archived: true, readHoursAgo: null });
    insertClient(db, { id: 106 });
    insertClient(db, { id: 107 });
    insertClient(db, { id: 108, readHoursAgo: 25 });
    // The first reading of these clients is only half done.
    db.run('UPDATE clients SET vpn_as_of = NULL WHERE id IN (106, 108)');
    db.run('UPDATE clients SET traffic_as_of = NULL WHERE id = 107');
  });
  expect((await needs()).staleClients).toBe(3);
  expect(await clientsUnder({ stale: true })).toEqual([102, 104, 108]);
});

it('counts purchases without an outcome and jobs that ended badly until they are dismissed', async () => {
  await writeInto(desk, (db) => {
    const account = accountOf(db);
    for (const [outcome, goods] of [
      ['open', 'none'],
      ['charged', 'missing'],
      ['charged', 'here'],
    ] as const) {
      db.run(
        `INSERT INTO purchases (account_id, kind, client_name, order_json, outcome, goods, price_kopecks,
           evidence_before, search_text, created_at) VALUES (?, 'dedicated', '', '{"kind":"dedicated","clientId":null,"ipv":4,"countryCode":"de","period":7,"count":1}', ?, ?, 100, '{}', '', ?)`,
        account,
        outcome,
        goods,
        Date.now(),
      );
    }
    for (const [state, daysAgo] of [
      ['failed', 1],
      ['failed', 8],
      ['done', 1],
      ['interrupted', 2],
    ] as const) {
      const at = Date.now() - daysAgo * DAY;
      db.run(
        `INSERT INTO runs (account_id, kind, title, state, done, total, started_at, finished_at)
         VALUES (?, 'list', 'x', ?, 0, 1, ?, ?)`,
        account,
        state,
        at,
        at,
      );
    }
  });
  expect(await needs()).toMatchObject({ openPurchases: 1, goodsMissing: 1, troubledRuns: 2 });
  const troubled = () => desk.call('runs.list', { show: 'troubled', offset: 0, limit: 10 });
  const { rows, total } = await troubled();
  expect([total, rows.map(({ state }) => state)]).toEqual([2, ['failed', 'interrupted']]);
  for (const { id } of rows) await desk.call('runs.dismiss', { runId: id, dismissed: true });
  expect((await troubled()).total).toBe(0);
  expect((await needs()).troubledRuns).toBe(0);
});

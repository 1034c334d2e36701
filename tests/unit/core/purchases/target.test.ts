import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Agreement,
  countFound,
  newestPurchase,
  openPurchases,
  targetChange,
  targetOf,
} from '#core/money/purchases/target.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { Outcome } from '#shared/domain/journal.ts';
import { asText, openDeskDatabase } from '../../../support/desk-database.ts';

const ANNA = { messengerId: 7, clientKey: 'anna' };
const OTHER = { messengerId: 7, clientKey: 'anna-2' };
const UUID = 'abcdef00-0000-4000-8000-00000000000a';
const END = 1_760_000_000_000;
const TRAFFIC: Order = { kind: 'traffic', clientId: 1, poolType: 'mobile', gb: 2 };
const RENEWAL: Order = { kind: 'vpn-renew', clientId: 1, uuid: UUID, periodMonths: 1 };
const PROLONGATION: Order = { kind: 'dedicated-prolong', clientId: null, serviceIds: [5, 6], period: 7 };
const NEW_ONE: Order = { kind: 'vpn-buy', clientId: 1, periodMonths: 1 };
const PROXIES: Order = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'DE ', period: 7, count: 1 };

let db: Database;
beforeEach(() => {
  db = openDeskDatabase(['a', 'b']);
});
afterEach(() => db.close());

const bought = (order: Order, outcome: Outcome, client: typeof ANNA | null = ANNA, account = 'a'): number =>
  db.run(
    `INSERT INTO purchases (account_id, kind, messenger_id, client_key, client_name, order_json, outcome, price_kopecks,
       evidence_before, search_text, created_at) VALUES (?, ?, ?, ?, '', ?, ?, 900, '{}', '', 55)`,
    account,
    order.kind,
    client?.messengerId ?? null,
    client?.clientKey ?? null,
    JSON.stringify(order),
    outcome,
  ).lastId;

const agreed = (order: Order, more: Partial<Agreement> = {}): Agreement => ({
  order,
  target: targetOf(ANNA, []),
  mark: newestPurchase(db),
  priceKopecks: 900,
  ...more,
});

describe('earlier purchases of the same target with an unknown outcome', () => {
  const openOf = (order: Order, client: typeof ANNA | null = ANNA): readonly number[] =>
    openPurchases(db, 'a', order.kind)(order, client).map(({ purchaseId }) => purchaseId);

  it('are those under way and those whose answer was lost, and none with a known outcome', () => {
    const lost = bought(TRAFFIC, 'open');
    const underWay = bought({ ...TRAFFIC, gb: 50 }, 'pending');
    bought(TRAFFIC, 'charged');
    bought(TRAFFIC, 'not-charged');
    expect(openPurchases(db, 'a', 'traffic')(TRAFFIC, ANNA)).toEqual([
      { purchaseId: lost, priceKopecks: 900, createdAt: 55 },
      { purchaseId: underWay, priceKopecks: 900, createdAt: 55 },
    ]);
  });

  it('are those of the same pair, pool and account, whatever the desk calls the client', () => {
    bought(TRAFFIC, 'open', OTHER);
    bought(TRAFFIC, 'open', ANNA, 'b');
    bought({ ...TRAFFIC, poolType: 'residential' }, 'open');
    bought(NEW_ONE, 'open');
    expect(openOf(TRAFFIC)).toEqual([]);
    const mine = bought({ ...TRAFFIC, clientId: 99 }, 'open');
    expect(openOf(TRAFFIC)).toEqual([mine]);
  });

  it('are those of the same subscription, however its uuid is written', () => {
    const mine = bought({ ...RENEWAL, uuid: UUID.toUpperCase(), periodMonths: 12 }, 'open');
    bought({ ...RENEWAL, uuid: UUID.replace('a', 'b') }, 'open');
    expect(openOf(RENEWAL)).toEqual([mine]);
  });

  it('are those of any of the same proxies, whichever client has them', () => {
    const one = bought({ ...PROLONGATION, serviceIds: [4, 5] }, 'open', null);
    bought({ ...PROLONGATION, serviceIds: [56] }, 'open', ANNA);
    expect(openOf(PROLONGATION, null)).toEqual([one]);
    expect(openOf(PROLONGATION)).toEqual([one]);
  });

  it('include orders of new goods, which may already have been bought', () => {
    const subscription = bought({ ...NEW_ONE, periodMonths: 12 }, 'open');
    expect(openOf(NEW_ONE)).toEqual([subscription]);
    const proxies = bought({ ...PROXIES, countryCode: 'de', count: 7 }, 'open', null);
    bought({ ...PROXIES, ipv: 6 }, 'open', null);
    expect(openOf(PROXIES)).toEqual([proxies]);
  });
});

describe('a target that differs from the agreed one', () => {
  it('has another pair, which is checked before anything else', () => {
    const ends = [{ id: UUID, endsAt: END }];
    const plan = agreed(RENEWAL, { target: targetOf(ANNA, ends) });
    expect(targetChange(db, 'a', plan, ANNA, ends)).toBeNull();
    expect(targetChange(db, 'a', plan, OTHER, [{ id: UUID, endsAt: END + 1e9 }])).toEqual({
      what: 'client',
      before: 'anna · 7',
      after: 'anna-2 · 7',
      ends: 0,
    });
    expect(targetChange(db, 'a', plan, null)).toMatchObject({ what: 'client', after: '' });
  });

  it('has another end, reported with the number of changed ends', () => {
    const ends = [
      { id: '5', endsAt: END },
      { id: '6', endsAt: END },
      { id: '7', endsAt: null },
    ];
    const plan = agreed(PROLONGATION, { target: targetOf(null, ends) });
    const change = (...now: readonly (number | null)[]) =>
      targetChange(
        db,
        'a',
        plan,
        null,
        ['5', '6', '7'].map((id, at) => ({ id, endsAt: now[at] ?? null })),
      );
    expect(change(END, END, null)).toBeNull();
    // The end is the same to the minute, and an end that nobody knew cannot be seen to change.
    expect(change(END + 60_000, END - 60_000, END)).toBeNull();
    expect(change(END, END + 60_001, null)).toEqual({ what: 'end', before: END, after: END + 60_001, ends: 1 });
    expect(change(END - 1e9, null, null)).toEqual({ what: 'end', before: END, after: END - 1e9, ends: 2 });
    // The target no longer exists.
    expect(targetChange(db, 'a', plan, null, [])).toEqual({ what: 'end', before: END, after: '', ends: 2 });
    // Nobody has asked for the target's end.
    expect(targetChange(db, 'a', plan, null)).toBeNull();
  });

  it('is compared by the uuid of its subscription, however that is written', () => {
    const plan = agreed(RENEWAL, { target: targetOf(ANNA, [{ id: UUID, endsAt: END }]) });
    expect(targetChange(db, 'a', plan, ANNA, [{ id: UUID.toUpperCase(), endsAt: END }])).toBeNull();
  });

  it('was bought in the meantime, and only in the meantime', () => {
    bought(TRAFFIC, 'charged');
    const plan = agreed(TRAFFIC);
    bought(TRAFFIC, 'not-charged');
    bought(TRAFFIC, 'open');
    bought({ ...TRAFFIC, poolType: 'residential' }, 'charged');
    bought(TRAFFIC, 'charged', OTHER);
    expect(targetChange(db, 'a', plan, ANNA, [])).toBeNull();
    const id = bought({ ...TRAFFIC, gb: 9 }, 'charged');
    expect(targetChange(db, 'a', plan, ANNA, [])).toEqual({
      what: 'bought',
      before: plan.mark,
      after: id,
      ends: 0,
      purchaseId: id,
    });
  });

  it('is not reported for orders of new goods, because two of them are two', () => {
    const plan = agreed(NEW_ONE);
    bought(NEW_ONE, 'charged');
    expect(targetChange(db, 'a', plan, ANNA, [])).toBeNull();
    const proxies = agreed(PROXIES, { target: targetOf(null, []) });
    bought(PROXIES, 'charged', null);
    expect(targetChange(db, 'a', proxies, null, [])).toBeNull();
  });
});

it('the mark is the newest purchase of the ledger', () => {
  expect(newestPurchase(db)).toBe(0);
  const id = bought(TRAFFIC, 'open', ANNA, 'b');
  expect(newestPurchase(db)).toBe(id);
});

it('the comparison does not read every purchase of the kind', () => {
  const steps: string[] = [];
  const watched: Database = {
    ...db,
    all: <Row>(...asked: Parameters<Database['all']>) => {
      const [sql, ...params] = asText(...asked);
      steps.push(...db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params).map(({ detail }) => detail));
      return db.all<Row>(...asked);
    },
  };
  openPurchases(watched, 'a', 'traffic')(TRAFFIC, ANNA);
  countFound(watched, 'a', TRAFFIC, ANNA);
  targetChange(watched, 'a', agreed(TRAFFIC), ANNA, []);
  expect(new Set(steps.filter((step) => !step.includes('TEMP B-TREE')))).toEqual(
    new Set([
      'SEARCH purchases USING INDEX purchases_by_outcome (account_id=? AND outcome=?)',
      'SEARCH purchases USING INDEX purchases_by_outcome (account_id=? AND outcome=? AND basis=?)',
      // Only this client's purchases are searched for those of colleagues.
      'SEARCH purchases USING INDEX purchases_by_pair (account_id=? AND messenger_id=? AND client_key=?)',
      'SEARCH purchases USING INTEGER PRIMARY KEY (rowid>?)',
    ]),
  );
});

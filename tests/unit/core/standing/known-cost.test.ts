import { describe, expect, it } from 'vitest';
import { knownCost } from '#core/automation/standing/known-cost.ts';
import type { BoughtByOrder, StandingTargets } from '#shared/contract/standing.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';

const HEARD = 1_000;
/** A desk of two clients, the second with a tag. Each has a German IPv4 proxy, and the second one also has an IPv6 proxy. */
const deskWith = (prices: Readonly<Record<string, number>>) => {
  const db = openDeskDatabase();
  for (const key of ['anna', 'boris']) {
    db.run(
      `INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
       VALUES ('a', 1, ?, '', '', 'k', 0, 0)`,
      key,
    );
  }
  db.run("INSERT INTO client_tags (account_id, client_id, tag) VALUES ('a', 2, 'auto')");
  for (const [clientId, ipv] of [
    [1, 4],
    [2, 4],
    [2, 6],
  ]) {
    db.run(
      `INSERT INTO dedicated_proxies
         (account_id, service_id, client_id, ip, port, date_source, wall_end, ipv, country_code, complete, bought_at)
       VALUES ('a', (SELECT count(*) FROM dedicated_proxies), ?, '', '', 'service', 0, ?, 'DE', 1, 0)`,
      clientId ?? 0,
      ipv ?? 0,
    );
  }
  for (const [key, kopecks] of Object.entries(prices))
    db.run(
      "INSERT INTO known_prices (account_id, price_key, price_kopecks, as_of) VALUES ('a', ?, ?, ?)",
      key,
      kopecks,
      HEARD,
    );
  return (bought: BoughtByOrder) => knownCost(db, 'a', bought);
};
const one = (kopecks: number) => ({ leastKopecks: kopecks, mostKopecks: kopecks, asOf: HEARD, isWhole: true });

describe('the cost of one payment of a standing order', () => {
  it('is the latest known price for the same quantity', () => {
    const costOf = deskWith({ 'vpn 1': 200_00, 'traffic mobile': 33_33 });
    expect(costOf({ kind: 'vpn-renew', periodMonths: 1 })).toEqual(one(200_00));
    expect(costOf({ kind: 'vpn-renew', periodMonths: 3 })).toBeNull();
    expect(costOf({ kind: 'traffic', poolType: 'mobile', gb: 1.5 })).toEqual(one(50_00));
    expect(costOf({ kind: 'traffic', poolType: 'mobile', gb: Number.POSITIVE_INFINITY })).toBeNull();
  });

  it("is for proxies the price of the order's own targets", () => {
    const costOf = deskWith({ 'prolong 4 de 30': 90_00, 'prolong 6 de 30': 20_00, 'prolong 4 de 7': 30_00 });
    const of = (targets: StandingTargets, period = 30) => costOf({ kind: 'dedicated-prolong', period, targets });
    expect(of({ of: 'clients', clientIds: [1] })).toEqual(one(90_00));
    expect(of({ of: 'tag', tag: 'auto' })).toEqual({ ...one(90_00), leastKopecks: 20_00 });
    expect(of({ of: 'proxies', proxyIds: [3] })).toEqual(one(20_00));
    expect(of({ of: 'clients', clientIds: [1, 2] }, 7)).toEqual({ ...one(30_00), isWhole: false });
    expect(of({ of: 'tag', tag: 'nobody' })).toBeNull();
  });
});

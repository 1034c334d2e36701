import { beforeEach, describe, expect, it } from 'vitest';
import { countFound, newestPurchase, openPurchases, targetChange, targetOf } from '#core/money/purchases/target.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';

const ANNA = { messengerId: 1, clientKey: 'anna' };
const RENEWAL: Order = { kind: 'vpn-renew', clientId: 1, uuid: 'u', periodMonths: 1 };
const VPN: Order = { kind: 'vpn-buy', clientId: 1, periodMonths: 1 };
const PROXIES: Order = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 1 };

let db: Database;
beforeEach(() => {
  db = openDeskDatabase();
});

const put = (order: Order, outcome: string, computer: string | null): number =>
  db.run(
    `INSERT INTO purchases (account_id, kind, messenger_id, client_key, client_name, order_json, price_kopecks,
       evidence_before, search_text, created_at, outcome, basis, computer)
     VALUES ('a', ?, 1, 'anna', '', ?, 100, '{}', '', 1, ?, iif(?3 = 'charged', 'answer', NULL), ?)`,
    order.kind,
    JSON.stringify(order),
    outcome,
    computer,
  ).lastId;

const agree = (order: Order) => {
  const client = order.clientId === null ? null : ANNA;
  const agreed = {
    order,
    target: targetOf(client, []),
    priceKopecks: 100,
    mark: newestPurchase(db),
    found: countFound(db, 'a', order, client),
  };
  return {
    change: () => targetChange(db, 'a', agreed, client),
    open: () => openPurchases(db, 'a', order.kind)(order, client),
  };
};

describe("a colleague's purchase of the same target", () => {
  it('stops another one while its outcome is unknown', () => {
    put(RENEWAL, 'pending', '22222222');
    put(RENEWAL, 'open', '22222222');
    expect(agree(RENEWAL).open()).toHaveLength(2);
  });

  it.each([RENEWAL, VPN])('stops it when it was charged since the price was shown: $kind', (order) => {
    const agreed = agree(order);
    expect(agreed.change()).toBeNull();
    put(order, 'charged', '22222222');
    expect(agreed.change()).toMatchObject({ what: 'bought' });
    expect(agree(order).change()).toBeNull();
  });

  it('is noticed when it was under way as the price was shown', () => {
    const id = put(RENEWAL, 'pending', '22222222');
    const agreed = agree(RENEWAL);
    db.run("UPDATE purchases SET outcome = 'charged', basis = 'answer' WHERE id = ?", id);
    expect(agreed.open()).toEqual([]);
    expect(agreed.change()).toMatchObject({ what: 'bought', after: id });
  });

  it('does not exist if both buy new proxies of one country', () => {
    const agreed = agree(PROXIES);
    put(PROXIES, 'open', '22222222');
    put(PROXIES, 'charged', '22222222');
    expect(agreed.open()).toEqual([]);
    expect(agreed.change()).toBeNull();
    put(PROXIES, 'open', null);
    expect(agreed.open()).toHaveLength(1);
  });
});

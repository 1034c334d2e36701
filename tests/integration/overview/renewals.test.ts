import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { accountOf, insertClient, insertSubscription, startEmptyDesk, writeInto } from './overview-desk.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startEmptyDesk();
});
afterEach(() => desk.close());

const setBalance = (kopecks: number) =>
  writeInto(desk, (db) => db.run('UPDATE accounts SET balance_kopecks = ?, balance_as_of = 5', kopecks));

/** 17 subscriptions that end within 7 days, one that has ended, and one that ends later. */
const seventeenDue = () =>
  writeInto(desk, (db) => {
    for (let id = 101; id <= 119; id += 1) insertClient(db, { id });
    for (let id = 101; id <= 117; id += 1) insertSubscription(db, id, `due-${id}`, (id - 100) * 9);
    insertSubscription(db, 118, 'ended', -5);
    insertSubscription(db, 119, 'later', 24 * 8);
  });

describe('the reach of the balance', () => {
  it('is unknown until a price was requested, and then "covers 14 of 17"', async () => {
    await seventeenDue();
    const before = await desk.call('overview.renewals', {});
    expect(before).toMatchObject({ due: 17, unpriced: 17, covered: 0, neededKopecks: 0 });
    expect(before.prices).toEqual([{ kind: 'vpn', months: 1, count: 17, priceKopecks: null, asOf: null }]);

    const { priceKopecks } = await desk.call('vpn.quote', { periodMonths: 1 });
    await setBalance(priceKopecks * 15 - 1);
    expect(await desk.call('overview.renewals', {})).toMatchObject({
      due: 17,
      unpriced: 0,
      covered: 14,
      neededKopecks: priceKopecks * 17,
      balanceKopecks: priceKopecks * 15 - 1,
      balanceAsOf: 5,
    });
  });

  it('requests each kind of price once, with reads only', async () => {
    await seventeenDue();
    const client = await desk.call('clients.add', { messengerId: 9, clientKey: 'k', name: '', note: '', tags: [] });
    const order = { kind: 'vpn-buy', clientId: client.id, periodMonths: 3 } as const;
    const offer = await desk.call('purchases.offer', { order });
    await desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
    const proxies = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 2 } as const;
    const dear = await desk.call('purchases.offer', { order: proxies });
    await desk.call('purchases.confirm', { offerId: dear.offerId, priceKopecks: dear.priceKopecks });
    await writeInto(desk, (db) => {
      db.run('UPDATE vpn_subscriptions SET expires_at = ? WHERE purchase_id IS NOT NULL', Date.now() + 3_600_000);
      db.run('UPDATE dedicated_proxies SET wall_end = ?', wallTimeAt(Date.now() + 7_200_000, 'Europe/Moscow'));
      db.run('DELETE FROM known_prices');
    });

    const forecast = await desk.call('overview.quoteRenewals', {});
    const three = (await desk.call('vpn.quote', { periodMonths: 3 })).priceKopecks;
    const prices = forecast.prices.map((price) => [
      'months' in price ? price.months : price.days,
      price.count,
      price.priceKopecks !== null,
    ]);
    expect(prices).toEqual([
      [3, 1, true],
      [1, 17, true],
      [30, 2, true],
    ]);
    expect(forecast.prices[0]).toMatchObject({ kind: 'vpn', months: 3, priceKopecks: three });
    expect(forecast).toMatchObject({ due: 20, unpriced: 0 });
    const quotes = (await desk.control.requests()).filter(({ path }) => path.endsWith('/quote'));
    expect(quotes.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('is nothing with a balance that was never read', async () => {
    await seventeenDue();
    await writeInto(desk, (db) => db.run('UPDATE accounts SET balance_kopecks = NULL WHERE id = ?', accountOf(db)));
    expect(await desk.call('overview.renewals', {})).toMatchObject({ due: 17, covered: null, balanceKopecks: null });
  });
});

it('shows spending and ends, day by day of this calendar', async () => {
  await writeInto(desk, (db) => {
    insertClient(db, { id: 101 });
    insertSubscription(db, 101, 'soon', 0.001);
    insertSubscription(db, 101, 'in-three-days', 72);
    insertSubscription(db, 101, 'too-late', 24 * 40);
  });
  const client = await desk.call('clients.add', { messengerId: 9, clientKey: 'k', name: '', note: '', tags: [] });
  const order = { kind: 'traffic', clientId: client.id, poolType: 'mobile', gb: 1 } as const;
  const offer = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });

  const { spending, endings } = await desk.call('overview.charts', {});
  expect([spending.length, endings.length]).toEqual([30, 31]);
  expect(spending.at(-1)).toMatchObject({ kopecks: { traffic: offer.priceKopecks, vpn: 0, dedicated: 0 } });
  expect(endings.reduce((sum, day) => sum + day.subscriptions, 0)).toBe(2);
  expect(spending.at(-1)?.day).toBe(endings[0]?.day);
});

it('uses the same next 30 days as the filters of the lists', async () => {
  await writeInto(desk, (db) => {
    for (let id = 101; id <= 103; id += 1) insertClient(db, { id });
    insertSubscription(db, 101, 'soon', 1);
    insertSubscription(db, 102, 'last', 24 * 30 - 0.1);
    insertSubscription(db, 103, 'after', 24 * 30 + 1);
  });
  const { endings } = await desk.call('overview.charts', {});
  const filter = { expiry: 'within-30' } as const;
  const found = await desk.call('clients.ids', { filter, sort: { by: 'name', direction: 'asc' } });
  expect(found.ids).toEqual([101, 102]);
  expect(endings.reduce((sum, day) => sum + day.subscriptions, 0)).toBe(found.ids.length);
});

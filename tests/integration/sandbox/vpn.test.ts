import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANNA, ANNA_QUERY, type Harness, NOON, rows, startHarness } from './harness.ts';

let desk: Harness;
beforeEach(async () => {
  desk = await startHarness();
});
afterEach(() => desk.sandbox.close());

const DAY = 86_400_000;

describe('VPN quote', () => {
  it.each([
    [1, 199],
    [3, 549],
    [6, 999],
    [12, 1790],
  ])('prices %i months', async (months, price) => {
    expect(await desk.data('GET', `/vpn/quote?period_months=${months}`)).toEqual({
      period_months: months,
      price_rub: price,
    });
  });

  it.each(['0', '2', '13', '-1', '1.5', 'one', ''])('refuses the period "%s"', async (months) => {
    expect(await desk.refusal('GET', `/vpn/quote?period_months=${months}`)).toBe('422 invalid_field');
  });
});

describe('VPN buy', () => {
  it('adds a subscription beside those that exist, and takes its price', async () => {
    const before = await desk.data('GET', `/vpn/info?${ANNA_QUERY}`);
    const bought = await desk.data('POST', '/vpn/buy', { ...ANNA, period_months: 3 });
    const after = await desk.data('GET', `/vpn/info?${ANNA_QUERY}`);

    expect(bought).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      subscriptionUrl: expect.stringMatching(/^https:\/\//),
      expireAt: '2026-06-10T12:00:00.000Z',
      expireAt_date: '10.06.2026',
    });
    expect(after.count).toBe(Number(before.count) + 1);
    expect(rows(after, 'items').filter((item) => item.uuid === bought.uuid)).toEqual([
      { ...bought, status: 'ACTIVE', trafficLimitBytes: expect.any(Number) },
    ]);
    expect(await desk.data('GET', '/balance')).toEqual({ balance_rub: 49_451, api_spent_rub: 19_189.5 });
  });

  it.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 5_000_000_000])(
    'serves the messenger id %i',
    async (messengerId) => {
      const pair = { messenger_id: messengerId, client_key: 'дом & co' };
      const { uuid } = await desk.data('POST', '/vpn/buy', { ...pair, period_months: 1 });
      const query = new URLSearchParams({ messenger_id: String(messengerId), client_key: pair.client_key });
      const info = await desk.data('GET', `/vpn/info?${query}`);
      expect(rows(info, 'items').map((item) => item.uuid)).toEqual([uuid]);
    },
  );

  it.each([
    ['a period that is not sold', { ...ANNA, period_months: 2 }],
    ['a period as text', { ...ANNA, period_months: '1' }],
    ['no period', ANNA],
    ['an id as text', { ...ANNA, messenger_id: '100200301', period_months: 1 }],
    ['an id that no double can hold', { ...ANNA, messenger_id: 2 ** 53, period_months: 1 }],
    ['a fraction of an id', { ...ANNA, messenger_id: 1.5, period_months: 1 }],
    ['an empty key', { ...ANNA, client_key: '', period_months: 1 }],
    ['a number for a key', { ...ANNA, client_key: 7, period_months: 1 }],
  ])('refuses %s, and takes nothing', async (_, body) => {
    expect(await desk.refusal('POST', '/vpn/buy', body)).toBe('422 invalid_field');
    expect((await desk.control.books()).entries).toEqual([]);
  });
});

describe('VPN renew and delete', () => {
  it('extends the subscription from its own expiry', async () => {
    const { uuid } = await desk.data('POST', '/vpn/buy', { ...ANNA, period_months: 1 });
    const renewed = await desk.data('POST', '/vpn/renew', { ...ANNA, period_months: 12, uuid });
    expect(renewed).toMatchObject({ uuid, expireAt: '2027-04-10T12:00:00.000Z', expireAt_date: '10.04.2027' });
  });

  it('starts an expired subscription again from now', async () => {
    const pair = { messenger_id: 100_200_304, client_key: 'denis-parser' };
    const query = 'messenger_id=100200304&client_key=denis-parser';
    const [expired] = rows(await desk.data('GET', `/vpn/info?${query}`), 'items');
    expect(expired?.status).toBe('EXPIRED');

    await desk.data('POST', '/vpn/renew', { ...pair, period_months: 1, uuid: expired?.uuid });

    const [renewed] = rows(await desk.data('GET', `/vpn/info?${query}`), 'items');
    expect(renewed).toMatchObject({ status: 'ACTIVE', expireAt: '2026-04-10T12:00:00.000Z' });
  });

  it("does not touch another client's subscription, even under the same key", async () => {
    const mine = { messenger_id: 100_200_308, client_key: 'vip' };
    const theirs = { messenger_id: 100_200_309, client_key: 'vip' };
    const [own] = rows(await desk.data('GET', '/vpn/info?messenger_id=100200308&client_key=vip'), 'items');

    for (const path of ['/vpn/renew', '/vpn/delete']) {
      const refused = await desk.refusal('POST', path, { ...theirs, period_months: 1, uuid: own?.uuid });
      expect(refused).toBe('404 subscription_not_found');
    }
    expect((await desk.control.books()).entries).toEqual([]);
    expect(await desk.data('POST', '/vpn/delete', { ...mine, uuid: own?.uuid })).toEqual({
      uuid: own?.uuid,
      deleted: true,
    });
    expect(await desk.data('GET', '/vpn/info?messenger_id=100200308&client_key=vip')).toEqual({
      exists: false,
      count: 0,
      items: [],
    });
    expect(await desk.refusal('POST', '/vpn/delete', { ...mine, uuid: own?.uuid })).toBe('404 subscription_not_found');
  });
});

describe('VPN info', () => {
  it('is empty for a client without purchases', async () => {
    expect(await desk.data('GET', '/vpn/info?messenger_id=1&client_key=nobody')).toEqual({
      exists: false,
      count: 0,
      items: [],
    });
  });

  it('shows a subscription expire as time passes', async () => {
    await desk.data('POST', '/vpn/buy', { messenger_id: 5, client_key: 'late', period_months: 1 });
    await desk.control.setClockShift(40 * DAY);
    const [item] = rows(await desk.data('GET', '/vpn/info?messenger_id=5&client_key=late'), 'items');
    expect(item).toMatchObject({ status: 'EXPIRED', expireAt: new Date(NOON + 31 * DAY).toISOString() });
  });
});

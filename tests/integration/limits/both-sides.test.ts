import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recipe } from '#shared/contract/lists.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';

const PAIR = { messenger_id: 42, client_key: 'limits' } as const;
const SAFE = Number.MAX_SAFE_INTEGER;
const DAYS = [2, 3, 4, 6, 7, 8, 13, 14, 15, 29, 30, 31, 59, 60, 61, 89, 90, 91];

let desk: TestDesk;
let clientId: number;
beforeAll(async () => {
  desk = await startTestDesk();
  await desk.control.setBalance(10_000_000);
  const client = { messengerId: PAIR.messenger_id, clientKey: PAIR.client_key, name: '', note: '', tags: [] };
  clientId = (await desk.call('clients.add', client)).id;
});
afterAll(() => desk.close());

/** Asks the service directly, past the app. Returns `true` if it accepts the request. */
const serviceTakes = async (method: 'GET' | 'POST', path: string, fields: object): Promise<boolean> => {
  const { baseUrl, token } = desk.sandbox;
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${baseUrl}/api/v1${path}${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
  });
  return response.ok && ((await response.json()) as { ok: boolean }).ok;
};

/** Asks the app. Returns `sent`, or the field that its refusal names when nothing was sent. */
const appSays = async (name: string, input: unknown, path: string): Promise<string> => {
  await desk.control.clearRequests();
  const result = await desk.callRaw(name, input);
  const arrived = (await desk.control.requests({ path })).length;
  if (result.ok) return arrived > 0 ? 'sent' : 'neither sent nor refused';
  expect(result.error.kind).toBe('invalid-input');
  expect(arrived).toBe(0);
  return result.error.details?.problems?.[0]?.field ?? 'no field named';
};

const offer = (order: Order) => ({ order });

describe('the months of a subscription', () => {
  it.each([-1, 0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 1.5])('%d', async (months) => {
    const sold = [1, 3, 6, 12].includes(months);
    const path = '/vpn/quote';
    expect(await serviceTakes('GET', path, { period_months: months })).toBe(sold);
    expect(await appSays('vpn.quote', { periodMonths: months }, path)).toBe(sold ? 'sent' : 'periodMonths');
    const order = { kind: 'vpn-buy', clientId, periodMonths: months } as Order;
    expect(await appSays('purchases.offer', offer(order), path)).toBe(sold ? 'sent' : 'order.periodMonths');
  });
});

describe.each([
  [3, [7, 14, 30, 60, 90]],
  [4, [7, 14, 30, 60, 90]],
  [6, [3, 7, 14, 30, 60, 90]],
] as const)('the days of dedicated proxies of kind %d', (ipv, sold) => {
  it.each(DAYS)('%d', async (period) => {
    const isSold = (sold as readonly number[]).includes(period);
    const fields = { country_code: 'de', period, count: 1, ipv };
    expect(await serviceTakes('GET', '/dedicated/quote', fields)).toBe(isSold);
    const order: Order = { kind: 'dedicated', clientId: null, countryCode: 'de', period, count: 1, ipv };
    expect(await appSays('purchases.offer', offer(order), '/dedicated/quote')).toBe(isSold ? 'sent' : 'period');
  });
});

describe('the number of dedicated proxies', () => {
  it.each([
    [-1, false, 'count'],
    [0, false, 'count'],
    [1, true, 'sent'],
    [2, true, 'sent'],
    [1.5, false, 'count'],
  ] as const)('%d', async (count, taken, says) => {
    const fields = { country_code: 'de', period: 7, count, ipv: 4 };
    expect(await serviceTakes('GET', '/dedicated/quote', fields)).toBe(taken);
    const order: Order = { kind: 'dedicated', clientId: null, countryCode: 'de', period: 7, count, ipv: 4 };
    expect(await appSays('purchases.offer', offer(order), '/dedicated/quote')).toBe(says);
  });

  it('the app itself refuses more than it requests at once, and requests up to that number', async () => {
    const order = (count: number) =>
      offer({ kind: 'dedicated', clientId: null, countryCode: 'de', period: 7, count, ipv: 6 });
    expect(await appSays('purchases.offer', order(10_001), '/dedicated/quote')).toBe('count');
    await desk.control.clearRequests();
    // The service decides whether it has as many.
    await desk.callRaw('purchases.offer', order(10_000));
    expect(await desk.control.requests({ path: '/dedicated/quote' })).toHaveLength(1);
  });

  it.each([2, 3, 4, 5, 6, 7])('of kind %d', async (ipv) => {
    const isKind = [3, 4, 6].includes(ipv);
    expect(await serviceTakes('GET', '/dedicated/country', { ipv })).toBe(isKind);
    expect(await appSays('dedicated.countries', { ipv, refresh: true }, '/dedicated/country')).toBe(
      isKind ? 'sent' : 'ipv',
    );
  });
});

describe('prolonging', () => {
  let serviceIds: number[];
  beforeAll(async () => {
    const order: Order = { kind: 'dedicated', clientId: null, ipv: 6, countryCode: 'nl', period: 3, count: 201 };
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.call('purchases.confirm', { offerId, priceKopecks });
    const sort = { by: 'boughtAt', direction: 'asc' } as const;
    const { rows } = await desk.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 300 });
    serviceIds = rows.map(({ serviceId }) => serviceId ?? 0);
  });
  const path = '/dedicated/prolong/quote';
  const prolong = (ids: readonly number[], period: number) =>
    offer({ kind: 'dedicated-prolong', clientId: null, serviceIds: [...ids], period });

  it.each(DAYS)('by %d days', async (period) => {
    const isSold = [3, 7, 14, 30, 60, 90].includes(period);
    expect(await serviceTakes('GET', path, { ids: serviceIds[0], period })).toBe(isSold);
    expect(await appSays('purchases.offer', prolong(serviceIds.slice(0, 1), period), path)).toBe(
      isSold ? 'sent' : 'period',
    );
  });

  it.each([
    [0, 'serviceIds'],
    [1, 'sent'],
    [200, 'sent'],
    [201, 'serviceIds'],
  ])('%d proxies', async (count, says) => {
    const ids = serviceIds.slice(0, count);
    // The service documents no upper limit; the app's own keeps the address of the quote short.
    expect(await serviceTakes('GET', path, { ids: ids.join(','), period: 7 })).toBe(count > 0);
    expect(await appSays('purchases.offer', prolong(ids, 7), path)).toBe(says);
  });

  it('the same proxy twice', async () => {
    const twice = [serviceIds[0] ?? 0, serviceIds[0] ?? 0];
    expect(await serviceTakes('GET', path, { ids: twice.join(','), period: 7 })).toBe(false);
    expect(await appSays('purchases.offer', prolong(twice, 7), path)).toBe('serviceIds');
  });
});

describe('GB of traffic', () => {
  it.each([
    [-1, false],
    [0, false],
    [0.0005, false],
    [0.001, true],
    [0.0011, false],
    [1.5, true],
    [1_000_000, true],
  ])('%d', async (gb, taken) => {
    const path = '/premium/traffic/quote';
    expect(await serviceTakes('GET', path, { pool_type: 'mobile', gb })).toBe(taken);
    expect(await appSays('premium.quote', { poolType: 'mobile', gb }, path)).toBe(taken ? 'sent' : 'gb');
  });

  it("above the app's own limit", async () => {
    const order: Order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 1_000_000.001 };
    expect(await appSays('purchases.offer', offer(order), '/premium/traffic/quote')).toBe('gb');
  });
});

describe('a list', () => {
  const path = '/premium/proxies/generate';
  const recipe: Recipe = { ...RECIPE, poolType: 'mobile', quantity: 1 };
  const wire = { ...PAIR, pool_type: 'mobile', countries: ['de'] };

  const generate = async (change: Partial<Recipe> | { readonly formatId: number }): Promise<string> => {
    await desk.control.clearRequests();
    const result = await desk.callRaw('lists.generate', { clientId, recipe: { ...recipe, ...change } });
    if (result.ok) {
      await desk.control.waitForRequests(1, { path });
      return 'sent';
    }
    expect(await desk.control.requests({ path })).toEqual([]);
    return result.error.details?.problems?.[0]?.field ?? 'no field named';
  };
  beforeAll(async () => {
    const order: Order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 5 };
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.call('purchases.confirm', { offerId, priceKopecks });
  });

  it.each([-1, 0, 1, 2, 119, 120, 121, 1.5])('with sessions of %d minutes', async (ttlMinutes) => {
    const inLimits = Number.isInteger(ttlMinutes) && ttlMinutes >= 1 && ttlMinutes <= 120;
    expect(await serviceTakes('POST', path, { ...wire, session_ttl: ttlMinutes })).toBe(inLimits);
    const says = await generate({ rotation: { type: 'sticky', ttlMinutes } });
    expect(says).toBe(inLimits ? 'sent' : 'ttlMinutes');
  });

  it.each([-1, 0, 1, 2, 1.5])('with %d lines', async (quantity) => {
    const inLimits = Number.isInteger(quantity) && quantity >= 1;
    expect(await serviceTakes('POST', path, { ...wire, quantity })).toBe(inLimits);
    expect(await generate({ quantity })).toBe(inLimits ? 'sent' : 'quantity');
  });

  it('with more lines than the app requests', async () => {
    expect(await generate({ quantity: 1_000_001 })).toBe('quantity');
  });

  it.each([[[]], [['de']], [['de', 'fr']]])('from %j', async (countries) => {
    expect(await serviceTakes('POST', path, { ...wire, countries })).toBe(countries.length > 0);
    expect(await generate({ countries })).toBe(countries.length > 0 ? 'sent' : 'countries');
  });

  it.each([0, 1, 2, 3, 4])('in format %d', async (formatId) => {
    // The service treats any other number as format 2 (docs/api.md#generating-a-list), so the app never sends one.
    expect(await serviceTakes('POST', path, { ...wire, format_id: formatId })).toBe(true);
    expect(await generate({ formatId })).toBe([1, 2, 3].includes(formatId) ? 'sent' : 'recipe.formatId');
  });
});

describe('the messenger id of a client', () => {
  it.each([-SAFE - 1, -SAFE, -1, 0, 1, 2 ** 31, SAFE, SAFE + 1])('%d', async (messengerId) => {
    const isSafe = Number.isSafeInteger(messengerId);
    const fields = { messenger_id: messengerId, client_key: 'ids' };
    expect(await serviceTakes('GET', '/vpn/info', fields)).toBe(isSafe);
    const client = { messengerId, clientKey: 'ids', name: '', note: '', tags: [] };
    const result = await desk.callRaw('clients.add', client);
    expect(result.ok).toBe(isSafe);
    if (result.ok) {
      const { id } = result.value as { readonly id: number };
      expect(await appSays('vpn.refresh', { clientId: id }, '/vpn/info')).toBe('sent');
      const [request] = await desk.control.requests({ path: '/vpn/info' });
      expect(JSON.stringify(request)).toContain(String(messengerId));
    } else expect(result.error.details?.problems?.[0]?.field).toBe('messengerId');
  });
});

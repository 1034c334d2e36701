import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, type EndpointName, endpointOf } from '#shared/api/endpoints.ts';
import { RECIPE } from '../../support/recipe.ts';

const client = { messengerId: 5, clientKey: 'k' };
const accepts = (name: EndpointName, request: unknown) => endpointOf(name).request.safeParse(request).success;
const read = (name: EndpointName, data: unknown) => endpointOf(name).response.safeParse(data);

describe('the table of endpoints', () => {
  it('holds 27 endpoints, each with a method and path of its own', () => {
    expect(ENDPOINT_NAMES).toHaveLength(27);
    const routes = new Set(ENDPOINT_NAMES.map((name) => `${endpointOf(name).method} ${endpointOf(name).path}`));
    expect(routes.size).toBe(27);
  });

  it('knows the five endpoints that cost money', () => {
    const charges = ENDPOINT_NAMES.filter((name) => endpointOf(name).effect === 'charge');
    expect(charges.sort()).toEqual([
      'dedicated.buy',
      'dedicated.prolong',
      'premium.traffic.buy',
      'vpn.buy',
      'vpn.renew',
    ]);
    expect(ENDPOINT_NAMES.filter((name) => endpointOf(name).effect === 'change').sort()).toEqual([
      'dedicated.protocol',
      'premium.password.reset',
      'premium.whitelist.add',
      'premium.whitelist.remove',
      'vpn.delete',
    ]);
  });
});

/** Returns the request as it goes over the wire, where fields without a value are left out. */
const sent = (name: EndpointName, request: unknown): unknown =>
  JSON.parse(JSON.stringify(endpointOf(name).request.parse(request)));

describe('requests', () => {
  it('stay within the limits of the service', () => {
    expect(accepts('vpn.buy', { client, periodMonths: 6 })).toBe(true);
    expect(accepts('vpn.buy', { client, periodMonths: 2 })).toBe(false);
    const order = { countryCode: 'us', count: 1 };
    expect(accepts('dedicated.buy', { ...order, period: 3, ipv: 6 })).toBe(true);
    expect(accepts('dedicated.buy', { ...order, period: 3, ipv: 4 })).toBe(false);
    expect(accepts('dedicated.buy', { ...order, period: 7, ipv: 5 })).toBe(false);
    expect(accepts('dedicated.prolong', { ids: [1], period: 3 })).toBe(true);
    expect(accepts('dedicated.prolong', { ids: [], period: 3 })).toBe(false);
    expect(accepts('premium.traffic.buy', { client, poolType: 'mobile', gb: 1 })).toBe(true);
    expect(accepts('premium.traffic.buy', { client, poolType: 'mobile', gb: 0 })).toBe(false);
    expect(accepts('premium.traffic.buy', { client, poolType: 'satellite', gb: 1 })).toBe(false);
    expect(accepts('premium.locations.countries', { poolType: 'mobile', countries: [] })).toBe(true);
    expect(accepts('premium.locations.states', { poolType: 'mobile', countries: ['us'] })).toBe(true);
    expect(accepts('premium.locations.states', { poolType: 'mobile', countries: [] })).toBe(false);
  });

  it("refuse an id that JavaScript would round to another client's", () => {
    const asks = (messengerId: number) => accepts('vpn.info', { client: { ...client, messengerId } });
    expect(asks(2 ** 53 - 1)).toBe(true);
    expect(asks(-(2 ** 53 - 1))).toBe(true);
    expect(asks(2 ** 53)).toBe(false);
    expect(asks(1.5)).toBe(false);
  });

  it('only ever name the formats 1, 2 and 3, and a sticky time of 1 to 120 minutes', () => {
    const asks = (change: object) => accepts('premium.proxies.generate', { client, recipe: { ...RECIPE, ...change } });
    for (const formatId of [1, 2, 3]) expect(asks({ formatId })).toBe(true);
    for (const formatId of [0, 4, '1']) expect(asks({ formatId })).toBe(false);
    for (const ttlMinutes of [0, 121, 1.5]) expect(asks({ rotation: { type: 'sticky', ttlMinutes } })).toBe(false);
    expect(asks({ countries: [] })).toBe(false);
    expect(asks({ quantity: 0 })).toBe(false);
  });

  it("use the service's field names", () => {
    const pair = { messenger_id: 5, client_key: 'k' };
    expect(sent('vpn.renew', { client, uuid: 'u', periodMonths: 3 })).toEqual({ ...pair, uuid: 'u', period_months: 3 });
    expect(sent('dedicated.protocol', { ids: [1, 2], portType: 'http' })).toEqual({ ids: [1, 2], port_type: 'http' });
    expect(sent('premium.traffic.buy', { client, poolType: 'mobile', gb: 1.5 })).toEqual({
      ...pair,
      pool_type: 'mobile',
      gb: 1.5,
    });
    expect(sent('premium.traffic.balance', { client })).toEqual(pair);
  });

  it('for a list state every parameter except those that do not apply', () => {
    const list = {
      messenger_id: 5,
      client_key: 'k',
      pool_type: 'residential',
      countries: ['de'],
      protocol: 'http',
      type: 'sticky',
      session_ttl: 10,
      anonymous: false,
      quantity: 25,
      format_id: 1,
    };
    expect(sent('premium.proxies.generate', { client, recipe: RECIPE })).toEqual(list);
    const narrow = {
      states: ['Bavaria'],
      cities: ['New_York'],
      zipcodes: ['SW1A'],
      asns: ['AS1'],
      rotation: { type: 'rotating' },
    };
    const { session_ttl: _, ...rotating } = list;
    expect(sent('premium.proxies.generate', { client, recipe: { ...RECIPE, ...narrow } })).toEqual({
      ...rotating,
      states: ['bavaria'],
      cities: ['New_York'],
      zipcodes: ['SW1A'],
      asns: ['AS1'],
      type: 'rotating',
    });
  });

  it('for locations leave out every level without a selection', () => {
    const scope = { poolType: 'mobile', countries: ['US'], states: [], cities: ['New_York'] };
    expect(sent('premium.locations.zipcodes', scope)).toEqual({
      pool_type: 'mobile',
      countries: ['us'],
      cities: ['New_York'],
    });
  });

  it('send country codes in lower case', () => {
    expect(sent('dedicated.count', { countryCode: ' US ', ipv: 4 })).toEqual({ country_code: 'us', ipv: 4 });
  });
});

describe('answers', () => {
  it('may give numbers as texts, and keys nobody knows', () => {
    expect(read('balance', { balance_rub: '12.50', api_spent_rub: '3', bonus: 1 }).data).toEqual({
      balanceKopecks: 1_250,
      spentKopecks: 300,
    });
  });

  it.each([[{}], [null], [{ balance_rub: 'much', api_spent_rub: 1 }], [{ balance_rub: null, api_spent_rub: 1 }], [[]]])(
    'with %j hold no balance',
    (data) => {
      expect(read('balance', data).success).toBe(false);
    },
  );

  it('say so when an amount cannot be exact', () => {
    const issues = read('balance', { balance_rub: 1e300, api_spent_rub: 1 }).error?.issues;
    expect(issues).toMatchObject([{ path: ['balance_rub'], params: { code: 'amount' } }]);
  });

  it('to purchases lose no goods because a detail is missing', () => {
    const proxy = { ids: '7', ip: '1.2.3.4', port: 8080, username: 'u', password: 123 };
    const known = { id: 7, ip: '1.2.3.4', port: '8080', username: 'u', password: '123', dateEnd: null };
    const echo = { countryCode: null, period: null, count: null, ipv: null };
    const nothing = { echo, checkId: null, orderId: null, priceKopecks: null };
    expect(read('dedicated.buy', { proxies: [proxy, 5] }).data).toEqual({ ...nothing, proxies: [known, null] });
    expect(read('dedicated.buy', { price_rub: 1e300, proxies: [] }).data).toEqual({ ...nothing, proxies: [] });
    expect(read('dedicated.prolong', { items: [{ ids: [7] }, 5] }).data).toEqual({
      period: null,
      totalKopecks: null,
      items: [
        { id: 7, dateEnd: null },
        { id: null, dateEnd: null },
      ],
    });
    const bare = { uuid: 'a', expiresAt: null, subscriptionUrl: null, periodMonths: null };
    expect(read('vpn.buy', { uuid: 'a' }).data).toEqual(bare);
    expect(read('vpn.buy', { uuid: 'a', expireAt: { date: 'soon' }, subscriptionUrl: [] }).data).toEqual(bare);
    expect(read('premium.traffic.buy', { pool_type: [], gb: '1 GB', traffic_gb: 3.5 }).data).toEqual({
      poolType: null,
      gb: null,
      trafficGb: 3.5,
    });
  });

  it('with subscriptions lose none because a limit is larger than a number can hold', () => {
    const items = [
      { uuid: 'a', status: 'ACTIVE', trafficLimitBytes: '9223372036854775807' },
      { uuid: 'b', status: 'ACTIVE', trafficLimitBytes: 1024 },
    ];
    expect(read('vpn.info', { exists: true, count: 2, items }).data).toMatchObject([
      { uuid: 'a', trafficLimitBytes: null },
      { uuid: 'b', trafficLimitBytes: 1024 },
    ]);
  });

  it('to a deletion may be a bare yes, or empty', () => {
    expect(read('vpn.delete', { uuid: 'a', deleted: 1 }).data).toEqual({ deleted: true, uuid: 'a' });
    expect(read('vpn.delete', true).data).toEqual({ deleted: true, uuid: null });
    expect(read('vpn.delete', undefined).data).toEqual({ deleted: null, uuid: null });
    expect(read('vpn.delete', {}).data).toEqual({ deleted: null, uuid: null });
  });

  it('for a client without subscriptions may lack the list', () => {
    expect(read('vpn.info', { exists: false }).data).toEqual([]);
    expect(read('vpn.info', { exists: '1', count: '1', items: { 0: { uuid: 'a' } } }).data).toMatchObject([
      { uuid: 'a', status: null, trafficLimitBytes: null },
    ]);
    expect(read('vpn.info', {}).success).toBe(false);
  });

  it('about traffic leave out pools that the app does not know', () => {
    const pools = [
      { pool_type: 'Mobile', traffic_gb: '1.5' },
      { pool_type: 'satellite', traffic_gb: 9 },
    ];
    expect(read('premium.traffic.balance', { pools }).data).toEqual([{ poolType: 'mobile', trafficGb: 1.5 }]);
  });

  it('keep the lines of a list byte for byte', () => {
    const domain = 'a:1:u:p\r\n b:2:u:p\n\n';
    expect(
      read('premium.proxies.generate', { domain, ip: null, params: { countries: ['us', 'de'], anonymous: 0 } }).data,
    ).toEqual({ domain, ip: '', params: { countries: 'us,de', anonymous: '0' } });
    expect(read('premium.proxies.generate', { domain: '', ip: '' }).success).toBe(false);
  });
});

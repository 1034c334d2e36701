import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, endpointOf } from '#shared/api/endpoints.ts';

const client = { messenger_id: 5, client_key: 'k' };
const accepts = (name: Parameters<typeof endpointOf>[0], request: unknown) =>
  endpointOf(name).request.safeParse(request).success;
const read = (name: Parameters<typeof endpointOf>[0], data: unknown) => endpointOf(name).response.safeParse(data);

describe('the table of endpoints', () => {
  it('holds 27, each under its own name, method and path', () => {
    expect(ENDPOINT_NAMES).toHaveLength(27);
    for (const name of ENDPOINT_NAMES) expect(endpointOf(name).name).toBe(name);
    const routes = new Set(ENDPOINT_NAMES.map((name) => `${endpointOf(name).method} ${endpointOf(name).path}`));
    expect(routes.size).toBe(27);
  });

  it('knows the five that cost money', () => {
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

describe('requests', () => {
  it('stay within the limits of the service', () => {
    expect(accepts('vpn.buy', { ...client, period_months: 6 })).toBe(true);
    expect(accepts('vpn.buy', { ...client, period_months: 2 })).toBe(false);
    const order = { country_code: 'us', count: 1 };
    expect(accepts('dedicated.buy', { ...order, period: 3, ipv: 6 })).toBe(true);
    expect(accepts('dedicated.buy', { ...order, period: 3, ipv: 4 })).toBe(false);
    expect(accepts('dedicated.buy', { ...order, period: 7, ipv: 5 })).toBe(false);
    expect(accepts('dedicated.prolong', { ids: [1], period: 3 })).toBe(true);
    expect(accepts('dedicated.prolong', { ids: [], period: 3 })).toBe(false);
    expect(accepts('premium.traffic.buy', { ...client, pool_type: 'mobile', gb: 0 })).toBe(false);
    expect(accepts('premium.traffic.buy', { ...client, pool_type: 'satellite', gb: 1 })).toBe(false);
    expect(accepts('premium.locations.states', { pool_type: 'mobile', countries: [] })).toBe(false);
  });

  it('refuse an id that JavaScript would round to somebody else', () => {
    expect(accepts('vpn.info', { ...client, messenger_id: 2 ** 53 - 1 })).toBe(true);
    expect(accepts('vpn.info', { ...client, messenger_id: -(2 ** 53 - 1) })).toBe(true);
    expect(accepts('vpn.info', { ...client, messenger_id: 2 ** 53 })).toBe(false);
    expect(accepts('vpn.info', { ...client, messenger_id: 1.5 })).toBe(false);
  });

  it('only ever name the formats 1, 2 and 3, and a sticky time of 1 to 120 minutes', () => {
    const list = {
      ...client,
      pool_type: 'mobile',
      countries: ['us'],
      protocol: 'http',
      type: 'sticky',
      anonymous: false,
      quantity: 1,
    };
    for (const format_id of [1, 2, 3]) expect(accepts('premium.proxies.generate', { ...list, format_id })).toBe(true);
    for (const format_id of [0, 4, '1'])
      expect(accepts('premium.proxies.generate', { ...list, format_id })).toBe(false);
    for (const session_ttl of [0, 121, 1.5]) {
      expect(accepts('premium.proxies.generate', { ...list, format_id: 1, session_ttl })).toBe(false);
    }
  });

  it('send country codes in lower case', () => {
    expect(endpointOf('dedicated.count').request.parse({ country_code: ' US ', ipv: 4 })).toEqual({
      country_code: 'us',
      ipv: 4,
    });
  });
});

describe('answers', () => {
  it('may give numbers as texts, and keys nobody knows', () => {
    expect(read('balance', { balance_rub: '12.50', api_spent_rub: '3', bonus: 1 }).data).toEqual({
      balance_rub: 12.5,
      api_spent_rub: 3,
      bonus: 1,
    });
  });

  it.each([[{}], [null], [{ balance_rub: 'much', api_spent_rub: 1 }], [{ balance_rub: null, api_spent_rub: 1 }], [[]]])(
    '%j is no balance',
    (data) => {
      expect(read('balance', data).success).toBe(false);
    },
  );

  it('of purchases lose no goods for a missing detail', () => {
    const proxy = { ids: '7', ip: '1.2.3.4', port: 8080, username: 'u', password: 123 };
    expect(read('dedicated.buy', { proxies: [proxy] }).data).toMatchObject({
      order_id: null,
      price_rub: null,
      proxies: [{ ids: 7, ip: '1.2.3.4', port: '8080', username: 'u', password: '123', date_end: null }],
    });
    expect(read('vpn.buy', { uuid: 'a' }).data).toMatchObject({ uuid: 'a', expireAt: null, subscriptionUrl: null });
    expect(read('vpn.buy', { uuid: 'a', expireAt: { date: 'soon' }, subscriptionUrl: [] }).data).toMatchObject({
      uuid: 'a',
      expireAt: null,
      subscriptionUrl: null,
    });
    expect(read('premium.traffic.buy', { pool_type: [], gb: '1 GB', traffic_gb: 3.5 }).data).toMatchObject({
      gb: null,
      traffic_gb: 3.5,
    });
  });

  it('of a list of subscriptions lose none for a limit beyond what a number can hold', () => {
    const items = [
      { uuid: 'a', status: 'ACTIVE', trafficLimitBytes: '9223372036854775807' },
      { uuid: 'b', status: 'ACTIVE', trafficLimitBytes: 1024 },
    ];
    expect(read('vpn.info', { exists: true, count: 2, items }).data).toMatchObject({
      items: [
        { uuid: 'a', trafficLimitBytes: null },
        { uuid: 'b', trafficLimitBytes: 1024 },
      ],
    });
  });

  it('of a deletion may be a bare yes, or nothing', () => {
    expect(read('vpn.delete', { uuid: 'a', deleted: 1 }).data).toEqual({ uuid: 'a', deleted: true });
    expect(read('vpn.delete', true).data).toEqual({ uuid: null, deleted: true });
    expect(read('vpn.delete', undefined).data).toEqual({ uuid: null, deleted: null });
    expect(read('vpn.delete', {}).data).toEqual({ uuid: null, deleted: null });
  });

  it('of a client without subscriptions may come without the list', () => {
    expect(read('vpn.info', { exists: false }).data).toMatchObject({ items: [] });
    expect(read('vpn.info', { exists: '1', count: '1', items: { 0: { uuid: 'a' } } }).data).toMatchObject({
      exists: true,
      items: [{ uuid: 'a', status: null, trafficLimitBytes: null }],
    });
    expect(read('vpn.info', {}).success).toBe(false);
  });

  it('keep the lines of a list byte for byte', () => {
    const domain = 'a:1:u:p\r\n b:2:u:p\n\n';
    expect(
      read('premium.proxies.generate', { domain, ip: null, params: { countries: ['us', 'de'], anonymous: 0 } }).data,
    ).toMatchObject({ domain, ip: '', params: { countries: 'us,de', anonymous: '0' } });
    expect(read('premium.proxies.generate', { domain: '', ip: '' }).success).toBe(false);
  });
});

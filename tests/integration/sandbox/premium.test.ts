import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANNA, ANNA_QUERY, child, type Data, type Harness, rows, startHarness } from './harness.ts';

let desk: Harness;
beforeEach(async () => {
  desk = await startHarness();
});
afterEach(() => desk.sandbox.close());

const POOLS = ['residential', 'datacenter', 'mobile', 'residential_premium'];

describe('traffic', () => {
  it('quotes what the purchase then takes and adds', async () => {
    const quote = await desk.data('GET', '/premium/traffic/quote?pool_type=residential&gb=1.5');
    const bought = await desk.data('POST', '/premium/traffic/buy', { ...ANNA, pool_type: 'residential', gb: 1.5 });
    expect(quote).toEqual({ pool_type: 'residential', gb: 1.5, price_per_gb_rub: 289.5, price_rub: 434.25 });
    expect(bought).toEqual({ pool_type: 'residential', gb: 1.5, traffic_gb: 14 });
    expect((await desk.control.books()).entries).toMatchObject([
      {
        endpoint: 'POST /premium/traffic/buy',
        client: { messengerId: ANNA.messenger_id, clientKey: ANNA.client_key },
        kopecks: 43_425,
        ids: ['residential:1.5'],
      },
    ]);
  });

  it('adds tenths of a GB without losing any', async () => {
    const order = { messenger_id: 9, client_key: 'tenths', pool_type: 'mobile', gb: 0.1 };
    await desk.data('POST', '/premium/traffic/buy', order);
    await desk.data('POST', '/premium/traffic/buy', order);
    expect((await desk.data('POST', '/premium/traffic/buy', order)).traffic_gb).toBe(0.3);
  });

  it.each(['', '&pool_type=mobile'])('lists all four pools, asked with "%s"', async (extra) => {
    const { pools } = await desk.data('GET', `/premium/traffic/balance?${ANNA_QUERY}${extra}`);
    expect(pools).toEqual([
      { pool_type: 'residential', traffic_gb: 12.5 },
      { pool_type: 'datacenter', traffic_gb: 0 },
      { pool_type: 'mobile', traffic_gb: 3 },
      { pool_type: 'residential_premium', traffic_gb: 0 },
    ]);
  });

  it.each(['0', '-1', '0.0001', '1e3', 'much', ''])('refuses to quote "%s" GB', async (gb) => {
    expect(await desk.refusal('GET', `/premium/traffic/quote?pool_type=mobile&gb=${gb}`)).toBe('422 invalid_field');
  });

  it('refuses an unknown pool and GB as text, and takes nothing', async () => {
    const order = { ...ANNA, pool_type: 'residential', gb: 1 };
    expect(await desk.refusal('POST', '/premium/traffic/buy', { ...order, pool_type: 'isp' })).toBe(
      '422 invalid_field',
    );
    expect(await desk.refusal('POST', '/premium/traffic/buy', { ...order, gb: '1' })).toBe('422 invalid_field');
    expect((await desk.control.books()).entries).toEqual([]);
  });
});

describe('locations', () => {
  const list = async (kind: string, body: object): Promise<readonly Data[]> =>
    rows(await desk.data('POST', `/premium/locations/${kind}`, { pool_type: 'residential', ...body }), 'items');
  const total = (items: readonly Data[]): number => items.reduce((sum, item) => sum + Number(item.count), 0);
  const first = (items: readonly Data[]): Data => items[0] ?? {};

  it.each(POOLS)('has countries in the pool %s', async (pool) => {
    const items = await list('countries', { pool_type: pool });
    expect(items.length).toBeGreaterThan(50);
    expect(items).toContainEqual({ code: 'us', name: 'United States', count: expect.any(Number) });
    expect(items.every((item) => Number(item.count) > 0)).toBe(true);
  });

  it('adds up, from the country down to networks and postal codes', async () => {
    const us = (await list('countries', {})).find((item) => item.code === 'us');
    const states = await list('states', { countries: ['us'] });
    const california = first(states);
    const inCalifornia = { countries: ['us'], states: [california.code] };
    const cities = await list('cities', inCalifornia);
    const inCity = { ...inCalifornia, cities: [first(cities).code] };

    expect(total(states)).toBe(us?.count);
    expect(total(cities)).toBe(california.count);
    expect(total(await list('zipcodes', inCity))).toBe(first(cities).count);
    expect(total(await list('asns', inCity))).toBe(first(cities).count);
  });

  it('has thousands of cities and postal codes in a large country, each code once', async () => {
    for (const kind of ['cities', 'zipcodes']) {
      const items = await list(kind, { countries: ['us'] });
      expect(items.length).toBeGreaterThan(4_000);
      expect(new Set(items.map((item) => item.code)).size).toBe(items.length);
    }
  });

  it('takes codes in either case, and answers in lower case', async () => {
    const body = { pool_type: 'mobile', countries: ['US', 'De'], states: ['Bavaria'] };
    const upper = await desk.data('POST', '/premium/locations/cities', body);
    expect(upper).toMatchObject({ pool_type: 'mobile', countries: ['us', 'de'], states: ['bavaria'] });
    expect(rows(upper, 'items').map((item) => item.name)).toContain('Munich');
  });

  it.each(['states', 'cities', 'zipcodes', 'asns'])('needs a country for %s', async (kind) => {
    for (const countries of [undefined, [], 'us', ['']]) {
      const body = { pool_type: 'residential', countries };
      expect(await desk.refusal('POST', `/premium/locations/${kind}`, body)).toBe('422 invalid_field');
    }
  });
});

describe('generate', () => {
  const ORDER = { ...ANNA, pool_type: 'residential', countries: ['us'] };
  const generate = (extra: object = {}): Promise<Data> =>
    desk.data('POST', '/premium/proxies/generate', { ...ORDER, ...extra });
  const lines = (data: Data, key: 'domain' | 'ip'): readonly string[] => String(data[key]).split('\n');

  const PART = '[A-Za-z0-9_.-]+';
  const LAYOUTS = {
    1: new RegExp(`^${PART}:\\d+:${PART}:${PART}$`),
    2: new RegExp(`^${PART}:${PART}@${PART}:\\d+$`),
    3: new RegExp(`^${PART}:\\d+$`),
  };

  it('fills in what was not asked, and answers with text only', async () => {
    const data = await generate();
    expect(data.pool_type).toBe('residential');
    expect(data.params).toEqual({
      countries: 'us',
      cities: '',
      states: '',
      zipcodes: '',
      asns: '',
      anonymous: '0',
      type: 'sticky',
      protocol: 'http',
      format: 'hostname:port:login:password',
      quantity: '1',
      session_ttl: '10',
    });
    expect(lines(data, 'domain')).toEqual([expect.stringMatching(LAYOUTS[1])]);
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [0, 2],
    [4, 2],
    [-1, 2],
    [1.5, 2],
    ['1', 2],
    [[], 2],
    [null, 1],
    [undefined, 1],
  ] as const)('answers format_id %j with layout %i', async (formatId, layout) => {
    const data = await generate({ format_id: formatId, quantity: 3 });
    for (const key of ['domain', 'ip'] as const) {
      expect(lines(data, key)).toHaveLength(3);
      for (const line of lines(data, key)) expect(line).toMatch(LAYOUTS[layout]);
    }
  });

  it.each(POOLS)('gives the numeric address instead of the host, and nothing else, in %s', async (pool) => {
    await desk.data('POST', '/premium/traffic/buy', { ...ANNA, pool_type: pool, gb: 1 });
    const data = await generate({ pool_type: pool, quantity: 20, anonymous: true, session_ttl: 120 });
    const host = /^[^:]+/;
    expect(lines(data, 'ip').map((line) => line.replace(host, ''))).toEqual(
      lines(data, 'domain').map((line) => line.replace(host, '')),
    );
    for (const line of lines(data, 'ip')) expect(line).toMatch(/^\d+\.\d+\.\d+\.\d+:/);
    for (const line of lines(data, 'domain')) expect(line).toMatch(/^gw1\..+_anon-1_session-[0-9a-z]{7}_lifetime-120m/);
  });

  it.each([
    [1, 'sticky'],
    [1, 'rotating'],
    [3, 'sticky'],
    [3, 'rotating'],
  ])('never gives a line twice: layout %i, %s, in several lists', async (formatId, type) => {
    const seen = { domain: new Set<string>(), ip: new Set<string>() };
    for (let list = 0; list < 3; list += 1) {
      const data = await generate({ quantity: 30_000, format_id: formatId, type });
      for (const key of ['domain', 'ip'] as const) for (const line of lines(data, key)) seen[key].add(line);
    }
    expect([seen.domain.size, seen.ip.size]).toEqual([90_000, 90_000]);
  });

  it('makes 100,000 lines in one answer', async () => {
    const data = await generate({ quantity: 100_000 });
    expect(new Set(lines(data, 'domain')).size).toBe(100_000);
    expect(child(data, 'params').quantity).toBe('100000');
  });

  it.each([
    [1, true],
    [120, true],
    [0, false],
    [121, false],
    [-1, false],
    [1.5, false],
    ['10', false],
  ])('session_ttl %j is allowed for sticky: %s', async (ttl, allowed) => {
    const { status } = await desk.send('POST', '/premium/proxies/generate', { ...ORDER, session_ttl: ttl });
    expect(status).toBe(allowed ? 200 : 422);
  });

  it('ignores session_ttl when rotating', async () => {
    const data = await generate({ type: 'rotating', session_ttl: 9_999 });
    expect(data.params).toMatchObject({ type: 'rotating', session_ttl: '' });
    expect(data.domain).not.toContain('session');
  });

  it('honours every filter, joined by commas', async () => {
    const place = { countries: ['US', 'CA'], states: ['California', 'ontario'], cities: ['los_angeles'] };
    const zipcodes = await desk.data('POST', '/premium/locations/zipcodes', { pool_type: 'residential', ...place });
    const asns = await desk.data('POST', '/premium/locations/asns', { pool_type: 'residential', ...place });
    const zipcode = rows(zipcodes, 'items')[0]?.code;
    const asn = rows(asns, 'items')[0]?.code;
    const data = await generate({ ...place, zipcodes: [zipcode], asns: [asn], protocol: 'socks5' });
    expect(data.params).toMatchObject({
      countries: 'us,ca',
      states: 'california,ontario',
      cities: 'los_angeles',
      zipcodes: zipcode,
      asns: asn,
      protocol: 'socks5',
    });
    expect(lines(data, 'domain')[0]).toMatch(LAYOUTS[1]);
  });

  it.each([
    ['no country', { countries: [] }],
    ['an unknown country', { countries: ['xx'] }],
    ['a state of another country', { states: ['bavaria'] }],
    ['a city outside the state', { states: ['texas'], cities: ['los_angeles'] }],
    ['an unknown postal code', { zipcodes: ['nowhere'] }],
    ['an unknown network', { asns: ['as0'] }],
    ['socks, which is the other product', { protocol: 'socks' }],
    ['an unknown type', { type: 'random' }],
    ['a flag as a number', { anonymous: 1 }],
    ['no lines', { quantity: 0 }],
    ['a quantity as text', { quantity: '5' }],
  ])('refuses %s', async (_, extra) => {
    expect(await desk.refusal('POST', '/premium/proxies/generate', { ...ORDER, ...extra })).toBe('422 invalid_field');
  });

  it('needs traffic in the pool, and leaves it as it was', async () => {
    const empty = { ...ORDER, pool_type: 'datacenter' };
    expect(await desk.refusal('POST', '/premium/proxies/generate', empty)).toBe('409 no_traffic');
    const before = await desk.data('GET', `/premium/traffic/balance?${ANNA_QUERY}`);
    await generate({ quantity: 500 });
    expect(await desk.data('GET', `/premium/traffic/balance?${ANNA_QUERY}`)).toEqual(before);
  });
});

describe('whitelist', () => {
  const read = async (): Promise<unknown> => (await desk.data('GET', `/premium/whitelist?${ANNA_QUERY}`)).whitelist;

  it('adds once, removes once', async () => {
    const entry = { ...ANNA, ip: '192.0.2.44' };
    expect(await desk.data('POST', '/premium/whitelist/add', entry)).toEqual({ added: true });
    expect(await desk.data('POST', '/premium/whitelist/add', entry)).toEqual({ added: false });
    expect(await read()).toEqual(['203.0.113.10', '203.0.113.11', '192.0.2.44']);
    expect(await desk.data('POST', '/premium/whitelist/remove', entry)).toEqual({ removed: true });
    expect(await desk.data('POST', '/premium/whitelist/remove', entry)).toEqual({ removed: false });
    expect(await read()).toEqual(['203.0.113.10', '203.0.113.11']);
  });

  it.each(['', '300.1.1.1', '10.0.0.0/8', 'example.org'])('refuses "%s" as an address', async (ip) => {
    expect(await desk.refusal('POST', '/premium/whitelist/add', { ...ANNA, ip })).toBe('422 invalid_field');
  });
});

describe('sub-user password', () => {
  it('stays until it is reset, and is the one in the lists', async () => {
    const first = (await desk.data('GET', `/premium/password?${ANNA_QUERY}`)).password;
    expect((await desk.data('GET', `/premium/password?${ANNA_QUERY}`)).password).toBe(first);
    const { password } = await desk.data('POST', '/premium/password/reset', ANNA);
    expect(password).not.toBe(first);
    expect((await desk.data('GET', `/premium/password?${ANNA_QUERY}`)).password).toBe(password);
    const list = await desk.data('POST', '/premium/proxies/generate', {
      ...ANNA,
      pool_type: 'mobile',
      countries: ['de'],
    });
    expect(String(list.domain).endsWith(`:${String(password)}`)).toBe(true);
  });
});

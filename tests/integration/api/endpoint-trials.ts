import { expect } from 'vitest';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { EndpointName } from '#shared/api/endpoints.ts';
import type { LocationKind } from '#shared/domain/location-kinds.ts';
import { charge } from '../../support/charge.ts';
import { RECIPE } from '../../support/recipe.ts';

const client = { messengerId: 77_001, clientKey: 'ключ & key=1' };
const IP = '203.0.113.99';
const poolType = 'residential';

const buySubscription = async (api: ApiClient) => (await charge(api, 'vpn.buy', { client, periodMonths: 1 })).value;

/** Buys in a country that has this kind in stock now. */
const buyProxy = async (api: ApiClient) => {
  const [country] = (await api.call('dedicated.country', { ipv: 4 })).value;
  const order = { countryCode: country?.code ?? '', period: 30, count: 1, ipv: 4 } as const;
  const quoted = (await api.call('dedicated.quote', order)).value.priceKopecks;
  const purchase = (await charge(api, 'dedicated.buy', order)).value;
  return { quoted, purchase, id: purchase.proxies[0]?.id ?? Number.NaN };
};

/** Lists the levels of locations, down to the requested kind. */
const listLocations = (kind: LocationKind) => async (api: ApiClient) => {
  const [country] = (await api.call('premium.locations.countries', { poolType, countries: [] })).value;
  const countries = kind === 'countries' ? [] : [country?.code ?? ''];
  const { value } = await api.call(`premium.locations.${kind}`, { poolType, countries });
  expect(value.length).toBeGreaterThan(0);
  for (const { code, count } of value) {
    expect(code).not.toBe('');
    expect(count).toBeGreaterThanOrEqual(0);
  }
};

/**
 * One use of every endpoint through the client, with the results on which a reseller relies. The type makes a new endpoint
 * without a trial a compile error.
 */
export const ENDPOINT_TRIALS: Readonly<Record<EndpointName, (api: ApiClient) => Promise<void>>> = {
  balance: async (api) => {
    const { value } = await api.call('balance', {});
    expect(value.balanceKopecks).toBeGreaterThan(0);
    expect(Number.isInteger(value.spentKopecks)).toBe(true);
  },
  'vpn.quote': async (api) => {
    const year = (await api.call('vpn.quote', { periodMonths: 12 })).value.priceKopecks;
    expect(year).toBeGreaterThan((await api.call('vpn.quote', { periodMonths: 1 })).value.priceKopecks);
  },
  'vpn.buy': async (api) => {
    const before = (await api.call('balance', {})).value.balanceKopecks;
    const price = (await api.call('vpn.quote', { periodMonths: 1 })).value.priceKopecks;
    const bought = await buySubscription(api);
    expect(bought.uuid).not.toBe('');
    expect(bought.expiresAt).toBeGreaterThan(Date.now());
    expect(bought.subscriptionUrl).toMatch(/^https?:/);
    expect((await api.call('balance', {})).value.balanceKopecks).toBe(before - price);
  },
  'vpn.renew': async (api) => {
    const bought = await buySubscription(api);
    const renewed = (await charge(api, 'vpn.renew', { client, uuid: bought.uuid, periodMonths: 3 })).value;
    expect(renewed.uuid).toBe(bought.uuid);
    expect(renewed.expiresAt ?? 0).toBeGreaterThan(bought.expiresAt ?? Number.POSITIVE_INFINITY);
  },
  'vpn.delete': async (api) => {
    const { uuid } = await buySubscription(api);
    expect((await api.call('vpn.delete', { client, uuid })).value.deleted).toBe(true);
    expect((await api.call('vpn.info', { client })).value.map((item) => item.uuid)).not.toContain(uuid);
  },
  'vpn.info': async (api) => {
    const { uuid, expiresAt } = await buySubscription(api);
    const found = (await api.call('vpn.info', { client })).value.find((item) => item.uuid === uuid);
    expect(found).toMatchObject({ status: 'ACTIVE', expiresAt });
  },
  'dedicated.country': async (api) => {
    const { value } = await api.call('dedicated.country', { ipv: 6 });
    for (const { code, title } of value) {
      expect(code).toMatch(/^[a-z]{2}$/);
      expect(title).not.toBe('');
    }
    expect(value.length).toBeGreaterThan(0);
  },
  'dedicated.count': async (api) => {
    const [country] = (await api.call('dedicated.country', { ipv: 4 })).value;
    expect(
      (await api.call('dedicated.count', { countryCode: country?.code.toUpperCase() ?? '', ipv: 4 })).value,
    ).toBeGreaterThan(0);
  },
  'dedicated.quote': async (api) => {
    expect((await buyProxy(api)).quoted).toBeGreaterThan(0);
  },
  'dedicated.buy': async (api) => {
    const { purchase, quoted } = await buyProxy(api);
    expect(purchase.priceKopecks).toBe(quoted);
    expect(purchase.proxies).toHaveLength(1);
    for (const field of Object.values(purchase.proxies[0] ?? {})) expect(field).not.toBeNull();
  },
  'dedicated.prolong.quote': async (api) => {
    const { id } = await buyProxy(api);
    const { value } = await api.call('dedicated.prolong.quote', { ids: [id], period: 7 });
    expect(value.totalKopecks).toBeGreaterThan(0);
    expect(value.items.map((item) => item.id)).toEqual([id]);
  },
  'dedicated.prolong': async (api) => {
    const { id, purchase } = await buyProxy(api);
    const { value } = await charge(api, 'dedicated.prolong', { ids: [id], period: 7 });
    expect(value.items?.[0]?.id).toBe(id);
    expect(value.items?.[0]?.dateEnd ?? '').not.toBe(purchase.proxies[0]?.dateEnd);
  },
  'dedicated.protocol': async (api) => {
    const { id } = await buyProxy(api);
    const { value } = await api.call('dedicated.protocol', { ids: [id], portType: 'socks' });
    expect(value.kind === 'ids' ? value.ids : value).toEqual([id]);
  },
  'premium.traffic.quote': async (api) => {
    const { value } = await api.call('premium.traffic.quote', { poolType, gb: 2.5 });
    expect(value.gb).toBe(2.5);
    expect(value.priceKopecks).toBeGreaterThan(value.pricePerGbKopecks ?? Number.NaN);
  },
  'premium.traffic.buy': async (api) => {
    const { value } = await charge(api, 'premium.traffic.buy', { client, poolType, gb: 1.5 });
    expect(value.trafficGb).toBeGreaterThanOrEqual(1.5);
  },
  'premium.traffic.balance': async (api) => {
    const { trafficGb } = (await charge(api, 'premium.traffic.buy', { client, poolType, gb: 1 })).value;
    const pools = (await api.call('premium.traffic.balance', { client })).value;
    expect(pools).toHaveLength(4);
    expect(pools.find((pool) => pool.poolType === poolType)?.trafficGb).toBeCloseTo(trafficGb ?? Number.NaN);
  },
  'premium.locations.countries': listLocations('countries'),
  'premium.locations.states': listLocations('states'),
  'premium.locations.cities': listLocations('cities'),
  'premium.locations.zipcodes': listLocations('zipcodes'),
  'premium.locations.asns': listLocations('asns'),
  'premium.proxies.generate': async (api) => {
    await charge(api, 'premium.traffic.buy', { client, poolType, gb: 1 });
    const [country] = (await api.call('premium.locations.countries', { poolType, countries: [] })).value;
    const { value } = await api.call('premium.proxies.generate', {
      client,
      recipe: {
        ...RECIPE,
        poolType,
        countries: [country?.code ?? ''],
        protocol: 'socks5',
        rotation: { type: 'sticky', ttlMinutes: 30 },
        anonymous: true,
        quantity: 5,
      },
    });
    for (const lines of [value.domain, value.ip]) {
      const list = lines.trim().split('\n');
      expect(list).toHaveLength(5);
      for (const line of list) expect(line.trim()).toMatch(/^.+:\d+:[^:]+:[^:]+$/);
    }
  },
  'premium.whitelist': async (api) => {
    expect((await api.call('premium.whitelist', { client: { ...client, clientKey: 'nobody' } })).value).toEqual({
      kind: 'ips',
      ips: [],
    });
  },
  'premium.whitelist.add': async (api) => {
    expect((await api.call('premium.whitelist.add', { client, ip: IP })).value).toEqual({ kind: 'done', done: true });
    expect((await api.call('premium.whitelist', { client })).value).toEqual({ kind: 'ips', ips: [IP] });
  },
  'premium.whitelist.remove': async (api) => {
    await api.call('premium.whitelist.add', { client, ip: IP });
    expect((await api.call('premium.whitelist.remove', { client, ip: IP })).value).toEqual({
      kind: 'done',
      done: true,
    });
    expect((await api.call('premium.whitelist', { client })).value).toEqual({ kind: 'ips', ips: [] });
  },
  'premium.password': async (api) => {
    const reset = (await api.call('premium.password.reset', { client })).value;
    expect((await api.call('premium.password', { client })).value).toEqual(reset);
  },
  'premium.password.reset': async (api) => {
    const first = (await api.call('premium.password.reset', { client })).value;
    const second = (await api.call('premium.password.reset', { client })).value;
    expect([first.kind, second.kind]).toEqual(['password', 'password']);
    expect(second).not.toEqual(first);
  },
};

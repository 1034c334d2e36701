import { expect } from 'vitest';
import type { ClientPair } from '#core/api/answered.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { EndpointName } from '#shared/api/endpoints.ts';
import type { LocationKind } from '#shared/domain/limits.ts';

const client: ClientPair = { messengerId: 77_001, clientKey: 'ключ & key=1' };
const IP = '203.0.113.99';
const poolType = 'residential';

const buySubscription = async (api: ApiClient) => (await api.vpn.buy(client, 1)).value;

/** A country of a kind that can be bought now. */
const buyProxy = async (api: ApiClient) => {
  const [country] = (await api.dedicated.countries(4)).value;
  const order = { countryCode: country?.code ?? '', period: 30, count: 1, ipv: 4 } as const;
  const quoted = (await api.dedicated.quote(order)).value.priceKopecks;
  const purchase = (await api.dedicated.buy(order)).value;
  return { quoted, purchase, id: purchase.proxies[0]?.id ?? Number.NaN };
};

/** The way down the cascade, as far as a kind needs it. */
const listLocations = (kind: LocationKind) => async (api: ApiClient) => {
  const [country] = (await api.premium.locations('countries', { poolType })).value;
  const countries = kind === 'countries' ? [] : [country?.code ?? ''];
  const { value } = await api.premium.locations(kind, { poolType, countries });
  expect(value.length).toBeGreaterThan(0);
  for (const { code, count } of value) {
    expect(code).not.toBe('');
    expect(count).toBeGreaterThanOrEqual(0);
  }
};

/**
 * One use of every endpoint through the client's typed functions, with what a reseller would rely on. The type makes a
 * new endpoint without a trial an error of the compiler.
 */
export const ENDPOINT_TRIALS: Readonly<Record<EndpointName, (api: ApiClient) => Promise<void>>> = {
  balance: async (api) => {
    const { value } = await api.account.balance();
    expect(value.balanceKopecks).toBeGreaterThan(0);
    expect(Number.isInteger(value.spentKopecks)).toBe(true);
  },
  'vpn.quote': async (api) => {
    const year = (await api.vpn.quote(12)).value.priceKopecks;
    expect(year).toBeGreaterThan((await api.vpn.quote(1)).value.priceKopecks);
  },
  'vpn.buy': async (api) => {
    const before = (await api.account.balance()).value.balanceKopecks;
    const price = (await api.vpn.quote(1)).value.priceKopecks;
    const bought = await buySubscription(api);
    expect(bought.uuid).not.toBe('');
    expect(bought.expiresAt).toBeGreaterThan(Date.now());
    expect(bought.subscriptionUrl).toMatch(/^https?:/);
    expect((await api.account.balance()).value.balanceKopecks).toBe(before - price);
  },
  'vpn.renew': async (api) => {
    const bought = await buySubscription(api);
    const renewed = (await api.vpn.renew(client, bought.uuid, 3)).value;
    expect(renewed.uuid).toBe(bought.uuid);
    expect(renewed.expiresAt ?? 0).toBeGreaterThan(bought.expiresAt ?? Number.POSITIVE_INFINITY);
  },
  'vpn.delete': async (api) => {
    const { uuid } = await buySubscription(api);
    expect((await api.vpn.delete(client, uuid)).value.deleted).toBe(true);
    expect((await api.vpn.info(client)).value.map((item) => item.uuid)).not.toContain(uuid);
  },
  'vpn.info': async (api) => {
    const { uuid, expiresAt } = await buySubscription(api);
    const found = (await api.vpn.info(client)).value.find((item) => item.uuid === uuid);
    expect(found).toMatchObject({ status: 'ACTIVE', expiresAt });
  },
  'dedicated.country': async (api) => {
    const { value } = await api.dedicated.countries(6);
    for (const { code, title } of value) {
      expect(code).toMatch(/^[a-z]{2}$/);
      expect(title).not.toBe('');
    }
    expect(value.length).toBeGreaterThan(0);
  },
  'dedicated.count': async (api) => {
    const [country] = (await api.dedicated.countries(4)).value;
    expect((await api.dedicated.count(country?.code.toUpperCase() ?? '', 4)).value).toBeGreaterThan(0);
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
    const { value } = await api.dedicated.prolongQuote([id], 7);
    expect(value.totalKopecks).toBeGreaterThan(0);
    expect(value.items.map((item) => item.id)).toEqual([id]);
  },
  'dedicated.prolong': async (api) => {
    const { id, purchase } = await buyProxy(api);
    const { value } = await api.dedicated.prolong([id], 7);
    expect(value.items[0]?.id).toBe(id);
    expect(value.items[0]?.dateEnd ?? '').not.toBe(purchase.proxies[0]?.dateEnd);
  },
  'dedicated.protocol': async (api) => {
    const { id } = await buyProxy(api);
    const { value } = await api.dedicated.protocol([id], 'socks');
    expect(value.kind === 'ids' ? value.ids : value).toEqual([id]);
  },
  'premium.traffic.quote': async (api) => {
    const { value } = await api.premium.trafficQuote({ poolType, gb: 2.5 });
    expect(value.gb).toBe(2.5);
    expect(value.priceKopecks).toBeGreaterThan(value.pricePerGbKopecks);
  },
  'premium.traffic.buy': async (api) => {
    const { value } = await api.premium.trafficBuy({ client, poolType, gb: 1.5 });
    expect(value.trafficGb).toBeGreaterThanOrEqual(1.5);
  },
  'premium.traffic.balance': async (api) => {
    const { trafficGb } = (await api.premium.trafficBuy({ client, poolType, gb: 1 })).value;
    const pools = (await api.premium.trafficBalance(client)).value;
    expect(pools).toHaveLength(4);
    expect(pools.find((pool) => pool.poolType === poolType)?.trafficGb).toBeCloseTo(trafficGb ?? Number.NaN);
  },
  'premium.locations.countries': listLocations('countries'),
  'premium.locations.states': listLocations('states'),
  'premium.locations.cities': listLocations('cities'),
  'premium.locations.zipcodes': listLocations('zipcodes'),
  'premium.locations.asns': listLocations('asns'),
  'premium.proxies.generate': async (api) => {
    await api.premium.trafficBuy({ client, poolType, gb: 1 });
    const [country] = (await api.premium.locations('countries', { poolType })).value;
    const { value } = await api.premium.generate({
      client,
      poolType,
      countries: [country?.code ?? ''],
      protocol: 'socks5',
      rotation: 'sticky',
      sessionTtlMinutes: 30,
      anonymous: true,
      quantity: 5,
      formatId: 1,
    });
    for (const lines of [value.domain, value.ip]) {
      const list = lines.trim().split('\n');
      expect(list).toHaveLength(5);
      for (const line of list) expect(line.trim()).toMatch(/^.+:\d+:[^:]+:[^:]+$/);
    }
  },
  'premium.whitelist': async (api) => {
    expect((await api.premium.whitelist({ ...client, clientKey: 'nobody' })).value).toEqual({ kind: 'ips', ips: [] });
  },
  'premium.whitelist.add': async (api) => {
    expect((await api.premium.whitelistAdd(client, IP)).value).toEqual({ kind: 'done', done: true });
    expect((await api.premium.whitelist(client)).value).toEqual({ kind: 'ips', ips: [IP] });
  },
  'premium.whitelist.remove': async (api) => {
    await api.premium.whitelistAdd(client, IP);
    expect((await api.premium.whitelistRemove(client, IP)).value).toEqual({ kind: 'done', done: true });
    expect((await api.premium.whitelist(client)).value).toEqual({ kind: 'ips', ips: [] });
  },
  'premium.password': async (api) => {
    const reset = (await api.premium.passwordReset(client)).value;
    expect((await api.premium.password(client)).value).toEqual(reset);
  },
  'premium.password.reset': async (api) => {
    const first = (await api.premium.passwordReset(client)).value;
    const second = (await api.premium.passwordReset(client)).value;
    expect([first.kind, second.kind]).toEqual(['password', 'password']);
    expect(second).not.toEqual(first);
  },
};

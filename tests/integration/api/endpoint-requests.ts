import type { ApiClient } from '#core/api/api-client.ts';
import type { EndpointName, EndpointRequest } from '#shared/api/endpoints.ts';

const client = { messenger_id: 88_001, client_key: 'matrix' };
const pool_type = 'residential';
const countries = ['de'];
const ip = '203.0.113.77';

const newSubscription = async (api: ApiClient): Promise<string> =>
  (await api.vpn.buy({ messengerId: client.messenger_id, clientKey: client.client_key }, 1)).value.uuid;

const newProxy = async (api: ApiClient): Promise<number[]> => {
  const { value } = await api.dedicated.buy({ countryCode: 'de', period: 30, count: 1, ipv: 4 });
  return value.proxies.flatMap((proxy) => (proxy?.id == null ? [] : [proxy.id]));
};

type Requests = { readonly [N in EndpointName]: (api: ApiClient) => Promise<EndpointRequest<N>> | EndpointRequest<N> };

/** A request of every endpoint that the sandbox would grant, made anew for every use. */
export const ENDPOINT_REQUESTS: Requests = {
  balance: () => ({}),
  'vpn.quote': () => ({ period_months: 3 }),
  'vpn.buy': () => ({ ...client, period_months: 1 }),
  'vpn.renew': async (api) => ({ ...client, period_months: 1, uuid: await newSubscription(api) }),
  'vpn.delete': async (api) => ({ ...client, uuid: await newSubscription(api) }),
  'vpn.info': () => client,
  'dedicated.country': () => ({ ipv: 4 }),
  'dedicated.count': () => ({ country_code: 'de', ipv: 4 }),
  'dedicated.quote': () => ({ country_code: 'de', period: 30, count: 1, ipv: 4 }),
  'dedicated.buy': () => ({ country_code: 'de', period: 7, count: 1, ipv: 6 }),
  'dedicated.prolong.quote': async (api) => ({ ids: await newProxy(api), period: 7 }),
  'dedicated.prolong': async (api) => ({ ids: await newProxy(api), period: 7 }),
  'dedicated.protocol': async (api) => ({ ids: await newProxy(api), port_type: 'socks' }),
  'premium.traffic.quote': () => ({ pool_type, gb: 1 }),
  'premium.traffic.buy': () => ({ ...client, pool_type, gb: 1 }),
  'premium.traffic.balance': () => client,
  'premium.locations.countries': () => ({ pool_type }),
  'premium.locations.states': () => ({ pool_type, countries }),
  'premium.locations.cities': () => ({ pool_type, countries }),
  'premium.locations.zipcodes': () => ({ pool_type, countries }),
  'premium.locations.asns': () => ({ pool_type, countries }),
  'premium.proxies.generate': async (api) => {
    await api.premium.trafficBuy({
      client: { messengerId: client.messenger_id, clientKey: client.client_key },
      poolType: pool_type,
      gb: 1,
    });
    return {
      ...client,
      pool_type,
      countries,
      protocol: 'http',
      type: 'rotating',
      anonymous: false,
      quantity: 3,
      format_id: 1,
    };
  },
  'premium.whitelist': () => client,
  'premium.whitelist.add': () => ({ ...client, ip }),
  'premium.whitelist.remove': () => ({ ...client, ip }),
  'premium.password': () => client,
  'premium.password.reset': () => client,
};

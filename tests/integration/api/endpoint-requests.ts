import type { ApiClient } from '#core/service/api/api-client.ts';
import type { EndpointName, EndpointRequest } from '#shared/api/endpoints.ts';
import { charge } from '../../support/charge.ts';
import { RECIPE } from '../../support/recipe.ts';

const client = { messengerId: 88_001, clientKey: 'matrix' };
const poolType = 'residential';
const countries = ['de'];
const ip = '203.0.113.77';

const newSubscription = async (api: ApiClient): Promise<string> =>
  (await charge(api, 'vpn.buy', { client, periodMonths: 1 })).value.uuid;

const newProxy = async (api: ApiClient): Promise<number[]> => {
  const { value } = await charge(api, 'dedicated.buy', { countryCode: 'de', period: 30, count: 1, ipv: 4 });
  return value.proxies.flatMap((proxy) => (proxy?.id == null ? [] : [proxy.id]));
};

type Requests = { readonly [N in EndpointName]: (api: ApiClient) => Promise<EndpointRequest<N>> | EndpointRequest<N> };

/** A request of every endpoint that the sandbox would grant, created anew for every use. */
export const ENDPOINT_REQUESTS: Requests = {
  balance: () => ({}),
  'vpn.quote': () => ({ periodMonths: 3 }),
  'vpn.buy': () => ({ client, periodMonths: 1 }),
  'vpn.renew': async (api) => ({ client, periodMonths: 1, uuid: await newSubscription(api) }),
  'vpn.delete': async (api) => ({ client, uuid: await newSubscription(api) }),
  'vpn.info': () => ({ client }),
  'dedicated.country': () => ({ ipv: 4 }),
  'dedicated.count': () => ({ countryCode: 'de', ipv: 4 }),
  'dedicated.quote': () => ({ countryCode: 'de', period: 30, count: 1, ipv: 4 }),
  'dedicated.buy': () => ({ countryCode: 'de', period: 7, count: 1, ipv: 6 }),
  'dedicated.prolong.quote': async (api) => ({ ids: await newProxy(api), period: 7 }),
  'dedicated.prolong': async (api) => ({ ids: await newProxy(api), period: 7 }),
  'dedicated.protocol': async (api) => ({ ids: await newProxy(api), portType: 'socks' }),
  'premium.traffic.quote': () => ({ poolType, gb: 1 }),
  'premium.traffic.buy': () => ({ client, poolType, gb: 1 }),
  'premium.traffic.balance': () => ({ client }),
  'premium.locations.countries': () => ({ poolType, countries: [] }),
  'premium.locations.states': () => ({ poolType, countries }),
  'premium.locations.cities': () => ({ poolType, countries }),
  'premium.locations.zipcodes': () => ({ poolType, countries }),
  'premium.locations.asns': () => ({ poolType, countries }),
  'premium.proxies.generate': async (api) => {
    await charge(api, 'premium.traffic.buy', { client, poolType, gb: 1 });
    return { client, recipe: { ...RECIPE, poolType, countries, rotation: { type: 'rotating' }, quantity: 3 } };
  },
  'premium.whitelist': () => ({ client }),
  'premium.whitelist.add': () => ({ client, ip }),
  'premium.whitelist.remove': () => ({ client, ip }),
  'premium.password': () => ({ client }),
  'premium.password.reset': () => ({ client }),
};

import type { ApiClient } from '#core/service/api/api-client.ts';
import { readResponseBody } from '#core/service/api/transport.ts';
import type { EndpointName } from '#shared/api/endpoints.ts';
import { createApiUnderTest, freePacer, hastyClock } from './api-under-test.ts';
import { charge } from './charge.ts';
import { RECIPE } from './recipe.ts';

export type Call = (api: ApiClient) => Promise<unknown>;

const client = { messengerId: 1, clientKey: 'k' };
/** A second try would cost as much again. */
const once = { attempts: 1 } as const;
const order = { countryCode: 'de', period: 30, count: 1, ipv: 4 } as const;
const places = { poolType: 'mobile', countries: ['de'] } as const;
const subscription = {
  uuid: 'u',
  status: 's',
  expireAt: 't',
  expireAt_date: 'd',
  subscriptionUrl: 'l',
  trafficLimitBytes: 1,
};
const proxy = { ids: 1, ip: 'i', port: 'p', username: 'u', password: 'p', date_end: 'd' };
const locations = { pool_type: 'p', countries: ['c'], states: ['s'], items: [{ code: 'c', name: 'n', count: 1 }] };
const unknownShapes = { updated: ['x'], whitelist: ['x'], password: 'x', removed: 'x' };

/** One call of each endpoint, with a sample answer whose fields are replaced by hostile values in turn. */
export const HOSTILE_USES: Readonly<Record<EndpointName, readonly [Call, object]>> = {
  balance: [(api) => api.call('balance', {}, once), { balance_rub: 1, api_spent_rub: 1 }],
  'vpn.quote': [(api) => api.call('vpn.quote', { periodMonths: 1 }, once), { period_months: 1, price_rub: 1 }],
  'vpn.buy': [(api) => charge(api, 'vpn.buy', { client, periodMonths: 1 }), subscription],
  'vpn.renew': [(api) => charge(api, 'vpn.renew', { client, uuid: 'u', periodMonths: 1 }), subscription],
  'vpn.delete': [(api) => api.call('vpn.delete', { client, uuid: 'u' }, once), { uuid: 'u', deleted: true }],
  'vpn.info': [(api) => api.call('vpn.info', { client }, once), { exists: true, count: 1, items: [subscription] }],
  'dedicated.quote': [
    (api) => api.call('dedicated.quote', order, once),
    { country_code: 'c', period: 1, count: 1, ipv: 1, price_rub: 1 },
  ],
  'dedicated.buy': [
    (api) => charge(api, 'dedicated.buy', order),
    { check_id: 'c', order_id: 1, price_rub: 1, proxies: [proxy] },
  ],
  'dedicated.country': [
    (api) => api.call('dedicated.country', { ipv: 4 }, once),
    { ipv: 4, countries: [{ country_code: 'c', title: 't' }] },
  ],
  'dedicated.count': [
    (api) => api.call('dedicated.count', { countryCode: 'de', ipv: 4 }, once),
    { country_code: 'c', ipv: 4, count: 1 },
  ],
  'dedicated.prolong.quote': [
    (api) => api.call('dedicated.prolong.quote', { ids: [1], period: 7 }, once),
    { period: 1, total_price_rub: 1, items: [{ ids: 1, ipv: 4, price_rub: 1 }] },
  ],
  'dedicated.prolong': [
    (api) => charge(api, 'dedicated.prolong', { ids: [1], period: 7 }),
    { period: 1, total_price_rub: 1, items: [{ ids: 1, date_end: 'd' }] },
  ],
  'dedicated.protocol': [
    (api) => api.call('dedicated.protocol', { ids: [1], portType: 'http' }, once),
    { port_type: 'p', ...unknownShapes },
  ],
  'premium.traffic.quote': [
    (api) => api.call('premium.traffic.quote', { poolType: 'mobile', gb: 1 }, once),
    { pool_type: 'p', gb: 1, price_per_gb_rub: 1, price_rub: 1 },
  ],
  'premium.traffic.buy': [
    (api) => charge(api, 'premium.traffic.buy', { client, poolType: 'mobile', gb: 1 }),
    { pool_type: 'p', gb: 1, traffic_gb: 1 },
  ],
  'premium.traffic.balance': [
    (api) => api.call('premium.traffic.balance', { client }, once),
    { pools: [{ pool_type: 'p', traffic_gb: 1 }] },
  ],
  'premium.locations.countries': [(api) => api.call('premium.locations.countries', places, once), locations],
  'premium.locations.states': [(api) => api.call('premium.locations.states', places, once), locations],
  'premium.locations.cities': [(api) => api.call('premium.locations.cities', places, once), locations],
  'premium.locations.zipcodes': [(api) => api.call('premium.locations.zipcodes', places, once), locations],
  'premium.locations.asns': [(api) => api.call('premium.locations.asns', places, once), locations],
  'premium.proxies.generate': [
    (api) => api.call('premium.proxies.generate', { client, recipe: RECIPE }, once),
    { pool_type: 'p', params: { countries: 'c' }, domain: 'd', ip: 'i' },
  ],
  'premium.whitelist': [(api) => api.call('premium.whitelist', { client }, once), unknownShapes],
  'premium.whitelist.add': [
    (api) => api.call('premium.whitelist.add', { client, ip: '203.0.113.1' }, once),
    { added: true, ...unknownShapes },
  ],
  'premium.whitelist.remove': [
    (api) => api.call('premium.whitelist.remove', { client, ip: '203.0.113.1' }, once),
    unknownShapes,
  ],
  'premium.password': [(api) => api.call('premium.password', { client }, once), unknownShapes],
  'premium.password.reset': [(api) => api.call('premium.password.reset', { client }, once), unknownShapes],
};

/** Yields the answer once for each of its leaves, with `worst` in place of that leaf. */
export function* withEachLeaf(value: unknown, worst: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) yield worst;
  else if (Array.isArray(value)) {
    yield worst;
    for (const inner of withEachLeaf(value[0], worst)) yield [inner];
  } else {
    for (const [key, field] of Object.entries(value)) {
      for (const inner of withEachLeaf(field, worst)) yield { ...value, [key]: inner };
    }
  }
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export const ok = (data: unknown): string => JSON.stringify({ ok: true, data });

/** Yields every answer of an endpoint in which one field holds the hostile value. */
export function* answersOf(sample: object, worst: string): Generator<Answer> {
  for (const data of withEachLeaf(sample, worst)) yield { status: 200, body: ok(data) };
  yield { status: 200, body: ok(worst) };
  yield { status: 200, body: worst };
  yield { status: 400, body: worst };
  yield { status: 400, body: JSON.stringify({ ok: false, error: { errors: { [worst]: [worst] } } }) };
  yield { status: 502, body: `<html><title${worst}` };
}

const respond = ({ status }: Answer, bytes: Uint8Array): Response =>
  new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: { 'content-type': 'application/json' } });

/** Reads the same bytes as text and, where they are JSON, as JSON. Every reader has to pay at least this cost. */
export const readOnly = async (answer: Answer, bytes: Uint8Array): Promise<void> => {
  const { text } = await readResponseBody(respond(answer, bytes), new AbortController().signal);
  JSON.parse(text);
};

/** Makes the call and gives it this answer. */
export const callAnswered = (call: Call, answer: Answer, bytes: Uint8Array): Promise<unknown> =>
  call(
    createApiUnderTest(
      { baseUrl: 'https://service.example', token: 'token-of-a-test' },
      { pacer: freePacer, fetch: async () => respond(answer, bytes), clock: hastyClock },
    ),
  );

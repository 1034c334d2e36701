import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#core/api/api-client.ts';
import { readBody } from '#core/api/read-body.ts';
import { ENDPOINT_NAMES, type EndpointName } from '#shared/api/endpoints.ts';
import { charge } from '../../support/charge.ts';
import { RECIPE } from '../../support/recipe.ts';
import { WORST_TEXTS } from '../../support/worst-texts.ts';
import { createApiUnderTest, freePacer, hastyClock } from './api-under-test.ts';

/**
 * Characters of the worst text. `HOSTILE_BYTES=67000000` tries what the app reads at most, and takes an hour. What took
 * the square of the length took minutes for an eighth of a megabyte.
 */
const LENGTH = Number(process.env.HOSTILE_BYTES ?? 128 * 1024);
/** How often the reading of the same bytes an answer may take. The square of the length is several thousand times. */
const TIMES = 40;
/** Less is not measured, ms: the collector of garbage takes as much when it likes. */
const NOISE_MS = 4;

type Call = (api: ApiClient) => Promise<unknown>;

const client = { messengerId: 1, clientKey: 'k' };
/** Trying again costs as much again. */
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

/** A use of each endpoint, and an answer of which each field is made the worst in turn. */
const USES: Readonly<Record<EndpointName, readonly [Call, object]>> = {
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

/** The answer once for each of its leaves, with `worst` in the place of that leaf. */
function* withEachLeaf(value: unknown, worst: unknown): Generator<unknown> {
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

/** As many values as fit, each of them next to nothing. */
const MANY: Readonly<Record<string, (length: number) => string>> = {
  'empty lists': (length) => `[${'[],'.repeat(length / 3)}[]]`,
  'empty objects': (length) => `[${'{},'.repeat(length / 3)}{}]`,
  numbers: (length) => `[${'1,'.repeat(length / 2)}1]`,
  texts: (length) => `[${'"x",'.repeat(length / 4)}"x"]`,
  'a deep list': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'a deep object': (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  'a deep list that never ends': (length) => '['.repeat(length),
  'many keys': (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"${at}k":1`).join(',')}}`,
  'keys that are numbers': (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"${at * 7}":1`).join(',')}}`,
  'a long number': (length) => '9'.repeat(length),
};

const MARK = '@@worst@@';

interface Answer {
  readonly status: number;
  readonly body: string;
}

const ok = (data: unknown): string => JSON.stringify({ ok: true, data });

/** Every answer to an endpoint whose fields hold the worst of a kind. */
function* answersOf(sample: object, worst: string): Generator<Answer> {
  for (const data of withEachLeaf(sample, worst)) yield { status: 200, body: ok(data) };
  yield { status: 200, body: ok(worst) };
  yield { status: 200, body: worst };
  yield { status: 400, body: worst };
  yield { status: 400, body: JSON.stringify({ ok: false, error: { errors: { [worst]: [worst] } } }) };
  yield { status: 502, body: `<html><title${worst}` };
}

const respond = ({ status }: Answer, bytes: Uint8Array): Response =>
  new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: { 'content-type': 'application/json' } });

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work().catch(() => undefined);
  return performance.now() - from;
};

/** Reads the same bytes as text, and as JSON where it is some: what nobody can do without. */
const reading = async (answer: Answer, bytes: Uint8Array): Promise<void> => {
  const { text } = await readBody(respond(answer, bytes), new AbortController().signal);
  JSON.parse(text);
};

/** The longest that one answer took, in readings of its bytes; the best of some tries, for the machine has other work. */
const timesReading = async (call: Call, answer: Answer): Promise<number> => {
  const bytes = new TextEncoder().encode(answer.body);
  const api = createApiUnderTest(
    { baseUrl: 'https://service.example', token: 'token-of-a-test' },
    { pacer: freePacer, fetch: async () => respond(answer, bytes), clock: hastyClock },
  );
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best > TIMES; attempt += 1) {
    const read = await timeOf(() => reading(answer, bytes));
    const used = await timeOf(() => call(api));
    best = Math.min(best, used / Math.max(read, NOISE_MS));
  }
  return best;
};

describe('an answer that is made to take long takes as long as it is', () => {
  it.each(ENDPOINT_NAMES)('%s: a field of', { timeout: 3_600_000 }, async (name) => {
    const [call, sample] = USES[name];
    const slow: Record<string, number> = {};
    for (const [kind, make] of Object.entries(WORST_TEXTS)) {
      for (const answer of answersOf(sample, make(LENGTH))) {
        const times = await timesReading(call, answer);
        if (times > TIMES) slow[`${kind}: ${answer.status} ${answer.body.slice(0, 80)}`] = times;
      }
    }
    expect(slow).toEqual({});
  });

  it.each(ENDPOINT_NAMES)('%s: more values than anybody needs', { timeout: 3_600_000 }, async (name) => {
    const [call, sample] = USES[name];
    const slow: Record<string, number> = {};
    for (const [kind, make] of Object.entries(MANY)) {
      const many = make(LENGTH);
      for (const data of [...withEachLeaf(sample, MARK), MARK]) {
        const body = ok(data).replace(`"${MARK}"`, () => many);
        const times = await timesReading(call, { status: 200, body });
        if (times > TIMES) slow[`${kind}: ${body.slice(0, 80)}`] = times;
      }
    }
    expect(slow).toEqual({});
  });
});

import { roubles } from './books.ts';
import { type Reply, type Route, refuse, type StrangerContext, type StrangerRequest, success } from './types.ts';

const POOLS = ['residential', 'datacenter', 'mobile', 'residential_premium'] as const;
const PRICE_PER_GB: Readonly<Record<string, number>> = {
  residential: 17_333,
  datacenter: 4_999,
  mobile: 30_001,
  residential_premium: 45_050,
};

interface StrangerClient {
  readonly traffic: Map<string, number>;
  readonly whitelist: Set<string>;
  password: string;
}

const clientName = (source: { get(name: string): unknown }): string =>
  `${String(source.get('messenger_id'))} ${String(source.get('client_key'))}`;

const fromBody = (request: StrangerRequest) => ({ get: (name: string) => request.body[name] });

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Returns line `index` of a list. Passwords contain characters that trip careless parsers, and some addresses are IPv6. */
const gateway = (index: number, params: Readonly<Record<string, unknown>>) => {
  const login = `u${7000 + index}-cc-${texts(params.countries)[0] ?? 'xx'}`;
  const password = index % 3 === 0 ? `p%40ss${index}` : `Zx_${index}~q`;
  return { login, password, port: 20_000 + (index % 500) };
};

const layout = (host: string, index: number, params: Readonly<Record<string, unknown>>, format: number): string => {
  const { login, password, port } = gateway(index, params);
  if (format === 1) return `${host}:${port}:${login}:${password}`;
  if (format === 3) return `${host}:${port}`;
  return `${login}:${password}@${host}:${port}`;
};

const locationItems = (kind: string, countries: readonly string[]) => {
  if (kind === 'countries') {
    return ['DE', 'FR', 'US', 'BR', 'CI'].map((code, at) => ({
      code,
      name: `Land ${code} — «Côte»`,
      count: 1000 - at,
    }));
  }
  return countries.flatMap((country) =>
    Array.from({ length: kind === 'zipcodes' ? 3000 : 40 }, (_, at) => ({
      code: kind === 'zipcodes' ? String(at).padStart(5, '0') : `${country.toLowerCase()}_${kind}_${at}`,
      name: `${kind} ${at} of ${country}`,
      count: String(at * 3),
    })),
  );
};

/** docs/api.md#premium-traffic and the sections after it. */
export const premiumRoutes = (context: StrangerContext): readonly Route[] => {
  const { books, dialect } = context;
  const wordy = dialect === 'verbose';
  const clients = new Map<string, StrangerClient>();
  const client = (name: string): StrangerClient => {
    const known = clients.get(name);
    if (known !== undefined) return known;
    const made = {
      traffic: new Map<string, number>(),
      whitelist: new Set<string>(),
      password: `first-${name.length}-Pw`,
    };
    clients.set(name, made);
    return made;
  };
  const whitelistShape = (ips: readonly string[]): unknown =>
    wordy
      ? { client: { whitelist: ips.map((ip) => ({ ip_address: ip, added_at: '2026-01-02' })) }, total: ips.length }
      : ips;

  const quote = (request: StrangerRequest): Reply => {
    const pool = request.query.get('pool_type') ?? '';
    const gb = Number(request.query.get('gb'));
    const perGb = PRICE_PER_GB[pool];
    if (perGb === undefined || !(gb > 0)) return refuse(422, 'unknown pool or amount');
    return success({
      pool_type: pool,
      gb: wordy ? String(gb) : gb,
      price_per_gb_rub: roubles(perGb, wordy),
      price_rub: roubles(Math.round(perGb * gb), wordy),
      currency: 'RUB',
    });
  };

  const buy = (request: StrangerRequest): Reply => {
    const pool = String(request.body.pool_type);
    const gb = Number(request.body.gb);
    const perGb = PRICE_PER_GB[pool];
    if (perGb === undefined || !(gb > 0)) return refuse(422, 'unknown pool or amount');
    const name = clientName(fromBody(request));
    if (!books.charge(request.path, name, Math.round(perGb * gb)))
      return refuse(402, 'Недостаточно средств на балансе');
    const traffic = client(name).traffic;
    traffic.set(pool, (traffic.get(pool) ?? 0) + gb);
    return success({ pool_type: pool, gb, traffic_gb: wordy ? String(traffic.get(pool)) : traffic.get(pool) });
  };

  const generate = (request: StrangerRequest): Reply => {
    const countries = texts(request.body.countries);
    if (countries.length === 0) return refuse(400, 'countries: at least one value');
    const quantity = Number(request.body.quantity ?? 1);
    const format = request.body.format_id === undefined ? 1 : Number(request.body.format_id);
    const indexes = Array.from({ length: quantity }, (_, at) => at);
    const join = (host: (index: number) => string) =>
      indexes.map((index) => layout(host(index), index, request.body, format)).join(wordy ? '\r\n' : '\n') +
      (wordy ? '\r\n' : '');
    const list = {
      domain: join(() => 'gw-eu.strange.example'),
      ip: join((index) => (index % 10 === 9 ? '[2001:db8::7]' : `198.51.100.${index % 250}`)),
    };
    context.remember(list);
    return success({
      pool_type: request.body.pool_type,
      params: { countries: countries.join('|'), format: 'own', quantity: String(quantity), anonymous: '0' },
      ...list,
    });
  };

  const locations = (kind: string): Route => ({
    method: 'POST',
    path: `/premium/locations/${kind}`,
    handle: (request) => {
      const countries = texts(request.body.countries);
      if (kind !== 'countries' && countries.length === 0) return refuse(400, 'countries is required');
      return success({
        pool_type: request.body.pool_type,
        countries: countries.map((code) => code.toLowerCase()),
        states: texts(request.body.states).map((code) => code.toLowerCase()),
        items: locationItems(kind, countries),
      });
    },
  });

  const withClient = (
    method: 'GET' | 'POST',
    path: string,
    handle: (one: StrangerClient, request: StrangerRequest) => Reply,
  ): Route => ({
    method,
    path,
    handle: (request) => handle(client(clientName(method === 'GET' ? request.query : fromBody(request))), request),
  });

  return [
    { method: 'GET', path: '/premium/traffic/quote', handle: quote },
    { method: 'POST', path: '/premium/traffic/buy', handle: buy },
    withClient('GET', '/premium/traffic/balance', (one) =>
      success({
        pools: POOLS.map((pool) => ({
          pool_type: pool,
          traffic_gb: wordy ? String(one.traffic.get(pool) ?? 0) : (one.traffic.get(pool) ?? 0),
        })),
      }),
    ),
    ...['countries', 'states', 'cities', 'zipcodes', 'asns'].map(locations),
    { method: 'POST', path: '/premium/proxies/generate', handle: generate },
    withClient('GET', '/premium/whitelist', (one) => success(whitelistShape([...one.whitelist]))),
    withClient('POST', '/premium/whitelist/add', (one, request) => {
      one.whitelist.add(String(request.body.ip));
      return success({ added: wordy ? 1 : true });
    }),
    withClient('POST', '/premium/whitelist/remove', (one, request) => {
      const removed = one.whitelist.delete(String(request.body.ip));
      return success(wordy ? { result: { removed: removed ? 'true' : 'false' } } : removed);
    }),
    withClient('GET', '/premium/password', (one) =>
      success(wordy ? { sub_user: { login: 'su1', password: one.password } } : one.password),
    ),
    withClient('POST', '/premium/password/reset', (one) => {
      one.password = `next-${one.password.length}-${one.password.slice(0, 4)}`;
      return success({ password: one.password });
    }),
  ];
};

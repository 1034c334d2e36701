import type { Fetch } from '#core/ports.ts';

/** The fate of a charging request and of its answer. */
export type Fate =
  | 'answered'
  /** Charged; the answer is lost. */
  | 'lost'
  /** The request never arrives. */
  | 'vanished'
  /** The answer is lost, and the service charges some minutes later. */
  | 'late'
  | 'refused'
  /** The service answers with an internal error after it has charged. */
  | 'failed-and-charged';

/** One charging request as the service records it. Times in ms since the epoch, UTC. */
export interface MonthCharge {
  readonly path: string;
  /** A subscription's uuid, a proxy's id, a client's pool. */
  readonly target: string;
  readonly sentAt: number;
  /** The previous end of the renewed goods, or the GB that were in the pool. */
  readonly before: number;
  /** The price in kopecks that the service asked when the request arrived. */
  readonly price: number;
  /** `null`: not charged (yet). */
  charged: number | null;
  chargedAt: number;
  /** Whether this desk sent it, and not another computer with the same token. */
  readonly isOurs: boolean;
}

interface Stock {
  readonly at: number;
  readonly spent: number;
  /** The ends by uuid, with their clients. */
  readonly subscriptions: ReadonlyMap<string, { readonly client: string; readonly endsAt: number }>;
  readonly pools: ReadonlyMap<string, number>;
  readonly proxies: ReadonlyMap<number, number>;
}

export interface MonthService {
  readonly fetch: Fetch;
  readonly charges: readonly MonthCharge[];
  /** Called before each charge of the desk. */
  fate: () => Fate;
  /** The delay with which the service reports its sum and its lists; ms. */
  lag: { sumMs: number; listMs: number };
  /** Multiple of the usual prices. */
  factor: number;
  isOffline: boolean;
  /** Whether the answers carry the service's time. */
  isDated: boolean;
  /** The true stock, whatever the service reports. */
  stock(): Stock;
  addClient(
    client: string,
    subscriptions: readonly { readonly uuid: string; readonly endsAt: number }[],
    gb: number,
  ): void;
  /** The client uses some of its traffic. */
  use(client: string, gb: number): void;
  /** Another computer renews the same goods or tops up the same pool. */
  colleagueBuys(path: string, body: Record<string, unknown>): void;
}

const DAY = 86_400_000;
const MONTH = 30 * DAY;
const LATE_MS = 4 * 60_000;
/** No answer is older than this; earlier states are forgotten. */
const LONGEST_LAG_MS = 3_600_000;
export const PRICES = { '/vpn/renew': 30_000, '/premium/traffic/buy': 28_950, '/dedicated/prolong': 12_345 } as const;
const PROXY_PRICE = 20_000;

const json = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: object): Response => json(200, { ok: true, data });
const broken = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall: 'read' }) });

const dotted = (at: number): string => new Date(at).toISOString().slice(0, 10).split('-').reverse().join('.');
const spaced = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const clientOf = (source: { get(name: string): unknown }): string =>
  `${String(source.get('messenger_id'))} ${String(source.get('client_key'))}`;

/**
 * A service for a month of standing orders, in memory and on the time of the test. It has subscriptions, traffic pools and
 * proxies of several clients, and it can report them late or wrongly. It is written from the description of the API, without
 * the app's own schemas.
 */
export const createMonthService = (now: () => number): MonthService => {
  let spent = 500_000;
  const subscriptions = new Map<string, { readonly client: string; readonly endsAt: number }>();
  const pools = new Map<string, number>();
  const proxies = new Map<number, number>();
  const charges: MonthCharge[] = [];
  let late: { readonly at: number; readonly run: () => void }[] = [];
  let stocks: Stock[] = [];

  const stock = (): Stock => ({
    at: now(),
    spent,
    subscriptions: new Map(subscriptions),
    pools: new Map(pools),
    proxies: new Map(proxies),
  });
  const put = (): void => {
    const known = stocks.findLast(({ at }) => at <= now() - LONGEST_LAG_MS);
    stocks = [...stocks.filter((one) => one === known || one.at > now() - LONGEST_LAG_MS), stock()];
  };
  const asOf = (lagMs: number): Stock => stocks.findLast(({ at }) => at <= now() - lagMs) ?? stocks[0] ?? stock();
  const priceOf = (path: keyof typeof PRICES, times = 1): number => Math.round(PRICES[path] * service.factor) * times;

  /** Returns the target of the request and its effect once it is charged, or `null` if the target does not exist. */
  const chargeOf = (path: string, body: Record<string, unknown>) => {
    const given = { get: (name: string) => body[name] };
    const client = clientOf(given);
    switch (path) {
      case '/vpn/renew': {
        const uuid = String(body.uuid);
        const one = subscriptions.get(uuid);
        if (one === undefined || one.client !== client) return null;
        const months = Number(body.period_months);
        return {
          target: uuid,
          before: one.endsAt,
          price: priceOf('/vpn/renew', months),
          carryOut: () => {
            const ended = subscriptions.get(uuid)?.endsAt ?? now();
            const endsAt = Math.max(ended, now()) + months * MONTH;
            subscriptions.set(uuid, { client, endsAt });
            return { uuid, subscriptionUrl: `https://sub.example/${uuid}`, ...ends(endsAt) };
          },
        };
      }
      case '/premium/traffic/buy': {
        const gb = Number(body.gb);
        return {
          target: client,
          before: pools.get(client) ?? 0,
          price: priceOf('/premium/traffic/buy', gb),
          carryOut: () => {
            pools.set(client, (pools.get(client) ?? 0) + gb);
            return { pool_type: body.pool_type, gb, traffic_gb: pools.get(client) };
          },
        };
      }
      case '/dedicated/prolong': {
        const ids = (body.ids as unknown[]).map(Number);
        const ended = ids.map((id) => proxies.get(id) ?? Number.NaN);
        if (ended.some(Number.isNaN)) return null;
        return {
          target: ids.join(' '),
          before: Math.max(...ended),
          price: priceOf('/dedicated/prolong', ids.length),
          carryOut: () => {
            const items = ids.map((id) => {
              const end = (proxies.get(id) ?? now()) + Number(body.period) * DAY;
              proxies.set(id, end);
              return { ids: id, date_end: spaced(end) };
            });
            return { period: body.period, total_price_rub: priceOf('/dedicated/prolong', ids.length) / 100, items };
          },
        };
      }
      case '/dedicated/buy':
        return {
          target: 'new',
          before: 0,
          price: PROXY_PRICE * Number(body.count),
          carryOut: () => {
            const made = Array.from({ length: Number(body.count) }, () => {
              const id = 7_000_000 + proxies.size;
              const end = Math.floor(now() / 1000) * 1000 + Number(body.period) * DAY;
              proxies.set(id, end);
              const login = { username: `u${id}`, password: `p${id}` };
              return { ids: id, ip: `203.0.113.${proxies.size}`, port: '8000', ...login, date_end: spaced(end) };
            });
            return {
              check_id: 'c',
              order_id: proxies.size,
              price_rub: (PROXY_PRICE * made.length) / 100,
              proxies: made,
            };
          },
        };
      default:
        return null;
    }
  };

  const charge = (path: string, body: Record<string, unknown>, isOurs: boolean, fate: Fate): Response => {
    const about = chargeOf(path, body);
    if (about === null) return json(404, { ok: false, error: 'no such thing' });
    const { target, before, price, carryOut } = about;
    const mine: MonthCharge = { path, target, before, price, sentAt: now(), charged: null, chargedAt: 0, isOurs };
    charges.push(mine);
    const run = (): object => {
      mine.charged = price;
      mine.chargedAt = now();
      spent += price;
      const data = carryOut();
      put();
      return data;
    };
    switch (fate) {
      case 'answered':
        return ok(run());
      case 'lost':
        run();
        throw broken('ECONNRESET');
      case 'vanished':
        throw broken('ECONNRESET');
      case 'late':
        late.push({ at: now() + LATE_MS, run });
        throw broken('ECONNRESET');
      case 'refused':
        return json(400, { ok: false, error: 'not now' });
      case 'failed-and-charged':
        run();
        return json(500, { ok: false, error: 'fault' });
    }
  };

  const tick = (): void => {
    const due = late.filter(({ at }) => at <= now());
    late = late.filter(({ at }) => at > now());
    for (const { run } of due) run();
  };

  const read = (path: string, query: URLSearchParams): Response | null => {
    const client = clientOf(query);
    switch (path) {
      case '/balance':
        return ok({ balance_rub: 1_000_000, api_spent_rub: asOf(service.lag.sumMs).spent / 100 });
      case '/vpn/info': {
        const items = [...asOf(service.lag.listMs).subscriptions]
          .filter(([, one]) => one.client === client)
          .map(([uuid, { endsAt }]) => ({
            uuid,
            status: 'ACTIVE',
            trafficLimitBytes: 0,
            ...ends(endsAt),
            subscriptionUrl: `https://sub.example/${uuid}`,
          }));
        return ok({ exists: items.length > 0, count: items.length, items });
      }
      case '/premium/traffic/balance': {
        const gb = asOf(service.lag.listMs).pools.get(client) ?? 0;
        const of = (pool: string) => ({ pool_type: pool, traffic_gb: pool === 'mobile' ? gb : 0 });
        return ok({ pools: ['residential', 'datacenter', 'mobile', 'residential_premium'].map(of) });
      }
      case '/vpn/quote': {
        const months = Number(query.get('period_months'));
        return ok({ period_months: months, price_rub: priceOf('/vpn/renew', months) / 100 });
      }
      case '/premium/traffic/quote': {
        const gb = Number(query.get('gb'));
        const price = { price_per_gb_rub: priceOf('/premium/traffic/buy') / 100, currency: 'RUB' };
        return ok({
          pool_type: query.get('pool_type'),
          gb,
          price_rub: priceOf('/premium/traffic/buy', gb) / 100,
          ...price,
        });
      }
      case '/dedicated/prolong/quote': {
        const items = (query.get('ids') ?? '').split(',').map((id) => ({
          ids: Number(id),
          ipv: 4,
          price_rub: priceOf('/dedicated/prolong') / 100,
        }));
        const total = priceOf('/dedicated/prolong', items.length) / 100;
        return ok({ period: Number(query.get('period')), total_price_rub: total, items });
      }
      case '/dedicated/quote': {
        const count = Number(query.get('count'));
        const asked = { country_code: 'de', ipv: 4, period: Number(query.get('period')), count };
        return ok({ ...asked, price_rub: (PROXY_PRICE * count) / 100 });
      }
      case '/dedicated/count':
        return ok({ country_code: 'de', ipv: 4, count: 100 });
      default:
        return null;
    }
  };

  const answer: Fetch = async (url, init) => {
    if (service.isOffline) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } });
    tick();
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace('/api/v1', '');
    if (init.method !== 'POST') return read(path, searchParams) ?? json(404, { ok: false, error: 'no such thing' });
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    return charge(path, body, true, service.fate());
  };
  const service: MonthService = {
    fetch: async (url, init) => {
      const told = await answer(url, init);
      if (service.isDated) told.headers.set('date', new Date(now()).toUTCString());
      return told;
    },
    charges,
    fate: () => 'answered',
    lag: { sumMs: 0, listMs: 0 },
    factor: 1,
    isOffline: false,
    isDated: false,
    stock: () => {
      tick();
      return stock();
    },
    addClient: (client, owned, gb) => {
      for (const { uuid, endsAt } of owned) subscriptions.set(uuid, { client, endsAt });
      pools.set(client, gb);
      put();
    },
    use: (client, gb) => {
      pools.set(client, Math.max(0, (pools.get(client) ?? 0) - gb));
      put();
    },
    colleagueBuys: (path, body) => {
      charge(path, body, false, 'answered');
    },
  };
  return service;
};

const ends = (at: number) => ({ expireAt: new Date(at).toISOString(), expireAt_date: dotted(at) });

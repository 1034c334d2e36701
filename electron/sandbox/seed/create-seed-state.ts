import { createDedicatedProxy, createSubscription } from '../goods.ts';
import { type ClientState, type IpVersion, pairKey, type SandboxState, type StockProxy } from '../state/model.ts';
import { DAY_MS } from '../time.ts';
import { SEED_CLIENTS, type SeedClient } from './seed-clients.ts';

const BALANCE = 50_000_00;
const SPENT_BEFORE = 18_640_50;
const GIB = 1_073_741_824;

/** Proxies bought earlier: country, kind, days left. Their ids start at 1000001, in this order. */
const PROXIES: readonly (readonly [countryCode: string, ipv: IpVersion, days: number])[] = [
  ['de', 4, 0.7],
  ['de', 4, 2.4],
  ['nl', 4, 5.5],
  ['us', 3, 6.9],
  ['us', 3, 14],
  ['us', 3, 29],
  ['gb', 6, 1.2],
  ['fr', 6, 58],
];

export const SEED_PROXY_IDS: readonly number[] = PROXIES.map((_, index) => 1_000_001 + index);

/** Returns the state before the first sale. */
export const createEmptyState = (seed: number, token: string): SandboxState => ({
  version: 1,
  seed,
  token,
  clockShiftMs: 0,
  priceMultiplier: 1,
  balanceKopecks: BALANCE,
  spentKopecks: SPENT_BEFORE,
  openingSpentKopecks: SPENT_BEFORE,
  counters: { subscription: 0, proxy: 0, order: 48_210, password: 0 },
  linesIssued: { residential: 0, datacenter: 0, mobile: 0, residential_premium: 0 },
  clients: {},
  proxies: {},
  sold: {},
  books: [],
});

/** Returns the state of a new sandbox: the same for the same seed, with times relative to `nowMs`. */
export const createSeedState = (seed: number, nowMs: number, token: string): SandboxState => {
  let subscriptions = 0;
  const createClient = (client: SeedClient): ClientState => ({
    messengerId: client.messengerId,
    clientKey: client.clientKey,
    subscriptions: client.subscriptions.map(({ status, days, limitGib }) => {
      subscriptions += 1;
      return createSubscription(seed, subscriptions, {
        status,
        expireAt: nowMs + Math.round(days * DAY_MS),
        trafficLimitBytes: limitGib * GIB,
      });
    }),
    trafficMilliGb: Object.fromEntries(
      Object.entries(client.traffic).map(([pool, gb]) => [pool, Math.round(gb * 1_000)]),
    ),
    whitelist: [...client.whitelist],
    password: null,
  });
  const clients = SEED_CLIENTS.map(createClient);
  const proxies: readonly StockProxy[] = PROXIES.map(([countryCode, ipv, days], index) =>
    createDedicatedProxy(seed, index + 1, { countryCode, ipv, dateEnd: nowMs + Math.round(days * DAY_MS) }),
  );
  const empty = createEmptyState(seed, token);
  return {
    ...empty,
    counters: { ...empty.counters, subscription: subscriptions, proxy: proxies.length },
    clients: Object.fromEntries(clients.map((client) => [pairKey(client), client])),
    proxies: Object.fromEntries(proxies.map((proxy) => [String(proxy.ids), proxy])),
  };
};

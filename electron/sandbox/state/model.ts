import type { Kopecks } from '../money.ts';

export const SERVICE_POOL_TYPES = ['residential', 'datacenter', 'mobile', 'residential_premium'] as const;
export type ServicePoolType = (typeof SERVICE_POOL_TYPES)[number];

/** 3 = IPv4 shared, 4 = IPv4 individual, 6 = IPv6 individual. */
export const IP_VERSIONS = [3, 4, 6] as const;
export type IpVersion = (typeof IP_VERSIONS)[number];

/** EXPIRED is not stored: it is what an ACTIVE or LIMITED subscription becomes when its time passes. */
export type StoredVpnStatus = 'ACTIVE' | 'DISABLED' | 'LIMITED';

export interface Subscription {
  readonly uuid: string;
  readonly subscriptionUrl: string;
  readonly trafficLimitBytes: number;
  status: StoredVpnStatus;
  /** Milliseconds since the epoch, UTC. */
  expireAt: number;
}

/** The pair identifies the client: the same key under two ids is two clients (docs/api.md#clients). */
export interface ServiceClientPair {
  readonly messengerId: number;
  readonly clientKey: string;
}

export interface ClientState extends ServiceClientPair {
  subscriptions: Subscription[];
  /** Thousandths of a GB, whole, so that buying 0.1 GB three times is exactly 0.3. */
  trafficMilliGb: Partial<Record<ServicePoolType, number>>;
  whitelist: string[];
  /** `null` until the first reset: the first password follows from the seed. */
  password: string | null;
}

export interface StockProxy {
  readonly ids: number;
  readonly countryCode: string;
  readonly ipv: IpVersion;
  readonly ip: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  protocol: 'http' | 'socks';
  /** Milliseconds since the epoch, UTC; shown in Moscow time. */
  dateEnd: number;
}

/** One committed charge. */
export interface BookEntry {
  readonly seq: number;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly endpoint: string;
  readonly client: ServiceClientPair | null;
  readonly kopecks: Kopecks;
  /** What was bought: subscription uuids, proxy ids, or `pool:GB`. */
  readonly ids: readonly string[];
  readonly balanceAfterKopecks: Kopecks;
}

/** The service's own accounts: what the app's ledger is compared with, to the kopeck. */
export interface ServiceBooks {
  readonly balanceKopecks: number;
  readonly spentKopecks: number;
  /** Spent before the first entry: `spentKopecks` is this and the sum of the entries. */
  readonly openingSpentKopecks: number;
  readonly entries: readonly BookEntry[];
}

export interface SandboxState {
  readonly version: 1;
  readonly seed: number;
  readonly token: string;
  clockShiftMs: number;
  priceMultiplier: number;
  balanceKopecks: Kopecks;
  spentKopecks: Kopecks;
  /** What `spentKopecks` was before the first entry of the books. */
  readonly openingSpentKopecks: Kopecks;
  /** Sources of ids and of repeatable randomness for what is bought later. */
  counters: { subscription: number; proxy: number; order: number; password: number };
  /** How many proxy lines each pool has handed out, so that no two lists share a session. */
  linesIssued: Record<ServicePoolType, number>;
  clients: Record<string, ClientState>;
  proxies: Record<string, StockProxy>;
  /** Proxies sold from each `country:ipv` stock. */
  sold: Record<string, number>;
  books: BookEntry[];
}

/** The id is in front, so no client key can collide with a property every object has. */
export const pairKey = (pair: ServiceClientPair): string => `${pair.messengerId}:${pair.clientKey}`;

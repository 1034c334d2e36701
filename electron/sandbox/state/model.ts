import type { Kopecks } from '../money.ts';

export const SERVICE_POOL_TYPES = ['residential', 'datacenter', 'mobile', 'residential_premium'] as const;
export type ServicePoolType = (typeof SERVICE_POOL_TYPES)[number];

/** 3 = shared IPv4, 4 = individual IPv4, 6 = individual IPv6. */
export const IP_VERSIONS = [3, 4, 6] as const;
export type IpVersion = (typeof IP_VERSIONS)[number];

/** EXPIRED is not stored: it is the status of an ACTIVE or LIMITED subscription whose time has passed. */
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
  /** Whole thousandths of a GB, so that buying 0.1 GB three times gives exactly 0.3. */
  trafficMilliGb: Partial<Record<ServicePoolType, number>>;
  whitelist: string[];
  /** `null` until the first reset; the first password is derived from the seed. */
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
  /** Milliseconds since the epoch, UTC; answers show it in Moscow time. */
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
  /** The goods: subscription uuids, proxy ids, or `pool:GB`. */
  readonly ids: readonly string[];
  readonly balanceAfterKopecks: Kopecks;
}

/** The service's own accounts, which tests compare with the app's ledger to the kopeck. */
export interface ServiceBooks {
  readonly balanceKopecks: number;
  readonly spentKopecks: number;
  /** The spending before the first entry: `spentKopecks` is this plus the sum of the entries. */
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
  /** The value of `spentKopecks` before the first entry of the books. */
  readonly openingSpentKopecks: Kopecks;
  /** Counters for ids and for the repeatable randomness of later purchases. */
  counters: { subscription: number; proxy: number; order: number; password: number };
  /** The number of proxy lines issued per pool, so that no two lists share a session. */
  linesIssued: Record<ServicePoolType, number>;
  clients: Record<string, ClientState>;
  proxies: Record<string, StockProxy>;
  /** The number of proxies sold from each `country:ipv` stock. */
  sold: Record<string, number>;
  books: BookEntry[];
}

/** The key of a client. The id comes first, so that no client key can collide with a property that every object has. */
export const pairKey = (pair: ServiceClientPair): string => `${pair.messengerId}:${pair.clientKey}`;

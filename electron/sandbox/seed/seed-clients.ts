import type { ServicePoolType, StoredVpnStatus } from '../state/model.ts';

/** A client of a new sandbox, with everything that was bought for it. */
export interface SeedClient {
  readonly messengerId: number;
  readonly clientKey: string;
  /** The name of the client in the reseller's own list; the service does not know it. */
  readonly displayName: string;
  readonly subscriptions: readonly {
    readonly status: StoredVpnStatus;
    /** Days from the first start to the expiry; negative if it has expired. */
    readonly days: number;
    readonly limitGib: number;
  }[];
  /** GB per pool, with at most 3 decimals. */
  readonly traffic: Readonly<Partial<Record<ServicePoolType, number>>>;
  readonly whitelist: readonly string[];
}

/**
 * The clients cover every VPN status, expiries before, within and after each alert, the same key under two ids, a group
 * (negative id) and an id beyond 32 bits.
 */
export const SEED_CLIENTS: readonly SeedClient[] = [
  {
    messengerId: 100_200_301,
    clientKey: 'anna-shop',
    displayName: 'Анна Ковалёва',
    subscriptions: [
      { status: 'ACTIVE', days: 45, limitGib: 0 },
      { status: 'ACTIVE', days: 2.5, limitGib: 200 },
    ],
    traffic: { residential: 12.5, mobile: 3 },
    whitelist: ['203.0.113.10', '203.0.113.11'],
  },
  {
    messengerId: 100_200_302,
    clientKey: 'boris-studio',
    displayName: 'Борис Лебедев',
    subscriptions: [{ status: 'ACTIVE', days: 6.2, limitGib: 600 }],
    traffic: { datacenter: 150 },
    whitelist: [],
  },
  {
    messengerId: 100_200_303,
    clientKey: 'clara-travel',
    displayName: 'Clara Voss',
    subscriptions: [{ status: 'LIMITED', days: 18, limitGib: 50 }],
    traffic: { residential: 0.35 },
    whitelist: ['198.51.100.7'],
  },
  {
    messengerId: 100_200_304,
    clientKey: 'denis-parser',
    displayName: 'Денис Орлов',
    subscriptions: [{ status: 'ACTIVE', days: -4, limitGib: 200 }],
    traffic: { residential: 84.125, datacenter: 40, residential_premium: 9.9 },
    whitelist: ['203.0.113.40', '203.0.113.41', '203.0.113.42'],
  },
  {
    messengerId: 100_200_305,
    clientKey: 'elena-smm',
    displayName: 'Елена Громова',
    subscriptions: [{ status: 'DISABLED', days: 80, limitGib: 0 }],
    traffic: { mobile: 27.4 },
    whitelist: [],
  },
  {
    messengerId: 7_384_920_516,
    clientKey: 'farid-market',
    displayName: 'Farid Aliyev',
    subscriptions: [
      { status: 'ACTIVE', days: 0.8, limitGib: 200 },
      { status: 'ACTIVE', days: -30, limitGib: 200 },
    ],
    traffic: { residential_premium: 21 },
    whitelist: ['2001:db8:10::25'],
  },
  {
    messengerId: 9_007_199_254_740_991,
    clientKey: 'galina-last',
    displayName: 'Галина Предел',
    subscriptions: [{ status: 'ACTIVE', days: 200, limitGib: 0 }],
    traffic: {},
    whitelist: [],
  },
  {
    messengerId: -1_001_987_654_321,
    clientKey: 'office-group',
    displayName: 'Office group chat',
    subscriptions: [
      { status: 'ACTIVE', days: 11, limitGib: 600 },
      { status: 'ACTIVE', days: 11, limitGib: 600 },
      { status: 'ACTIVE', days: 11, limitGib: 600 },
      { status: 'LIMITED', days: 11, limitGib: 600 },
    ],
    traffic: { residential: 5, datacenter: 5, mobile: 5, residential_premium: 5 },
    whitelist: ['203.0.113.80'],
  },
  {
    messengerId: 100_200_308,
    clientKey: 'vip',
    displayName: 'Ирина (VIP)',
    subscriptions: [{ status: 'ACTIVE', days: 364, limitGib: 0 }],
    traffic: { residential: 500 },
    whitelist: ['203.0.113.90'],
  },
  {
    messengerId: 100_200_309,
    clientKey: 'vip',
    displayName: 'Kirill (VIP)',
    subscriptions: [{ status: 'ACTIVE', days: 3.1, limitGib: 0 }],
    traffic: { mobile: 0.5 },
    whitelist: [],
  },
  {
    messengerId: 100_200_310,
    clientKey: 'лариса ключ №1',
    displayName: 'Лариса Соколова',
    subscriptions: [{ status: 'LIMITED', days: -1, limitGib: 100 }],
    traffic: { datacenter: 2.75 },
    whitelist: [],
  },
  {
    messengerId: 100_200_311,
    clientKey: 'mark-new',
    displayName: 'Mark Stone',
    subscriptions: [],
    traffic: {},
    whitelist: [],
  },
];

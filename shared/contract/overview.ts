import { z } from 'zod';
import { CLIENT_EXPIRIES } from '../domain/client-needs.ts';
import { PRODUCT_NAMES } from '../domain/products/index.ts';
import { id, kopecks, nothing, procedure, timestamp } from './define.ts';
import { poolType } from './premium.ts';

/** The windows of time the overview looks at, nearest first; each holds the ones before it, `expired-7` apart. */
const NEED_WINDOWS = ['expired-7', 'within-1', 'within-3', 'within-7'] as const;

const needWindow = z.enum(NEED_WINDOWS);

/** What needs the user today. Each count is of exactly what the filter of the same name shows in its list. */
const needs = z.object({
  /** Subscriptions, whose clients `clients.list` shows under `expiry`; `oldestAsOf`: of those clients' readings. */
  vpn: z.array(
    z.object({ window: needWindow, subscriptions: z.int(), clients: z.int(), oldestAsOf: timestamp.nullable() }),
  ),
  /** Proxies under `dedicated.list`'s `expiry`. */
  dedicated: z.array(z.object({ window: needWindow, proxies: z.int() })),
  /** Clients under `lowPool`; pools without any are left out. */
  lowPools: z.array(z.object({ poolType, clients: z.int(), oldestAsOf: timestamp.nullable() })),
  /** The threshold, from the settings. */
  lowTrafficGb: z.number(),
  /** Clients under `stale`. */
  staleClients: z.int(),
  /** Purchases whose outcome is open. */
  openPurchases: z.int(),
  /** Charged, and the goods could not be read. */
  goodsMissing: z.int(),
  /** Clients who should have paid by yesterday, and all that they owe. */
  overdue: z.object({ clients: z.int(), kopecks }),
  /** Runs under `troubled`. */
  troubledRuns: z.int(),
  /** What standing orders ask about. */
  standingAsks: z.int(),
});

/** What is known without asking the service; every datum with its age. */
const summary = z.object({
  clients: z.object({ active: z.int(), archived: z.int() }),
  needs,
  /** Some client has traffic left in some pool. */
  hasTraffic: z.boolean(),
  spentTodayKopecks: kopecks,
  spentThisMonthKopecks: kopecks,
  lists: z.object({ total: z.int(), lines: z.int(), lastAt: timestamp.nullable() }),
  exports: z.object({ total: z.int(), lastAt: timestamp.nullable() }),
});

/** Renewals that cost the same: what one is, how many fall due, and the price the service last named for such a one. */
const renewalPrice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('vpn'),
    months: z.int(),
    count: z.int(),
    priceKopecks: kopecks.nullable(),
    asOf: timestamp.nullable(),
  }),
  z.object({
    kind: z.literal('dedicated'),
    ipv: z.int(),
    countryCode: z.string(),
    days: z.int(),
    count: z.int(),
    priceKopecks: kopecks.nullable(),
    asOf: timestamp.nullable(),
  }),
]);

const renewalForecast = z.object({
  /** How far it looks ahead. */
  days: z.int(),
  /** Subscriptions and proxies that end in this time. */
  due: z.int(),
  /** Of these, without a known price: in none of the sums. */
  unpriced: z.int(),
  /** How many of the others the balance pays for, the first to end first; `null` while it was never read. */
  covered: z.int().nullable(),
  neededKopecks: kopecks,
  balanceKopecks: kopecks.nullable(),
  balanceAsOf: timestamp.nullable(),
  prices: z.array(renewalPrice),
});

const localDay = z.string();
const charts = z.object({
  /** What was charged on each of the last 30 local days, today last. */
  spending: z.array(z.object({ day: localDay, kopecks: z.record(z.enum(PRODUCT_NAMES), kopecks) })),
  /** What ends within 30 times 24 hours, by local day: the rest of today first, a part of the thirtieth day from it last. */
  endings: z.array(z.object({ day: localDay, subscriptions: z.int(), proxies: z.int() })),
  /** What all clients have left together. */
  pools: z.array(z.object({ poolType, trafficGb: z.number(), clients: z.int(), oldestAsOf: timestamp.nullable() })),
});

export const overviewProcedures = {
  'overview.summary': procedure(nothing, summary),
  /** The very subscriptions that a count of `needs.vpn` counts, the first to end first: a frozen list to renew. */
  'overview.ending': procedure(
    z.strictObject({ expiry: z.enum(CLIENT_EXPIRIES).exclude(['any']) }),
    z.object({ subscriptions: z.array(z.object({ clientId: id, uuid: z.string() })) }),
  ),
  /** How far the balance goes, from what is known. */
  'overview.renewals': procedure(nothing, renewalForecast),
  /** The same, after the service was asked for today's prices. Throws what its reads throw. */
  'overview.quoteRenewals': procedure(nothing, renewalForecast),
  'overview.charts': procedure(nothing, charts),
};

export const overviewEvents = {};

export type NeedWindow = (typeof NEED_WINDOWS)[number];
export type OverviewNeeds = z.output<typeof needs>;
export type RenewalPrice = z.output<typeof renewalPrice>;
export type RenewalForecast = z.output<typeof renewalForecast>;
export type OverviewCharts = z.output<typeof charts>;
export type OverviewSummary = z.output<typeof summary>;

import { z } from 'zod';
import { CLIENT_EXPIRIES } from '../domain/client-needs.ts';
import { FORECAST_PRICES, PRODUCT_NAMES } from '../products/index.ts';
import { id, kopecks, nothing, procedure, timestamp } from './define.ts';
import { poolType } from './premium.ts';

/** The time spans of the overview, nearest first. Each includes those before it, except `expired-7`. */
const NEED_WINDOWS = ['expired-7', 'within-1', 'within-3', 'within-7'] as const;

const needWindow = z.enum(NEED_WINDOWS);

/**
 * The things that need the user's attention today. Each count equals the number of rows that the filter of the same
 * name shows.
 */
const needs = z.object({
  /**
   * Numbers of subscriptions whose clients `clients.list` shows under `expiry`; `oldestAsOf` is the oldest reading of
   * those clients.
   */
  vpn: z.array(
    z.object({ window: needWindow, subscriptions: z.int(), clients: z.int(), oldestAsOf: timestamp.nullable() }),
  ),
  /** Numbers of proxies under `expiry` of `dedicated.list`. */
  dedicated: z.array(z.object({ window: needWindow, proxies: z.int() })),
  /** Numbers of clients under `lowPool`; pools without such clients are left out. */
  lowPools: z.array(z.object({ poolType, clients: z.int(), oldestAsOf: timestamp.nullable() })),
  /** The threshold of the settings. */
  lowTrafficGb: z.number(),
  /** The number of clients under `paidUntil: 'due'`. */
  dueClients: z.int(),
  /** The number of clients under `stale`. */
  staleClients: z.int(),
  /** The number of purchases with an open outcome. */
  openPurchases: z.int(),
  /** The number of charged purchases whose goods could not be read. */
  goodsMissing: z.int(),
  /** The clients whose payment date has passed, and their total debt. */
  overdue: z.object({ clients: z.int(), kopecks }),
  /** The number of runs under `troubled`. */
  troubledRuns: z.int(),
  /** The number of things that standing orders ask about. */
  standingAsks: z.int(),
});

/** Everything that is known without a request to the service, with its age. */
const summary = z.object({
  clients: z.object({ active: z.int(), archived: z.int() }),
  needs,
  /** Whether any client has traffic left in any pool. */
  hasTraffic: z.boolean(),
  spentTodayKopecks: kopecks,
  spentThisMonthKopecks: kopecks,
  lists: z.object({ total: z.int(), lines: z.int(), lastAt: timestamp.nullable() }),
  exports: z.object({ total: z.int(), lastAt: timestamp.nullable() }),
});

const renewalPrice = z.discriminatedUnion('kind', FORECAST_PRICES);

const renewalForecast = z.object({
  /** The number of days ahead. */
  days: z.int(),
  /** The number of subscriptions and proxies that end in this time. */
  due: z.int(),
  /** The number of these without a known price, which no total includes. */
  unpriced: z.int(),
  /**
   * The number of the others that the balance covers, starting with the first to end; `null` while the balance was
   * never read.
   */
  covered: z.int().nullable(),
  neededKopecks: kopecks,
  balanceKopecks: kopecks.nullable(),
  balanceAsOf: timestamp.nullable(),
  prices: z.array(renewalPrice),
});

const localDay = z.string();
const charts = z.object({
  /** The charges on each of the last 30 local days, today last. */
  spending: z.array(z.object({ day: localDay, kopecks: z.record(z.enum(PRODUCT_NAMES), kopecks) })),
  /**
   * The ends within 30 times 24 hours, by local day. The first entry is the rest of today, and the last one is a part
   * of the thirtieth day after it.
   */
  endings: z.array(z.object({ day: localDay, subscriptions: z.int(), proxies: z.int() })),
  /** The total traffic that all clients have left. */
  pools: z.array(z.object({ poolType, trafficGb: z.number(), clients: z.int(), oldestAsOf: timestamp.nullable() })),
});

/** The clients of a month. Those of the last number bought in the 60 days before it, not since, and have nothing left. */
const buyers = z.object({
  /** They bought for the first time. */
  fresh: z.int(),
  /** They bought again. */
  renewed: z.int(),
  /** They bought again after more than 60 days. */
  returned: z.int(),
  lost: z.int(),
});

export const overviewProcedures = {
  'overview.summary': procedure(nothing, summary),
  /**
   * Returns exactly the subscriptions that a count of `needs.vpn` includes, the first to end first, as a fixed list to
   * renew.
   */
  'overview.ending': procedure(
    z.strictObject({ expiry: z.enum(CLIENT_EXPIRIES).exclude(['any']) }),
    z.object({ subscriptions: z.array(z.object({ clientId: id, uuid: z.string() })) }),
  ),
  /** Returns how much the balance covers, as far as is known. */
  'overview.renewals': procedure(nothing, renewalForecast),
  /** Returns the same after asking the service for today's prices. Throws the errors of its reads. */
  'overview.quoteRenewals': procedure(nothing, renewalForecast),
  'overview.charts': procedure(nothing, charts),
  /** Counts the clients who bought in this local month, and those who no longer do. */
  'overview.buyers': procedure(nothing, buyers),
};

export const overviewEvents = {};

export type NeedWindow = (typeof NEED_WINDOWS)[number];
export type OverviewNeeds = z.output<typeof needs>;
export type RenewalPrice = z.output<typeof renewalPrice>;
export type RenewalForecast = z.output<typeof renewalForecast>;
export type Buyers = z.output<typeof buyers>;
export type OverviewCharts = z.output<typeof charts>;
export type OverviewSummary = z.output<typeof summary>;

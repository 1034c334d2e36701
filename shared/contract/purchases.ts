import { z } from 'zod';
import { BASES, GOODS_STATES, OUTCOMES } from '../domain/journal.ts';
import { LANGUAGES } from '../domain/language.ts';
import { LEDGER_TABLES, TOTALS_GROUPS } from '../domain/ledger-tables.ts';
import { PORT_TYPES } from '../domain/limits.ts';
import { PURCHASE_KINDS } from '../domain/products/index.ts';
import { PURCHASE_SORTS } from '../domain/purchase-sorts.ts';
import { VERDICT_REASONS, VERDICTS } from '../domain/purchase-verdict.ts';
import { proxyPrice } from './dedicated.ts';
import { event, id, kopecks, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';
import { GOODS, ORDERS } from './products.ts';
import { sale } from './sales.ts';

const order = z.discriminatedUnion('kind', ORDERS);
const goods = z.discriminatedUnion('kind', GOODS);

/** What is paid for, as the user saw it: it is compared with what the service says just before the request leaves. */
const target = z.object({
  /** The client's pair; `null`: the order is for nobody yet. */
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  /**
   * What is made to last longer, and when it ended when it was seen: a subscription by its uuid, a proxy by the service's
   * id. `endsAt` in ms since the epoch, UTC; `null` where no date was known.
   */
  ends: z.array(z.object({ id: z.string(), endsAt: timestamp.nullable() })),
});

/** An earlier purchase of the same target, of which nobody knows whether it was charged. */
const openPurchase = z.object({ purchaseId: id, priceKopecks: kopecks, createdAt: timestamp });

/** A price the user can agree to. It is good for one confirmation. */
const offer = z.object({
  offerId: id,
  order,
  target,
  /** Buying all the same needs their numbers in `despite`. */
  open: z.array(openPurchase),
  priceKopecks: kopecks,
  /** Of traffic. */
  pricePerGbKopecks: kopecks.nullable(),
  /** What each proxy of a prolongation costs; `null` where the service does not say. */
  lines: z.array(proxyPrice),
  /** `null` when the balance could not be read. */
  balanceKopecks: kopecks.nullable(),
  /** When the ends in `target` were known, where the desk was restored from a copy and no service tells them; else `null`. */
  datesAsOf: timestamp.nullable(),
  /** The desk is shared, and its database cannot be reached: a colleague may pay at the same time. */
  isUnguarded: z.boolean(),
  asOf: timestamp,
});

/** Why a purchase ended as it did, where the service's own words are not all there is to say. */
const PURCHASE_REASONS = [
  'refused', // the service said no
  'unauthorized',
  'forbidden',
  'rate-limited',
  'not-sent', // the request never left this computer
  'timeout', // no answer in time, or the connection broke
  'server', // the service had a fault of its own
  'unreadable', // an answer that is not of this API
  'not-as-ordered', // the answer is for something else than was ordered, or for less
  'interrupted', // the app ended before the answer came
] as const;

/** In what an answer differs from its order. `new`: what it names was there before. */
const DIFFERENCES = ['uuid', 'pool', 'gb', 'proxies', 'new', 'period', 'count', 'country', 'ipv'] as const;

/** Each as text; `ordered` is empty for `new`. */
const difference = z.object({ what: z.enum(DIFFERENCES), ordered: z.string(), answered: z.string() });

/** What was compared; the unit follows from the fact. */
const EVIDENCE_FACTS = [
  'spent', // `api_spent_rub` in kopecks; after: when it was decisive
  'own-spending', // kopecks of purchases of ours since, which are not counted
  'quoted', // the price in kopecks, as asked and as quoted now
  'pool-gb',
  'subscriptions', // their number
  'new-subscription', // its uuid
  'expires-at', // ms since the epoch
  'waited', // ms since the request left
] as const;

const factValue = z.union([z.number(), z.string()]).nullable();
const evidenceFact = z.object({ fact: z.enum(EVIDENCE_FACTS), before: factValue, after: factValue });

/** What was found out about a purchase whose answer was lost. Never a proof: a later reading may say otherwise. */
const resolution = z.object({
  verdict: z.enum(VERDICTS),
  reason: z.enum(VERDICT_REASONS),
  /** Since when no reading showed any sign of it; `null`: there was one. */
  quietSince: timestamp.nullable(),
  facts: z.array(evidenceFact),
  checkedAt: timestamp,
  /** When it is looked at again by itself; `null`: at the next start, when the network returns, or when asked. */
  nextCheckAt: timestamp.nullable(),
});

/** What the user said of an outcome that evidence could not tell. */
const settlement = z.object({
  verdict: z.enum(['charged', 'not-charged']),
  reason: z.string(),
  at: timestamp,
});

const purchase = z.object({
  id,
  /** The mark of the computer of a shared desk that made it and finds out what became of it; `null`: this one. */
  computer: z.string().nullable(),
  /** What that computer is called; '' where the desk is not shared, or nobody knows it any more. */
  computerName: z.string(),
  order,
  clientId: id.nullable(),
  /** Who it was for, as it was then. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  basis: z.enum(BASES).nullable(),
  goodsState: z.enum(GOODS_STATES),
  /** The price that was agreed. */
  priceKopecks: kopecks,
  /** What was taken; `null` unless it was charged. */
  chargedKopecks: kopecks.nullable(),
  /** By how much the service's sum of spending rose with it, where that is more than was told; else `null`. */
  risenKopecks: kopecks.nullable(),
  goods: goods.nullable(),
  /** Where its answer is not as ordered. */
  differences: z.array(difference),
  sale: sale.nullable(),
  /** `null` while nothing had to be found out. */
  resolution: resolution.nullable(),
  /** Every word of the user about it, the last one last; the basis says whether it rests on that word. */
  settlements: z.array(settlement),
  /** An answer of the service was kept, readable or not (`purchases.rawAnswer`). */
  hasAnswer: z.boolean(),
  /** Bought without a way to the shared desk, when a colleague may have paid at the same time. */
  isUnguarded: z.boolean(),
  /** The account's balance just before the request left. */
  balanceBeforeKopecks: kopecks.nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** What the service said, in its own words, secrets masked; empty when it said nothing. */
  note: z.string(),
  reason: z.enum(PURCHASE_REASONS).nullable(),
});

const purchaseKind = z.enum(PURCHASE_KINDS);

const purchaseFilter = z.strictObject({
  search: text(500).default(''),
  clientId: id.optional(),
  outcomes: z.array(z.enum(OUTCOMES)).max(20).default([]),
  goodsStates: z.array(z.enum(GOODS_STATES)).max(20).default([]),
  kinds: z.array(purchaseKind).max(20).default([]),
  /** The mark of the computer that bought, as in `purchase`; '' this one. */
  computer: text(8).optional(),
  /** From this moment on, and before that one. */
  from: timestamp.optional(),
  to: timestamp.optional(),
});

/** By time, the newest first, those whose outcome is unknown stand before all others: also without a sort. */
const sort = sortBy(PURCHASE_SORTS).default({ by: 'time', direction: 'desc' });

const money = {
  purchases: z.int(),
  spentKopecks: kopecks,
  unknown: z.int(),
  unknownKopecks: kopecks,
};

/** The same purchases as the reseller sold them; in profit are those alone that have a price. */
const sold = {
  soldKopecks: kopecks,
  profitKopecks: kopecks,
  /** Charged and without a price. */
  unsold: z.int(),
  /** What those with an unknown outcome are sold for. */
  unknownSoldKopecks: kopecks,
};

/** Of what was spent between two readings of the balance. */
const spendingWindow = z.object({
  from: timestamp,
  to: timestamp,
  spentKopecks: kopecks,
  /** By purchases of the ledger. */
  explainedKopecks: kopecks,
  /** What purchases with an unknown outcome may have cost in it. */
  unknownKopecks: kopecks,
  /** Spent without the ledger knowing why; below 0: the ledger knows more than was spent. */
  differenceKopecks: kopecks,
  /** Known to be charged, and not in the service's sum yet: it may be some minutes late. */
  lateKopecks: kopecks,
});

/** What was done for a client that costs nothing: the service confirmed it, or it is the desk's own. */
export const clientEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('whitelist-added'), ip: z.string() }),
  z.object({ name: z.literal('whitelist-removed'), ip: z.string() }),
  z.object({ name: z.literal('password-reset') }),
  z.object({ name: z.literal('subscription-deleted'), uuid: z.string() }),
  z.object({ name: z.literal('proxies-assigned'), count: z.int() }),
  z.object({ name: z.literal('proxies-unassigned'), count: z.int() }),
  /** To the clipboard or into a folder; `lines` are of lists and dedicated proxies. */
  z.object({
    name: z.literal('handed-over'),
    how: z.enum(['copied', 'saved']),
    subscriptions: z.int(),
    lines: z.int(),
  }),
  /** `sure`: the service named them as switched. */
  z.object({ name: z.literal('protocol-switched'), portType: z.enum(PORT_TYPES), count: z.int(), sure: z.boolean() }),
]);

const entry = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), at: timestamp, ...shape });

const timelineEntry = z.discriminatedUnion('kind', [
  entry('purchase', { purchase }),
  entry('list', { listId: id, title: z.string(), lines: z.int() }),
  entry('export', { exportId: id, listId: id.nullable(), title: z.string(), path: z.string(), lines: z.int() }),
  /** Bought here, and not named by the service any more, though it was not deleted from here. */
  entry('subscription-gone', { uuid: z.string() }),
  /** What was changed for the client from here. */
  entry('event', { eventId: id, event: clientEvent }),
  entry('client-added', {}),
]);

export const purchasesProcedures = {
  'purchases.offer': procedure(z.strictObject({ order }), offer),
  /**
   * Buys. Quotes again first: when the price is not `priceKopecks` the answer is `price-changed`, nothing was sent, and
   * `details.params` hold a new offer (`offerId`, `priceKopecks`, `pricePerGbKopecks`, `balanceKopecks`, `asOf`).
   * `insufficient-balance` sends nothing either. Nor does `target-changed`, when the target is not as the offer showed it:
   * `params` hold a new offer and `what` changed (`client`, `end` or `bought`), `before` and `after` (a pair as text, an
   * end in ms since the epoch, the number of a purchase), and how many `ends` changed. Nor does `target-open`, when an
   * earlier purchase of the same is pending or open and not named in `despite`; `params` hold a new offer and its
   * `purchaseId`. Answers with the purchase however it ended, `open` included. An offer is good for one call; another is
   * `conflict` with the code `offer-used`.
   */
  'purchases.confirm': procedure(
    z.strictObject({ offerId: id, priceKopecks: kopecks, despite: z.array(id).max(100).default([]) }),
    purchase,
  ),
  /** The sums are over everything under the filter. */
  'purchases.list': procedure(
    z.strictObject({ filter: purchaseFilter, sort, ...page }),
    z.object({
      total: z.int(),
      rows: z.array(purchase),
      totalSpentKopecks: kopecks,
      unknown: z.int(),
      /** What the unknown ones may have cost. */
      unknownKopecks: kopecks,
    }),
  ),
  'purchases.get': procedure(z.strictObject({ purchaseId: id }), purchase),
  /** How many there are of each outcome with its goods, of each kind, and of each computer; each counted under the rest of the filter. */
  'purchases.facets': procedure(
    z.strictObject({ filter: purchaseFilter }),
    z.object({
      standings: z.array(z.object({ outcome: z.enum(OUTCOMES), goodsState: z.enum(GOODS_STATES), count: z.int() })),
      kinds: z.array(z.object({ kind: purchaseKind, count: z.int() })),
      /** By name, this one first (`computer`: ''); the one of the filter also with none. `computerName` as in `purchase`. */
      computers: z.array(z.object({ computer: z.string(), computerName: z.string(), count: z.int() })),
    }),
  ),
  /**
   * Looks for evidence of what became of purchases whose outcome is unknown: of all, and reports on one when it is named.
   * Only reads; nothing is ever sent again. Throws what the service's reads throw.
   */
  'purchases.resolve': procedure(
    z.strictObject({ purchaseId: id.optional() }),
    z.object({
      /** Those that were looked at (or the one that was named), as they are now. */
      purchases: z.array(purchase),
      settled: z.int(),
      stillUnknown: z.int(),
    }),
  ),
  /**
   * Records what the user knows of an outcome that evidence does not tell, or not for certain (another workstation bought in the same
   * moment, the goods were used up). It is kept as the user's word, never as a proof, sends nothing, hands over nothing,
   * and is only changed by another settlement. `conflict`: `settle-not-open`, `settle-same`, or `settle-too-early` (`wait`, in seconds) while
   * the service may still carry it out, `settle-elsewhere` for one that another computer made. `invalid-input` without a reason.
   */
  'purchases.settle': procedure(
    z.strictObject({ purchaseId: id, verdict: z.enum(['charged', 'not-charged']), reason: text(2_000) }),
    purchase,
  ),
  /** The service's answer as it came, if one was kept; secrets masked unless `reveal`. `not-found` without one. */
  'purchases.rawAnswer': procedure(
    z.strictObject({ purchaseId: id, reveal: z.boolean() }),
    z.object({ text: z.string(), status: z.int().nullable(), complete: z.boolean() }),
  ),
  /**
   * Sums over what was charged under the filter. `day`: `key` is a local date (YYYY-MM-DD), oldest first; `product`:
   * a kind; `client`: the pair, with `clientId` while the client is there. The last two by sum, the largest first.
   */
  'purchases.totals': procedure(
    z.strictObject({ groupBy: z.enum(TOTALS_GROUPS), filter: purchaseFilter }),
    z.object({
      rows: z.array(z.object({ key: z.string(), label: z.string(), clientId: id.nullable(), ...money, ...sold })),
      /** There are more groups than rows. */
      more: z.boolean(),
      ...money,
      ...sold,
    }),
  ),
  /** The ledger against the service's own sum, since the first reading of the balance. The newest windows first. */
  'purchases.reconciliation': procedure(
    z.strictObject({ onlyDifferences: z.boolean().default(true), ...page }),
    z.object({
      /** Over everything. `null`: the balance was never read. */
      sum: spendingWindow.nullable(),
      /** Spent through the API in the service's own count, as last read. */
      spentKopecks: kopecks.nullable(),
      total: z.int(),
      windows: z.array(spendingWindow),
    }),
  ),
  /**
   * Asks the OS for a path and writes what the filter shows, for Excel: purchases, their sums by something, or who owes
   * (of the filter only the search). `null`: the dialog was closed.
   */
  'purchases.exportCsv': procedure(
    z.strictObject({
      filter: purchaseFilter,
      table: z.enum(LEDGER_TABLES).default('purchases'),
      language: z.enum(LANGUAGES),
    }),
    z.object({ exportId: id, fileName: z.string(), rows: z.int() }).nullable(),
  ),
  /** Shows a file written since the start in its folder. `file` when it is not there any more. */
  'purchases.showCsv': procedure(z.strictObject({ exportId: id }), nothing),
  /** Everything that happened for one client, over all products, the newest first. */
  'purchases.timeline': procedure(z.strictObject({ clientId: id, ...page }), rowsOf(timelineEntry)),
};

/** `purchaseId: null`: by other computers of a shared desk, any of them. */
export const purchasesEvents = { 'purchases.changed': event(z.object({ purchaseId: id.nullable() })) };

export type PurchaseReason = (typeof PURCHASE_REASONS)[number];
export type Goods = z.output<typeof goods>;
export type Difference = z.output<typeof difference>;
export type Order = z.output<typeof order>;
export type Target = z.output<typeof target>;
export type OpenPurchase = z.output<typeof openPurchase>;
export type Offer = z.output<typeof offer>;
export type Purchase = z.output<typeof purchase>;
export type EvidenceFact = z.output<typeof evidenceFact>;
export type Settlement = z.output<typeof settlement>;
export type Resolution = z.output<typeof resolution>;
export type SpendingWindow = z.output<typeof spendingWindow>;
export type ClientEvent = z.output<typeof clientEvent>;
export type TimelineEntry = z.output<typeof timelineEntry>;
export type PurchaseTotals = z.output<(typeof purchasesProcedures)['purchases.totals']['output']>;
export type PurchaseSort = z.output<typeof sort>;
export type PurchaseFilter = z.output<typeof purchaseFilter>;

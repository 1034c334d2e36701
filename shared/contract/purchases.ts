import { z } from 'zod';
import { BASES, GOODS_STATES, OUTCOMES } from '../domain/journal.ts';
import { LANGUAGES } from '../domain/language.ts';
import { LEDGER_TABLES, TOTALS_GROUPS } from '../domain/ledger-tables.ts';
import { PORT_TYPES } from '../domain/limits.ts';
import { MESSAGE_KINDS } from '../domain/message-kinds.ts';
import { PURCHASE_SORTS } from '../domain/purchase-sorts.ts';
import { VERDICT_REASONS, VERDICTS } from '../domain/purchase-verdict.ts';
import { GOODS, ORDERS, PURCHASE_KINDS, RECORDED_ORDERS } from '../products/index.ts';
import { proxyPrice } from './dedicated.ts';
import { event, id, kopecks, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';
import { sale } from './sales.ts';

const order = z.discriminatedUnion('kind', ORDERS);
const recordedOrder = z.discriminatedUnion('kind', RECORDED_ORDERS);
const goods = z.discriminatedUnion('kind', GOODS);

/**
 * The target of a payment as the user saw it. It is compared with the service's data just before the request leaves.
 */
const target = z.object({
  /** The client's pair; `null` if the order is for nobody yet. */
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  /**
   * The things to extend, with their ends as the user saw them: a subscription by its uuid, a proxy by the service's
   * id. `endsAt` is in ms since the epoch, UTC; `null` if no date was known.
   */
  ends: z.array(z.object({ id: z.string(), endsAt: timestamp.nullable() })),
});

/** An earlier purchase of the same target with an unknown outcome. */
const openPurchase = z.object({ purchaseId: id, priceKopecks: kopecks, createdAt: timestamp });

/** A price that the user can agree to. It is valid for one confirmation. */
const offer = z.object({
  offerId: id,
  order,
  target,
  /** Buying in spite of these purchases requires their ids in `despite`. */
  open: z.array(openPurchase),
  priceKopecks: kopecks,
  /** For traffic only. */
  pricePerGbKopecks: kopecks.nullable(),
  /** The price of each proxy of a prolongation; `null` if the service does not state it. */
  lines: z.array(proxyPrice),
  /** `null` if the balance could not be read. */
  balanceKopecks: kopecks.nullable(),
  /**
   * The date of the ends in `target`, if the desk was restored from a copy and the service does not report them;
   * otherwise `null`.
   */
  datesAsOf: timestamp.nullable(),
  /** The desk is shared and its database cannot be reached, so a colleague may pay at the same time. */
  isUnguarded: z.boolean(),
  asOf: timestamp,
});

/** Why a purchase ended as it did, in addition to the service's own words. */
const PURCHASE_REASONS = [
  'refused', // the service refused it
  'unauthorized',
  'forbidden',
  'rate-limited',
  'not-sent', // the request never left this computer
  'timeout', // no answer in time, or the connection broke
  'server', // the service had an internal error
  'unreadable', // the answer does not follow this API
  'not-as-ordered', // the answer names other goods than ordered, or fewer
  'interrupted', // the app ended before the answer came
] as const;

/** The differences between an answer and its order. `new`: the answer names something that existed before. */
const DIFFERENCES = ['uuid', 'pool', 'gb', 'proxies', 'new', 'period', 'count', 'country', 'ipv'] as const;

/** Both values as text; `ordered` is empty for `new`. */
const difference = z.object({ what: z.enum(DIFFERENCES), ordered: z.string(), answered: z.string() });

/** The facts that were compared, each with its unit. */
const EVIDENCE_FACTS = [
  'spent', // `api_spent_rub` in kopecks; `after` is the decisive reading
  'own-spending', // kopecks of this app's later purchases, which are not counted
  'quoted', // the quoted price in kopecks, before the purchase and now
  'pool-gb',
  'subscriptions', // their number
  'new-subscription', // its uuid
  'expires-at', // ms since the epoch
  'waited', // ms since the request left
] as const;

const factValue = z.union([z.number(), z.string()]).nullable();
const evidenceFact = z.object({ fact: z.enum(EVIDENCE_FACTS), before: factValue, after: factValue });

/** The conclusion about a purchase whose answer was lost. It is never a proof, and a later reading may change it. */
const resolution = z.object({
  verdict: z.enum(VERDICTS),
  reason: z.enum(VERDICT_REASONS),
  /** Since when no reading has shown any sign of the purchase; `null` if one has. */
  quietSince: timestamp.nullable(),
  facts: z.array(evidenceFact),
  checkedAt: timestamp,
  /**
   * When the app checks again automatically; `null` if only at the next start, when the network returns, or on request.
   */
  nextCheckAt: timestamp.nullable(),
});

/** The user's decision about an outcome that evidence could not settle. */
const settlement = z.object({
  verdict: z.enum(['charged', 'not-charged']),
  reason: z.string(),
  at: timestamp,
});

const purchase = z.object({
  id,
  /**
   * The tag of the computer of a shared desk that made the purchase and determines its outcome; `null` for this one.
   */
  computer: z.string().nullable(),
  /** The name of that computer; '' if the desk is not shared, or the computer is no longer known. */
  computerName: z.string(),
  order: recordedOrder,
  clientId: id.nullable(),
  /** The client's name at the time of the purchase. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  basis: z.enum(BASES).nullable(),
  goodsState: z.enum(GOODS_STATES),
  /** The agreed price. */
  priceKopecks: kopecks,
  /** The charged amount; `null` unless the purchase was charged. */
  chargedKopecks: kopecks.nullable(),
  /** The rise of the service's total of spending, if it exceeds the stated charge; otherwise `null`. */
  risenKopecks: kopecks.nullable(),
  goods: goods.nullable(),
  /** Empty unless the answer differs from the order. */
  differences: z.array(difference),
  sale: sale.nullable(),
  /** `null` if no evidence was needed. */
  resolution: resolution.nullable(),
  /** All decisions of the user about it, the latest one last; the basis tells whether the outcome rests on it. */
  settlements: z.array(settlement),
  /** Whether an answer of the service was stored, readable or not (`purchases.rawAnswer`). */
  hasAnswer: z.boolean(),
  /** Bought while the shared desk could not be reached, so a colleague may have paid at the same time. */
  isUnguarded: z.boolean(),
  /** The account's balance just before the request left. */
  balanceBeforeKopecks: kopecks.nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** The service's own message, secrets masked; empty if there was none. */
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
  /** The tag of the purchasing computer, as in `purchase`; '' for this one. */
  computer: text(8).optional(),
  /** The time span: from `from` on, and before `to`. */
  from: timestamp.optional(),
  to: timestamp.optional(),
});

/** The default is newest first, which lists purchases with an open outcome before all others. */
const sort = sortBy(PURCHASE_SORTS).default({ by: 'time', direction: 'desc' });

const money = {
  purchases: z.int(),
  spentKopecks: kopecks,
  unknown: z.int(),
  unknownKopecks: kopecks,
};

/** The same purchases from the seller's side. Only those with a selling price count towards the profit. */
const sold = {
  soldKopecks: kopecks,
  profitKopecks: kopecks,
  /** The number of charged purchases without a selling price. */
  unsold: z.int(),
  /** The selling prices of those with an unknown outcome. */
  unknownSoldKopecks: kopecks,
};

/** The spending between two readings of the balance. */
const spendingWindow = z.object({
  from: timestamp,
  to: timestamp,
  spentKopecks: kopecks,
  /** The spending that the ledger's purchases explain. */
  explainedKopecks: kopecks,
  /** The possible cost of purchases with an unknown outcome in this time. */
  unknownKopecks: kopecks,
  /** The spending that the ledger does not explain; negative if the ledger has more than was spent. */
  differenceKopecks: kopecks,
  /** Charges that the service's total does not include yet, because it may lag some minutes behind. */
  lateKopecks: kopecks,
});

/** Something done for a client that costs nothing, either confirmed by the service or within the desk only. */
export const clientEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('whitelist-added'), ip: z.string() }),
  z.object({ name: z.literal('whitelist-removed'), ip: z.string() }),
  z.object({ name: z.literal('password-reset') }),
  z.object({ name: z.literal('subscription-deleted'), uuid: z.string() }),
  z.object({ name: z.literal('proxies-assigned'), count: z.int() }),
  z.object({ name: z.literal('proxies-unassigned'), count: z.int() }),
  /**
   * To the clipboard, to a folder, as a page or by Telegram; `maybe-sent`: Telegram gave no clear answer, or only a part was
   * sent. `lines` counts those of lists and dedicated proxies.
   */
  z.object({
    name: z.literal('handed-over'),
    how: z.enum(['copied', 'saved', 'page', 'sent', 'maybe-sent', 'file-sent', 'maybe-file-sent']),
    /** The occasion of the message; missing in entries of earlier versions, which had no occasions. */
    message: z.enum(MESSAGE_KINDS).optional(),
    subscriptions: z.int(),
    lines: z.int(),
  }),
  /** `sure`: the service confirmed the switch of these proxies. */
  z.object({ name: z.literal('protocol-switched'), portType: z.enum(PORT_TYPES), count: z.int(), sure: z.boolean() }),
]);

const entry = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), at: timestamp, ...shape });

const timelineEntry = z.discriminatedUnion('kind', [
  entry('purchase', { purchase }),
  entry('list', { listId: id, title: z.string(), lines: z.int() }),
  entry('export', { exportId: id, listId: id.nullable(), title: z.string(), path: z.string(), lines: z.int() }),
  /** Bought with this app and no longer listed by the service, although nobody deleted it here. */
  entry('subscription-gone', { uuid: z.string() }),
  /** A change that was made for the client in this app. */
  entry('event', { eventId: id, event: clientEvent }),
  entry('client-added', {}),
]);

export const purchasesProcedures = {
  /** Throws `conflict` (`proxies-reassigned`) if a proxy of a prolongation for a client is not that client's. */
  'purchases.offer': procedure(z.strictObject({ order }), offer),
  /**
   * Buys. It asks for the price again first. If it is not `priceKopecks`, the answer is `price-changed`, nothing was
   * sent, and `details.params` have a new offer (`offerId`, `priceKopecks`, `pricePerGbKopecks`, `balanceKopecks`,
   * `asOf`). `insufficient-balance` sends nothing either. `target-changed` sends nothing if the target differs from
   * that of the offer: `params` have a new offer, `what` changed (`client`, `end` or `bought`), `before` and `after` (a
   * pair as text, an end in ms since the epoch, the id of a purchase), and how many `ends` changed. `target-open` sends
   * nothing if an earlier purchase of the same target is pending or open and not named in `despite`; `params` have a
   * new offer and the `purchaseId`. The answer is the purchase, whatever its outcome, even `open`. An offer is valid
   * for one call; a second one is a `conflict` with the code `offer-used`.
   */
  'purchases.confirm': procedure(
    z.strictObject({ offerId: id, priceKopecks: kopecks, despite: z.array(id).max(100).default([]) }),
    purchase,
  ),
  /** The totals cover everything under the filter. */
  'purchases.list': procedure(
    z.strictObject({ filter: purchaseFilter, sort, ...page }),
    z.object({
      total: z.int(),
      rows: z.array(purchase),
      totalSpentKopecks: kopecks,
      unknown: z.int(),
      /** The possible cost of the purchases with an unknown outcome. */
      unknownKopecks: kopecks,
    }),
  ),
  'purchases.get': procedure(z.strictObject({ purchaseId: id }), purchase),
  /**
   * Returns the number of purchases for each outcome with its goods, for each kind, and for each computer. Each number
   * ignores its own part of the filter and obeys the others.
   */
  'purchases.facets': procedure(
    z.strictObject({ filter: purchaseFilter }),
    z.object({
      standings: z.array(z.object({ outcome: z.enum(OUTCOMES), goodsState: z.enum(GOODS_STATES), count: z.int() })),
      kinds: z.array(z.object({ kind: purchaseKind, count: z.int() })),
      /**
       * By name, this computer first (`computer` is ''). The computer of the filter is included even without purchases.
       * `computerName` is as in `purchase`.
       */
      computers: z.array(z.object({ computer: z.string(), computerName: z.string(), count: z.int() })),
    }),
  ),
  /**
   * Looks for evidence about all purchases with an unknown outcome, and reports on one if it is named. It only reads
   * and never sends a purchase again. Throws the errors of its reads.
   */
  'purchases.resolve': procedure(
    z.strictObject({ purchaseId: id.optional() }),
    z.object({
      /** The examined purchases (or the named one), in their present state. */
      purchases: z.array(purchase),
      settled: z.int(),
      stillUnknown: z.int(),
    }),
  ),
  /**
   * Records the user's knowledge of an outcome that evidence leaves uncertain (another workstation bought at the same
   * moment, the goods were used up). It counts as the user's decision and never as a proof, sends nothing, adds no
   * goods, and only another settlement changes it. It may confirm evidence that it was not charged. `conflict`:
   * `settle-not-open`; `settle-same`; `settle-too-early` (`wait`, in seconds) while the service may still complete the
   * purchase; `settle-elsewhere` for a purchase of another computer. `invalid-input` without a reason.
   */
  'purchases.settle': procedure(
    z.strictObject({ purchaseId: id, verdict: z.enum(['charged', 'not-charged']), reason: text(2_000) }),
    purchase,
  ),
  /**
   * Returns the service's stored answer; secrets are masked unless `reveal` is set. Throws `not-found` if none was
   * stored.
   */
  'purchases.rawAnswer': procedure(
    z.strictObject({ purchaseId: id, reveal: z.boolean() }),
    z.object({ text: z.string(), status: z.int().nullable(), complete: z.boolean() }),
  ),
  /**
   * Sums up the charged purchases under the filter. `day`: `key` is a local date (YYYY-MM-DD), oldest first; `product`:
   * a kind; `client`: the pair, with `clientId` while the client exists. The last two are sorted by total, largest
   * first.
   */
  'purchases.totals': procedure(
    z.strictObject({ groupBy: z.enum(TOTALS_GROUPS), filter: purchaseFilter }),
    z.object({
      rows: z.array(z.object({ key: z.string(), label: z.string(), clientId: id.nullable(), ...money, ...sold })),
      /** Whether there are more groups than rows. */
      more: z.boolean(),
      ...money,
      ...sold,
    }),
  ),
  /**
   * Compares the ledger with the service's own total since the first reading of the balance. The newest spans come
   * first.
   */
  'purchases.reconciliation': procedure(
    z.strictObject({ onlyDifferences: z.boolean().default(true), ...page }),
    z.object({
      /** The whole time. `null` if the balance was never read. */
      sum: spendingWindow.nullable(),
      /** The spending through the API by the service's own count, as last read. */
      spentKopecks: kopecks.nullable(),
      total: z.int(),
      windows: z.array(spendingWindow),
    }),
  ),
  /**
   * Asks the OS for a path and writes the rows under the filter, for Excel: the purchases, their totals by a group,
   * the debts (which only use the filter's search), or the payments received (which use its time and its client). `null` if the dialog was closed.
   */
  'purchases.exportCsv': procedure(
    z.strictObject({
      filter: purchaseFilter,
      table: z.enum(LEDGER_TABLES).default('purchases'),
      language: z.enum(LANGUAGES),
    }),
    z.object({ exportId: id, fileName: z.string(), rows: z.int() }).nullable(),
  ),
  /** Shows a file written since the start of the app in its folder. Throws `file` if it no longer exists. */
  'purchases.showCsv': procedure(z.strictObject({ exportId: id }), nothing),
  /** Returns everything that was done for one client, over all products, newest first. */
  'purchases.timeline': procedure(z.strictObject({ clientId: id, ...page }), rowsOf(timelineEntry)),
};

/** `purchaseId` is `null` for any purchases of other computers of a shared desk. */
export const purchasesEvents = { 'purchases.changed': event(z.object({ purchaseId: id.nullable() })) };

export type PurchaseReason = (typeof PURCHASE_REASONS)[number];
export type Goods = z.output<typeof goods>;
export type Difference = z.output<typeof difference>;
export type Order = z.output<typeof order>;
/** An order in the ledger. */
export type RecordedOrder = z.output<typeof recordedOrder>;
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

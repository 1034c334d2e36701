import { z } from 'zod';
import { PURCHASE_STATES } from '../domain/journal.ts';
import { dedicatedGoods, dedicatedOrder, prolongGoods, prolongOrder, proxyPrice } from './dedicated.ts';
import { event, id, kopecks, page, procedure, text, timestamp } from './define.ts';
import { poolType } from './premium.ts';
import { vpnBuyGoods, vpnBuyOrder, vpnRenewGoods, vpnRenewOrder } from './vpn.ts';

/** What is bought. Each product that costs money is one kind. `gb` is checked by the handler, field by field. */
const order = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('traffic'), clientId: id, poolType, gb: z.number() }),
  dedicatedOrder,
  prolongOrder,
  vpnBuyOrder,
  vpnRenewOrder,
]);

/** What the service's answer to the purchase handed over. */
const goods = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('traffic'),
    /** As the service confirms it; `null` when it does not say. */
    gb: z.number().nullable(),
    /** GB in the pool after the purchase. */
    trafficGb: z.number().nullable(),
  }),
  dedicatedGoods,
  prolongGoods,
  vpnBuyGoods,
  vpnRenewGoods,
]);

/** A price the user can agree to. It is good for one confirmation. */
const offer = z.object({
  offerId: id,
  order,
  priceKopecks: kopecks,
  /** Of traffic. */
  pricePerGbKopecks: kopecks.nullable(),
  /** What each proxy of a prolongation costs; `null` where the service does not say. */
  lines: z.array(proxyPrice),
  /** `null` when the balance could not be read. */
  balanceKopecks: kopecks.nullable(),
  asOf: timestamp,
});

/** Why a purchase ended as it did, where the service's own words are not all there is to say. */
export const PURCHASE_REASONS = [
  'refused', // the service said no
  'unauthorized',
  'forbidden',
  'rate-limited',
  'not-sent', // the request never left this computer
  'timeout', // no answer in time, or the connection broke
  'server', // the service had a fault of its own
  'unreadable', // an answer that is not of this API
  'interrupted', // the app ended before the answer came
] as const;

const purchase = z.object({
  id,
  order,
  clientId: id.nullable(),
  /** Who it was for, as it was then. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  state: z.enum(PURCHASE_STATES),
  priceKopecks: kopecks,
  goods: goods.nullable(),
  /** The account's balance just before the request left. */
  balanceBeforeKopecks: kopecks.nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** What the service said, in its own words, secrets masked; empty when it said nothing. */
  note: z.string(),
  reason: z.enum(PURCHASE_REASONS).nullable(),
});

const purchaseFilter = z.strictObject({
  search: text(500).default(''),
  clientId: id.optional(),
  states: z.array(z.enum(PURCHASE_STATES)).max(20).default([]),
});

export const purchasesProcedures = {
  'purchases.offer': procedure(z.strictObject({ order }), offer),
  /**
   * Buys. Quotes again first: when the price is not `priceKopecks` the answer is `price-changed`, nothing was sent, and
   * `details.params` hold a new offer (`offerId`, `priceKopecks`, `pricePerGbKopecks`, `balanceKopecks`, `asOf`).
   * `insufficient-balance` sends nothing either. Answers with the purchase in whatever state it ended, `unknown`
   * included. An offer is good for one call; another is `conflict` with the code `offer-used`.
   */
  'purchases.confirm': procedure(z.strictObject({ offerId: id, priceKopecks: kopecks }), purchase),
  /** Those whose outcome is unknown first, then the newest. The sums are over everything under the filter. */
  'purchases.list': procedure(
    z.strictObject({ filter: purchaseFilter, ...page }),
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
};

export const purchasesEvents = { 'purchases.changed': event(z.object({ purchaseId: id })) };

export { PURCHASE_STATES, type PurchaseState } from '../domain/journal.ts';
export type PurchaseReason = (typeof PURCHASE_REASONS)[number];
export type Goods = z.output<typeof goods>;
export type Order = z.output<typeof order>;
export type Offer = z.output<typeof offer>;
export type Purchase = z.output<typeof purchase>;
export type PurchaseFilter = z.output<typeof purchaseFilter>;

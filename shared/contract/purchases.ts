import { z } from 'zod';
import { event, id, kopecks, page, procedure, text, timestamp } from './define.ts';
import { poolType } from './premium.ts';

/** DESIGN 6. */
export const PURCHASE_STATES = [
  'prepared',
  'sent',
  'succeeded',
  'rejected',
  'unknown',
  'confirmed-charged',
  'confirmed-not-charged',
  'charged-goods-missing',
] as const;

/** What is bought. Each product that costs money is one kind. */
const order = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('traffic'), clientId: id, poolType, gb: z.number().positive() }),
]);

/** A price the user can agree to. It is good for one confirmation. */
const offer = z.object({
  offerId: id,
  order,
  priceKopecks: kopecks,
  pricePerGbKopecks: kopecks.nullable(),
  /** `null` when the balance could not be read. */
  balanceKopecks: kopecks.nullable(),
  asOf: timestamp,
});

const purchase = z.object({
  id,
  order,
  clientId: id.nullable(),
  clientName: z.string(),
  state: z.enum(PURCHASE_STATES),
  priceKopecks: kopecks,
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** What the service said when it refused, or why the outcome is not known. */
  note: z.string(),
  /** A key of the renderer's texts (`purchases.reasons.<code>`), where there is one. */
  reason: z.string().nullable(),
});

const purchaseFilter = z.strictObject({
  search: text(500).default(''),
  clientId: id.optional(),
  states: z.array(z.enum(PURCHASE_STATES)).max(20).default([]),
});

export const purchasesProcedures = {
  'purchases.offer': procedure(z.strictObject({ order }), offer),
  /**
   * Buys. Quotes again first: when the price is not `priceKopecks` the answer is `price-changed` and nothing was sent.
   * Answers with the purchase in whatever state it ended, `unknown` included. An offer is good for one call.
   */
  'purchases.confirm': procedure(z.strictObject({ offerId: id, priceKopecks: kopecks }), purchase),
  'purchases.list': procedure(
    z.strictObject({ filter: purchaseFilter, ...page }),
    z.object({ total: z.int(), rows: z.array(purchase), totalSpentKopecks: kopecks, unknown: z.int() }),
  ),
  'purchases.get': procedure(z.strictObject({ purchaseId: id }), purchase),
};

export const purchasesEvents = { 'purchases.changed': event(z.object({ purchaseId: id })) };

export type PurchaseState = (typeof PURCHASE_STATES)[number];
export type Order = z.output<typeof order>;
export type Offer = z.output<typeof offer>;
export type Purchase = z.output<typeof purchase>;
export type PurchaseFilter = z.output<typeof purchaseFilter>;

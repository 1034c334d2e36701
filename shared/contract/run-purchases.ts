import { z } from 'zod';
import { BASES } from '../domain/journal.ts';
import { CHARGE_STATES } from '../domain/run-charges.ts';
import { id, kopecks, timestamp } from './define.ts';
import { RUN_INPUTS, RUN_PARAMS } from './products.ts';

/** The terms of a run, without for whom it is. */
const params = z.discriminatedUnion('kind', RUN_PARAMS);

export const purchasesInput = z.discriminatedUnion('kind', RUN_INPUTS);

/** Why a line cannot be done. */
const PURCHASES_PROBLEMS = [
  'client-removed',
  'no-subscription',
  'nothing-ending',
  'disabled',
  'not-read', // the client's subscriptions were never read, and now they could not be
  'outcome-open', // the outcome of an earlier purchase of the same is unknown
  'bought-meanwhile', // since the plan was made, and not by the run
  'target-changed', // the subscription or proxy ends at another time than the plan shows, or the client has another pair
  'subscription-gone',
  'proxy-removed',
  'no-service-id',
  'same-proxy', // held twice: it is prolonged once
  'refused', // the service gave no price for it
  'not-quoted', // the service left it out of its prices
] as const;

/**
 * `words`: what the service said, secrets masked. Of `target-changed`: `before` and `after`, ends in ms since the epoch or
 * pairs as text. `purchaseId`: the earlier purchase, of `outcome-open` and `bought-meanwhile`.
 */
const moved = z.union([z.number(), z.string()]);
const problem = z.object({
  code: z.enum(PURCHASES_PROBLEMS),
  words: z.string(),
  before: moved.exactOptional(),
  after: moved.exactOptional(),
  purchaseId: id.exactOptional(),
});

export const purchasesDetail = z.object({
  of: z.literal('purchases'),
  params,
  /** Lines by what became of them. */
  counts: z.record(z.enum(CHARGE_STATES), z.int()),
  /** Requests that charge, which still wait. */
  waitingCharges: z.int(),
  /** The price of everything that was or is to be done. */
  totalKopecks: kopecks,
  /** Of what still waits. */
  remainingKopecks: kopecks,
  /** Before the prices were last asked for again, where that changed it. */
  formerRemainingKopecks: kopecks.nullable(),
  chargedKopecks: kopecks,
  /** What may have been charged: purchases without an outcome. */
  openKopecks: kopecks,
  /** Never spent beyond it; `null` until it is agreed to. */
  capKopecks: kopecks.nullable(),
  /** As read with the prices; `null` when it could not be. */
  balanceKopecks: kopecks.nullable(),
  pricesAsOf: timestamp,
  /**
   * How old the ends of the plan are, the oldest of them: when subscriptions were read, or until when a desk that was
   * brought back from a copy knows what was bought for its proxies. `null` where none is shown, or nothing is missing.
   */
  datesAsOf: timestamp.nullable(),
  /** The standing order that it is for; `null`: the user's own. */
  standingOrderId: id.nullable(),
  /** As in an offer (`purchases.offer`), now. */
  isUnguarded: z.boolean(),
});

export const purchasesLine = z.object({
  of: z.literal('purchases'),
  line: z.int(),
  state: z.enum(CHARGE_STATES),
  problem: problem.nullable(),
  clientId: id.nullable(),
  /** Who it is for, as it was then; empty: nobody. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  /** The subscription's uuid, the proxy's address; empty for traffic. */
  target: z.string(),
  expiresAt: timestamp.nullable(),
  /** `null` where the service does not say. */
  priceKopecks: kopecks.nullable(),
  /** How many lines the same request pays for. */
  shared: z.int(),
  purchaseId: id.nullable(),
  /** Whose word the purchase's outcome is. */
  basis: z.enum(BASES).nullable(),
  /** Since when no reading showed a sign of it, where evidence says that it was not charged. */
  quietSince: timestamp.nullable(),
  /** The service's words to a refusal. */
  note: z.string(),
  at: timestamp.nullable(),
});

/**
 * What the user saw and agrees to. `remainingKopecks` is the price of what waits; `capKopecks` covers what is spent, what
 * may be, and what remains. `isUnguarded`: also while a colleague of the shared desk may pay at the same time.
 */
export const agreement = z.strictObject({
  remainingKopecks: kopecks,
  capKopecks: kopecks,
  isUnguarded: z.boolean().default(false),
});

export type { ChargeState } from '../domain/run-charges.ts';
export type PurchasesInput = z.output<typeof purchasesInput>;
export type PurchasesParams = z.output<typeof params>;
export type PurchasesProblem = z.output<typeof problem>;
export type PurchasesDetail = z.output<typeof purchasesDetail>;
export type PurchasesLine = z.output<typeof purchasesLine>;
export type PurchasesAgreement = z.output<typeof agreement>;

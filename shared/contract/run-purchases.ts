import { z } from 'zod';
import { BASES } from '../domain/journal.ts';
import { CHARGE_STATES } from '../domain/run-charges.ts';
import { RUN_INPUTS, RUN_PARAMS } from '../products/index.ts';
import { id, kopecks, timestamp } from './define.ts';

/** The terms of a run, without its targets. */
const params = z.discriminatedUnion('kind', RUN_PARAMS);

export const purchasesInput = z.discriminatedUnion('kind', RUN_INPUTS);

/** Why a line cannot be bought. */
const PURCHASES_PROBLEMS = [
  'client-removed',
  'no-subscription',
  'nothing-ending',
  'has-subscription', // the client has a subscription that runs, and such clients are left out
  'disabled',
  'not-read', // the client's subscriptions were never read, and could not be read now
  'outcome-open', // an earlier purchase of the same target has an unknown outcome
  'bought-meanwhile', // bought since the plan was made, but not by this run
  'target-changed', // the end of the subscription or proxy, the proxy's client, or the client's pair, differs from the plan
  'subscription-gone',
  'proxy-removed',
  'no-service-id',
  'same-proxy', // listed twice; it is prolonged once
  'refused', // the service refused to quote a price for it
  'not-quoted', // the service left it out of its quote
] as const;

const changedValue = z.union([z.number(), z.string()]);
/**
 * Why a line cannot be bought, with the values for its text. `words`: the service's own message, secrets masked. `before`
 * and `after` of `target-changed`: ends in ms since the epoch, or pairs as text. `purchaseId`: the earlier purchase of
 * `outcome-open` and `bought-meanwhile`.
 */
const problem = z.object({
  code: z.enum(PURCHASES_PROBLEMS),
  words: z.string(),
  before: changedValue.exactOptional(),
  after: changedValue.exactOptional(),
  purchaseId: id.exactOptional(),
});

export const purchasesDetail = z.object({
  of: z.literal('purchases'),
  params,
  /** The number of lines in each state. */
  counts: z.record(z.enum(CHARGE_STATES), z.int()),
  /** The number of requests that are still to be sent. */
  waitingCharges: z.int(),
  /** The price of all lines, bought or not. */
  totalKopecks: kopecks,
  /** The price of the waiting lines. */
  remainingKopecks: kopecks,
  /** The price of the waiting lines before the latest quote, if it changed. */
  formerRemainingKopecks: kopecks.nullable(),
  chargedKopecks: kopecks,
  /** The amount of purchases with an open outcome, which may have been charged. */
  openKopecks: kopecks,
  /** The most that the run may spend; `null` until the user agrees. */
  capKopecks: kopecks.nullable(),
  /** The balance as read with the prices; `null` if it could not be read. */
  balanceKopecks: kopecks.nullable(),
  pricesAsOf: timestamp,
  /**
   * How old the plan's ends are: when the oldest of its subscriptions was read or, for the proxies of a desk restored from
   * a copy, until when the desk knows their purchases. `null` if the plan shows no ends, or no data is missing.
   */
  datesAsOf: timestamp.nullable(),
  /** The standing order that started the run; `null` if the user did. */
  standingOrderId: id.nullable(),
  /** The desk is shared and its database cannot be reached now, so a colleague may pay at the same time. */
  isUnguarded: z.boolean(),
});

export const purchasesLine = z.object({
  of: z.literal('purchases'),
  line: z.int(),
  state: z.enum(CHARGE_STATES),
  problem: problem.nullable(),
  clientId: id.nullable(),
  /** The client's name at the time of the run; empty for nobody. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  /** The uuid of a subscription or the address of a proxy; empty for traffic. */
  target: z.string(),
  expiresAt: timestamp.nullable(),
  /** `null` if the service does not state a price. */
  priceKopecks: kopecks.nullable(),
  /** The number of lines that the same request pays for. */
  shared: z.int(),
  purchaseId: id.nullable(),
  /** The source of the purchase's outcome. */
  basis: z.enum(BASES).nullable(),
  /** Since when no reading has shown a sign of the purchase, if evidence says that it was not charged. */
  quietSince: timestamp.nullable(),
  /** The service's message with a refusal. */
  note: z.string(),
  at: timestamp.nullable(),
});

/**
 * The user's agreement to what was shown. `remainingKopecks` is the price of the waiting lines; `capKopecks` covers
 * what was spent, what may have been spent, and what remains. `isUnguarded`: the user also agrees to pay while a
 * colleague of the shared desk may do the same.
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

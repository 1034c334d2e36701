import { z } from 'zod';
import { SHOWN_DUE_ITEM_STATES } from '../domain/due-item-states.ts';
import { MAX_TIMES_EACH, REQUIRED_PAYMENTS, STANDING_MODES } from '../domain/standing-rules.ts';
import { STANDING_ACTIONS, STANDING_PRICED } from '../products/index.ts';
import { event, id, kopecks, nothing, page, procedure, text, timestamp } from './define.ts';
import { standingTargets } from './standing-targets.ts';
import { storedError } from './stored-error.ts';

/** The handler checks numbers field by field. `daysBefore` counts days of the order's zone before the end. */
const action = z.discriminatedUnion('kind', STANDING_ACTIONS);

const terms = {
  /** May be empty. */
  name: text(100),
  action,
  mode: z.enum(STANDING_MODES),
  /** The highest price of one payment. `null` is no limit, allowed for an order that asks. */
  ceilingKopecks: kopecks.nullable(),
  /** The most to spend in a calendar month of the order's zone. */
  monthCapKopecks: kopecks.nullable(),
  /** The hours of the order's zone in which it may act, `HH:MM`; `null` for any time. */
  hours: z.strictObject({ from: text(5), to: text(5) }).nullable(),
};

/** The conditions under which it pays for one due item; see `RequiredPayment`. */
const conditions = {
  payment: z.enum(REQUIRED_PAYMENTS),
  /** The most payments for each subscription, proxy or pool since the order was created; `null` is no limit. */
  timesEach: z.int().min(1).max(MAX_TIMES_EACH).nullable(),
};

/** The terms as another computer of the shared desk sends them. */
export const standingTerms = z.object(terms);

/**
 * The reason that keeps an order from acting. The order continues automatically afterwards, except after `restored`, `joined`, `parted`,
 * `damaged` and `mixed`.
 */
export const standingBlockedReason = z.discriminatedUnion('code', [
  /** An open purchase or another run for the same thing; one of the two ids is set. */
  z.object({ code: z.literal('blocked'), purchaseId: id.nullable(), runId: id.nullable() }),
  z.object({ code: z.literal('outside-hours'), until: timestamp }),
  z.object({ code: z.literal('month-cap'), leftKopecks: kopecks }),
  z.object({ code: z.literal('insufficient-balance'), missingKopecks: kopecks }),
  z.object({ code: z.literal('failed'), error: storedError }),
  /**
   * The desk was restored from a copy, which does not know later purchases. The user must switch the order on again.
   */
  z.object({ code: z.literal('restored') }),
  /** It came with a computer that joined the shared desk. The user must switch it on again. */
  z.object({ code: z.literal('joined') }),
  /**
   * This computer has left the shared desk, whose other computers carry the order out. The user must switch it on
   * again.
   */
  z.object({ code: z.literal('parted') }),
  /** The shared desk cannot be reached, and another computer may be carrying the order out, so it only asks. */
  z.object({ code: z.literal('alone') }),
  /** The keychain cannot be used, so the app cannot tell whether this desk is a copy, and the order only asks. */
  z.object({ code: z.literal('unproven') }),
  /** One of its terms cannot be read, so it does nothing. */
  z.object({ code: z.literal('damaged') }),
  /**
   * A newer version of the app changed it on another computer, and this one cannot read it, so it does nothing here.
   */
  z.object({ code: z.literal('newer') }),
  /** Its terms were changed on two computers and contradict each other, so it does nothing until it is saved again. */
  z.object({ code: z.literal('mixed') }),
]);

/**
 * A term that was changed on two computers at once, with the value that was overruled; limits are in kopecks, `null`
 * for none.
 */
const overruled = z.discriminatedUnion('term', [
  z.object({ term: z.literal('mode'), mode: z.enum(STANDING_MODES) }),
  z.object({ term: z.literal('ceiling'), kopecks: kopecks.nullable() }),
  z.object({ term: z.literal('cap'), kopecks: kopecks.nullable() }),
  z.object({ term: z.literal('payment'), payment: z.enum(REQUIRED_PAYMENTS) }),
  z.object({ term: z.literal('times'), times: z.int().nullable() }),
]);

const order = z.object({
  id,
  ...terms,
  ...conditions,
  /** The IANA zone of its days, hours and months, the same on every computer. */
  zone: z.string(),
  /** `null` if it cannot be read. */
  action: action.nullable(),
  /** Kept until the order is saved again. */
  overruled: z.array(overruled),
  /** The number of existing targets: clients or proxies. */
  targets: z.object({ of: z.enum(['clients', 'tag', 'proxies']), tag: z.string(), count: z.int() }),
  isOn: z.boolean(),
  blockedReason: standingBlockedReason.nullable(),
  /** The number of things that it asks about now. */
  asks: z.int(),
  failed: z.int(),
  /** The amount that was charged, or may have been, in this calendar month of the order's zone. */
  monthKopecks: kopecks,
  lastAt: timestamp.nullable(),
});

const dueItem = z.object({
  id,
  state: z.enum(SHOWN_DUE_ITEM_STATES),
  clientId: id.nullable(),
  clientName: z.string(),
  clientKey: z.string(),
  messengerId: z.int().nullable(),
  proxyId: id.nullable(),
  /** The uuid of a subscription, the address of a proxy, or the type of a pool. */
  target: z.string(),
  /** Its end at the time of the check, for a proxy in the assumed zone; `null` for traffic. */
  endsAt: timestamp.nullable(),
  dueAt: timestamp,
  /** It fell due while the computer was off or asleep, or while everything was paused. */
  missed: z.boolean(),
  priceKopecks: kopecks.nullable(),
  runId: id.nullable(),
  purchaseId: id.nullable(),
  /** Why it failed, if that is known. */
  error: storedError.nullable(),
  at: timestamp,
});

/** As in `DaySum` (shared/domain/standing-forecast.ts). The total counts things that waited for another month once. */
const sum = {
  count: z.int(),
  kopecks,
  unpriced: z.int(),
  aboveCeiling: z.int(),
  waits: z.int(),
  overCap: z.int(),
  carried: z.int(),
};
const forecast = z.object({
  days: z.array(
    z.object({
      /** The local day, YYYY-MM-DD. */
      day: z.string(),
      orders: z.array(z.object({ orderId: id, ...sum })),
      /** The number of things that end on this day and that no order renews. */
      uncovered: z.int(),
      /** The first of these: proxies, or clients whose subscription ends. */
      firstUncovered: z.array(z.object({ clientId: id.nullable(), proxyId: id.nullable(), name: z.string() })),
      /** The balance after the day; `null` if it was never read. */
      balanceKopecks: kopecks.nullable(),
    }),
  ),
  orders: z.array(z.object({ orderId: id, name: z.string(), action, mode: z.enum(STANDING_MODES), isOn: z.boolean() })),
  total: z.object(sum),
  balanceKopecks: kopecks.nullable(),
  balanceAsOf: timestamp.nullable(),
  /** The first day that the balance does not cover. */
  shortFrom: z.string().nullable(),
});

const bought = z.discriminatedUnion('kind', STANDING_PRICED);

const knownCost = z.object({
  leastKopecks: kopecks,
  mostKopecks: kopecks,
  /** The time of the oldest of these prices. */
  asOf: timestamp,
  /** Whether all prices are known. */
  isWhole: z.boolean(),
});

const oneOrder = z.strictObject({ orderId: id });

export const standingProcedures = {
  /** Returns the orders of the open desk, newest first. */
  'standing.list': procedure(z.strictObject({ ...page }), z.object({ total: z.int(), rows: z.array(order) })),
  /** Returns an order with its targets, for the form. */
  'standing.get': procedure(oneOrder, z.object({ order, targets: standingTargets })),
  /**
   * Saves an order; without `orderId` it creates one. The order is switched on, and its earlier questions are
   * determined again. Without `zone` an order keeps its zone, and a new one gets this computer's. Without a condition it
   * keeps its own, and a new one has none.
   */
  'standing.save': procedure(
    z.strictObject({
      orderId: id.exactOptional(),
      ...terms,
      payment: conditions.payment.exactOptional(),
      timesEach: conditions.timesEach.exactOptional(),
      zone: text(60).exactOptional(),
      targets: standingTargets,
    }),
    order,
  ),
  /**
   * Returns the cost of one payment by the known prices; `null` if no price is known. It sends no request to the
   * service.
   */
  'standing.knownCost': procedure(bought, knownCost.nullable()),
  'standing.setOn': procedure(z.strictObject({ orderId: id, isOn: z.boolean() }), order),
  'standing.remove': procedure(oneOrder, z.object({ undoId: id })),
  /** Returns the history of an order, newest first; `open`: only unfinished items. */
  'standing.occasions': procedure(
    z.strictObject({ orderId: id, show: z.enum(['all', 'open']).default('all'), ...page }),
    z.object({ total: z.int(), rows: z.array(dueItem) }),
  ),
  /**
   * Plans a run of everything that is due now and meets the order's conditions, for the user to start. `conflict`
   * (`standing-nothing-due`, `standing-conditions`, `standing-in-run`, `standing-cap`).
   */
  'standing.plan': procedure(oneOrder, z.object({ runId: id })),
  /** Returns the payments of the orders in the next 30 days at the known prices. It sends no request to the service. */
  'standing.forecast': procedure(nothing, forecast),
  /** Returns the orders that include a client. */
  'standing.ofClient': procedure(
    z.strictObject({ clientId: id }),
    z.object({
      orders: z.array(z.object({ orderId: id, name: z.string(), action: action.nullable(), isOn: z.boolean() })),
    }),
  ),
};

export const standingEvents = {
  'standing.changed': event(nothing),
};

export type StandingOrder = z.output<typeof order>;
export type StandingAction = z.output<typeof action>;
export type StandingTargets = z.output<typeof standingTargets>;
export type StandingBlockedReason = z.output<typeof standingBlockedReason>;
export type StandingDueItem = z.output<typeof dueItem>;
export type BoughtByOrder = z.output<typeof bought>;
export type KnownCost = z.output<typeof knownCost>;
export type StandingForecast = z.output<typeof forecast>;

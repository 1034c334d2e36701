import { z } from 'zod';
import { DUE_ITEM_STATES, STANDING_MODES } from '../domain/standing-rules.ts';
import { event, id, kopecks, nothing, page, procedure, text, timestamp } from './define.ts';
import { keptError } from './kept-error.ts';
import { STANDING_ACTIONS, STANDING_PRICED } from './products.ts';
import { standingTargets } from './standing-targets.ts';

/** Numbers are checked by the handler, field by field. `daysBefore`: days of its zone before the end. */
const action = z.discriminatedUnion('kind', STANDING_ACTIONS);

const terms = {
  /** May be empty. */
  name: text(100),
  action,
  mode: z.enum(STANDING_MODES),
  /** At most so much for each. `null`: no limit, of an order that asks. */
  ceilingKopecks: kopecks.nullable(),
  /** At most so much in a calendar month of its zone. */
  monthCapKopecks: kopecks.nullable(),
  /** The hours of its zone's clock in which it may act, `HH:MM`; `null`: at any time. */
  hours: z.strictObject({ from: text(5), to: text(5) }).nullable(),
};

/** As a colleague tells of them. */
export const standingTerms = z.object(terms);

/**
 * What keeps an order from going on; it goes on by itself when that is over, but for `restored`, `joined`, `parted`, `damaged`
 * and `mixed`.
 */
export const standingHindrance = z.discriminatedUnion('code', [
  /** Of one of the two: a purchase whose outcome is open, or a run that does the same. */
  z.object({ code: z.literal('held'), purchaseId: id.nullable(), runId: id.nullable() }),
  z.object({ code: z.literal('hours'), until: timestamp }),
  z.object({ code: z.literal('cap'), leftKopecks: kopecks }),
  z.object({ code: z.literal('balance'), missingKopecks: kopecks }),
  z.object({ code: z.literal('failed'), error: keptError }),
  /** Out of a copy: nobody knows what was bought since. The user switches it on again. */
  z.object({ code: z.literal('restored') }),
  /** It came with a computer that joined the shared desk. The user switches it on again. */
  z.object({ code: z.literal('joined') }),
  /** This computer has left the shared desk, whose computers carry it out. The user switches it on again. */
  z.object({ code: z.literal('parted') }),
  /** There is no way to the shared desk: another computer may be carrying it out, so what is due is only asked about. */
  z.object({ code: z.literal('alone') }),
  /** The keychain cannot be used, so nobody can tell whether this desk is a copy: what is due is only asked about. */
  z.object({ code: z.literal('unproven') }),
  /** One of its terms cannot be read, so it does nothing. */
  z.object({ code: z.literal('damaged') }),
  /** Another computer has changed it so that this one cannot read it: it does nothing here. */
  z.object({ code: z.literal('newer') }),
  /** Its terms were changed on two computers and do not fit each other: it does nothing until it is saved anew. */
  z.object({ code: z.literal('mixed') }),
]);

/** A term that was changed on two computers at once, and what of it does not hold; limits in kopecks, `null` none. */
const overruled = z.discriminatedUnion('term', [
  z.object({ term: z.literal('mode'), mode: z.enum(STANDING_MODES) }),
  z.object({ term: z.literal('ceiling'), kopecks: kopecks.nullable() }),
  z.object({ term: z.literal('cap'), kopecks: kopecks.nullable() }),
]);

const order = z.object({
  id,
  ...terms,
  /** Of the IANA database: its days, hours and months are of that zone, on whichever computer. */
  zone: z.string(),
  /** `null`: it cannot be read. */
  action: action.nullable(),
  /** Until it is saved anew. */
  overruled: z.array(overruled),
  /** Those that are there: clients, or proxies. */
  targets: z.object({ of: z.enum(['clients', 'tag', 'proxies']), tag: z.string(), count: z.int() }),
  isOn: z.boolean(),
  hindrance: standingHindrance.nullable(),
  /** What it asks about now. */
  asks: z.int(),
  failed: z.int(),
  /** Charged, or possibly charged, in this calendar month of its zone. */
  monthKopecks: kopecks,
  lastAt: timestamp.nullable(),
});

const dueItem = z.object({
  id,
  state: z.enum(DUE_ITEM_STATES),
  clientId: id.nullable(),
  clientName: z.string(),
  clientKey: z.string(),
  messengerId: z.int().nullable(),
  proxyId: id.nullable(),
  /** The subscription's uuid, the proxy's address, the pool. */
  target: z.string(),
  /** When it ends, as it was seen; of a proxy in the assumed zone; `null` of traffic. */
  endsAt: timestamp.nullable(),
  dueAt: timestamp,
  /** It was due while the computer was off or asleep, or all was paused. */
  missed: z.boolean(),
  priceKopecks: kopecks.nullable(),
  runId: id.nullable(),
  purchaseId: id.nullable(),
  /** Why it failed, where that is known. */
  error: keptError.nullable(),
  at: timestamp,
});

/** As `DaySum` (shared/domain/standing-forecast.ts); of all days what has waited for another month is counted once. */
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
      /** Local, YYYY-MM-DD. */
      day: z.string(),
      orders: z.array(z.object({ orderId: id, ...sum })),
      /** What ends then, and no order goes on with. */
      uncovered: z.int(),
      /** The first of them: a proxy, or a client whose subscription it is. */
      firstUncovered: z.array(z.object({ clientId: id.nullable(), proxyId: id.nullable(), name: z.string() })),
      /** What is left of the balance after the day; `null`: the balance was never read. */
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
  /** Of the oldest of these prices. */
  asOf: timestamp,
  /** Each price is known. */
  isWhole: z.boolean(),
});

const oneOrder = z.strictObject({ orderId: id });

export const standingProcedures = {
  /** Of the open desk, the newest first. */
  'standing.list': procedure(z.strictObject({ ...page }), z.object({ total: z.int(), rows: z.array(order) })),
  /** With whom it is for, for the form. */
  'standing.get': procedure(oneOrder, z.object({ order, targets: standingTargets })),
  /**
   * A new one without `orderId`. It is on from then, and what it was asked about before is found anew. Without `zone` it keeps
   * its own; a new one has this computer's.
   */
  'standing.save': procedure(
    z.strictObject({ orderId: id.exactOptional(), ...terms, zone: text(60).exactOptional(), targets: standingTargets }),
    order,
  ),
  /** What one payment is now, by the prices that are known; `null`: none of them is. Asks the service nothing. */
  'standing.knownCost': procedure(bought, knownCost.nullable()),
  'standing.setOn': procedure(z.strictObject({ orderId: id, isOn: z.boolean() }), order),
  'standing.remove': procedure(oneOrder, z.object({ undoId: id })),
  /** Its history, the newest first; `open`: what is not over. */
  'standing.occasions': procedure(
    z.strictObject({ orderId: id, show: z.enum(['all', 'open']).default('all'), ...page }),
    z.object({ total: z.int(), rows: z.array(dueItem) }),
  ),
  /**
   * Makes a plan of what is due now, for the user to begin. `conflict` (`standing-nothing-due`, `standing-in-run`,
   * `standing-cap`).
   */
  'standing.plan': procedure(oneOrder, z.object({ runId: id })),
  /** What the orders will do in the next 30 days, at the prices that are known. Asks the service nothing. */
  'standing.forecast': procedure(nothing, forecast),
  /** The orders that cover a client. */
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
export type StandingHindrance = z.output<typeof standingHindrance>;
export type StandingDueItem = z.output<typeof dueItem>;
export type BoughtByOrder = z.output<typeof bought>;
export type KnownCost = z.output<typeof knownCost>;
export type StandingForecast = z.output<typeof forecast>;

import { z } from 'zod';
import { DEBT_SORTS } from '../domain/debt-sorts.ts';
import { MAX_PERCENT, MAX_SALE_KOPECKS } from '../domain/sale-amounts.ts';
import { event, id, kopecks, nothing, page, procedure, sortBy, text, timestamp } from './define.ts';
import { undoable } from './undo.ts';

/** The key of a product: see shared/domain/sale-products.ts. */
const product = text(60);
/** A day of the reseller's calendar, YYYY-MM-DD. */
const day = text(10);
const price = kopecks.min(0).max(MAX_SALE_KOPECKS);

const state = z.object({
  /** Whether there is a price, a sale or a payment. Until then no screen shows anything about selling. */
  inUse: z.boolean(),
});

/** The sale of a purchase to a client. */
export const sale = z.object({
  clientId: id,
  priceKopecks: kopecks,
  /** The part that the client's payments cover; 0 unless the purchase was charged. */
  paidKopecks: kopecks,
  dueDay: day.nullable(),
});

const priceRow = z.object({
  product,
  /** The id of the price; `null` if there is none. */
  id: id.nullable(),
  /** The price in the requested list; `null` if it has none. */
  priceKopecks: kopecks.nullable(),
  /** The price for all other clients, if the list is that of one client. */
  generalKopecks: kopecks.nullable(),
  /** The service's last known price. */
  costKopecks: kopecks.nullable(),
  costAsOf: timestamp.nullable(),
});

const payment = z.object({
  id,
  /** `opening`: an earlier debt or advance payment, taken from a file. */
  kind: z.enum(['received', 'opening']),
  /** The purchase that the payment is for; `null` if it is for any debt. */
  purchaseId: id.nullable(),
  /** The amount by which the debt falls; a negative one raises it. */
  amountKopecks: kopecks,
  note: z.string(),
  at: timestamp,
});

const balance = {
  /** Negative if the client has paid in advance; `null` if nothing was ever sold or paid. */
  owedKopecks: kopecks.nullable(),
  /** The time of the oldest unpaid sale. */
  since: timestamp.nullable(),
  /** The earliest payment date of the unpaid sales. */
  dueDay: day.nullable(),
};

const debt = z.object({ id, name: z.string(), clientKey: z.string(), messengerId: z.int(), ...balance });

const debtFilter = z.strictObject({ search: text(500).default('') });
const debtSort = sortBy(DEBT_SORTS);

/** The requests about selling. Nothing in them is ever sent to the service. */
export const salesProcedures = {
  'sales.state': procedure(nothing, state),
  /** Returns the general price list, or the exceptions for one client. */
  'sales.prices': procedure(z.strictObject({ clientId: id.nullable() }), z.object({ rows: z.array(priceRow) })),
  /** Sets a price; `null` removes it. Throws `invalid-input` (`product-unknown`). */
  'sales.setPrice': procedure(
    z.strictObject({ clientId: id.nullable(), product, priceKopecks: price.nullable() }),
    undoable,
  ),
  /**
   * Sets a price for each product of the general list that has a known cost and no price: the cost plus a percentage.
   */
  'sales.fillPrices': procedure(z.strictObject({ percent: z.int().min(0).max(MAX_PERCENT) }), undoable),
  /** Asks the service for the costs of the products in the list. Throws the errors of its reads. */
  'sales.refreshCosts': procedure(nothing, nothing),
  /**
   * Sets the present price for each earlier purchase for a client that has none. `isPaid`: clients owe nothing for
   * them.
   */
  'sales.priceEarlier': procedure(z.strictObject({ isPaid: z.boolean() }), undoable),
  /** Returns the list price of a purchase for a client, by default the client of the purchase. */
  'sales.suggest': procedure(
    z.strictObject({ purchaseId: id, clientId: id.nullable() }),
    z.object({ priceKopecks: kopecks.nullable() }),
  ),
  /**
   * Sets the selling price of a purchase. `clientId` is the buyer if the purchase was for nobody; otherwise it is the
   * client of the purchase. With `priceKopecks: null` it is not a sale. Throws `conflict` (`sale-not-charged`),
   * `invalid-input`.
   */
  'sales.set': procedure(
    z.strictObject({
      purchaseId: id,
      clientId: id.nullable(),
      priceKopecks: price.nullable(),
      dueDay: day.nullable(),
    }),
    undoable,
  ),
  /** Records that the rest of the price was paid just now. Throws `conflict` (`sale-paid`) if nothing is missing. */
  'sales.paid': procedure(z.strictObject({ purchaseId: id }), undoable),
  /** Records a payment of a client for any debt; a negative amount was paid back. Throws `invalid-input`. */
  'sales.receive': procedure(
    z.strictObject({
      clientId: id,
      amountKopecks: kopecks.min(-MAX_SALE_KOPECKS).max(MAX_SALE_KOPECKS),
      day,
      note: text(10_000),
    }),
    undoable,
  ),
  'sales.removePayment': procedure(z.strictObject({ paymentId: id }), undoable),
  /**
   * Returns the client's sales and payments, newest first. `uncertainKopecks`: the selling prices of purchases with an
   * unknown outcome.
   */
  'sales.client': procedure(
    z.strictObject({ clientId: id, ...page }),
    z.object({ ...balance, uncertainKopecks: kopecks, total: z.int(), payments: z.array(payment) }),
  ),
  /** Returns the clients who owe something. The total covers everything under the filter. */
  'sales.debts': procedure(
    z.strictObject({ filter: debtFilter, sort: debtSort, ...page }),
    z.object({ total: z.int(), rows: z.array(debt), owedKopecks: kopecks }),
  ),
};

export const salesEvents = { 'sales.changed': event(state) };

export type PriceRow = z.output<typeof priceRow>;
export type Payment = z.output<typeof payment>;
export type Debt = z.output<typeof debt>;
export type DebtFilter = z.output<typeof debtFilter>;
export type DebtSort = z.output<typeof debtSort>;
export type ClientMoney = z.output<(typeof salesProcedures)['sales.client']['output']>;

import { z } from 'zod';
import { DEBT_SORTS } from '../domain/debt-sorts.ts';
import { MAX_PERCENT, MAX_SALE_KOPECKS } from '../domain/sale-amounts.ts';
import { event, id, kopecks, nothing, page, procedure, sortBy, text, timestamp } from './define.ts';
import { undoable } from './undo.ts';

/** See shared/domain/sale-products.ts. */
const product = text(60);
/** A day of the reseller's calendar, YYYY-MM-DD. */
const day = text(10);
const price = kopecks.min(0).max(MAX_SALE_KOPECKS);

const state = z.object({
  /** There is a price, a sale or a payment: until then nothing of the seller's side is on any screen. */
  inUse: z.boolean(),
});

/** What a purchase was sold for. */
export const sale = z.object({
  clientId: id,
  priceKopecks: kopecks,
  /** What the client's payments cover of it; 0 unless the purchase was charged. */
  paidKopecks: kopecks,
  dueDay: day.nullable(),
});

const priceRow = z.object({
  product,
  /** Of the price itself; `null`: there is none. */
  id: id.nullable(),
  /** Of the list that was asked for; `null`: none. */
  priceKopecks: kopecks.nullable(),
  /** What everybody else pays, where the list is one client's. */
  generalKopecks: kopecks.nullable(),
  /** What the service takes, as last heard. */
  costKopecks: kopecks.nullable(),
  costAsOf: timestamp.nullable(),
});

const payment = z.object({
  id,
  /** `opening`: what was owed before, or paid ahead, as a file said. */
  kind: z.enum(['received', 'opening']),
  /** What it was received for. `null`: for whatever is owed. */
  purchaseId: id.nullable(),
  /** Takes from the debt; below 0 it adds to it. */
  amountKopecks: kopecks,
  note: z.string(),
  at: timestamp,
});

const balance = {
  /** Below 0: paid ahead. `null`: nothing was ever sold or paid. */
  owedKopecks: kopecks.nullable(),
  /** Of the oldest that is not paid. */
  since: timestamp.nullable(),
  /** The earliest of what is not paid. */
  dueDay: day.nullable(),
};

const debt = z.object({ id, name: z.string(), clientKey: z.string(), messengerId: z.int(), ...balance });

const debtFilter = z.strictObject({ search: text(500).default('') });
const debtSort = sortBy(DEBT_SORTS);

/** The seller's side. None of it is ever sent to the service. */
export const salesProcedures = {
  'sales.state': procedure(nothing, state),
  /** The general price list, or one client's exceptions from it. */
  'sales.prices': procedure(z.strictObject({ clientId: id.nullable() }), z.object({ rows: z.array(priceRow) })),
  /** `null` takes the price away. Throws `invalid-input` (`product-unknown`). */
  'sales.setPrice': procedure(
    z.strictObject({ clientId: id.nullable(), product, priceKopecks: price.nullable() }),
    undoable,
  ),
  /** A price for each product of the general list that has none and whose cost is known: the cost and so many per cent. */
  'sales.fillPrices': procedure(z.strictObject({ percent: z.int().min(0).max(MAX_PERCENT) }), undoable),
  /** Asks the service what the products of the list cost. Throws what the service's reads throw. */
  'sales.refreshCosts': procedure(nothing, nothing),
  /** A price as of now for each purchase for a client that was made without one. `isPaid`: clients owe nothing for them. */
  'sales.priceEarlier': procedure(z.strictObject({ isPaid: z.boolean() }), undoable),
  /** What the list asks a client, by default the purchase's own, for what was bought. */
  'sales.suggest': procedure(
    z.strictObject({ purchaseId: id, clientId: id.nullable() }),
    z.object({ priceKopecks: kopecks.nullable() }),
  ),
  /**
   * What a purchase was sold for. `clientId`: to whom, of one that was for nobody; else it is the purchase's own.
   * `priceKopecks: null`: it is no sale. Throws `conflict` (`sale-not-charged`), `invalid-input`.
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
  /** All that is missing for this purchase was received just now. Throws `conflict` (`sale-paid`) when nothing is. */
  'sales.paid': procedure(z.strictObject({ purchaseId: id }), undoable),
  /** Money of a client, for whatever is owed; below 0 it was given back. Throws `invalid-input`. */
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
  /** Payments: the newest first. `uncertainKopecks`: sold with purchases whose outcome nobody knows. */
  'sales.client': procedure(
    z.strictObject({ clientId: id, ...page }),
    z.object({ ...balance, uncertainKopecks: kopecks, total: z.int(), payments: z.array(payment) }),
  ),
  /** Who owes. The sum is over everything under the filter. */
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

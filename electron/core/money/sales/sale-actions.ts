import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import { type RunStarter, runMany } from '#core/engine/run-many.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { selectIds } from '#core/platform/sqlite/list.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { Undo } from '#core/platform/undo/undos.ts';
import type { RecordedOrder } from '#shared/contract/purchases.ts';
import type { Outcome } from '#shared/domain/journal.ts';
import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import { MAX_NOTE } from '#shared/domain/sale-amounts.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';
import { ANY_PAYMENT, originOfDebt, originOfEarlier, originOfSale } from './payment-origins.ts';
import { deletePayment, findPayment, hasPaymentOf, insertPayment, type NewPayment } from './payment-repository.ts';
import { suggestPrice } from './price-repository.ts';
import { putSale, recountClient } from './sales-book.ts';

interface SoldPurchase {
  readonly id: number;
  readonly clientId: number | null;
  readonly outcome: Outcome;
  readonly at: number;
  readonly order: RecordedOrder;
  readonly soldTo: number | null;
  readonly priceKopecks: number | null;
  readonly paidKopecks: number | null;
  readonly dueDay: string | null;
}

export interface WantedSale {
  readonly purchaseId: number;
  readonly clientId: number | null;
  readonly priceKopecks: number | null;
  readonly dueDay: string | null;
}

/** A change of sales: the number of things that it affected, and its undo. */
export interface Done {
  readonly count: number;
  readonly undo: Undo;
}

const PURCHASE = sql`SELECT p.id, p.client_id, p.outcome, p.created_at AS at, p.order_json AS "order:json", s.client_id AS soldTo,
    s.price_kopecks, s.paid_kopecks, s.due_day
  FROM purchases p LEFT JOIN sales s ON s.purchase_id = p.id`;

const invalid = (...problems: readonly Problem[]): DeskError =>
  invalidInput('The sale, price or payment is not valid.', ...problems);

const isDay = (day: string): boolean => {
  const at = midnightOf(day);
  return at !== undefined && localDate(at) === day;
};

type SalesContext = CommonDeps<'db' | 'clock'>;

const find = (db: Database, accountId: string, purchaseId: number): SoldPurchase => {
  const row = db.get<SoldPurchase>(sql`${PURCHASE} WHERE p.id = ${purchaseId} AND p.account_id = ${accountId}`);
  if (row === undefined) throw new DeskError('not-found', 'There is no such purchase.', { code: 'purchase' });
  return row;
};

const recount = (db: Database, ...clientIds: readonly (number | null)[]): void => {
  for (const clientId of new Set(clientIds)) if (clientId !== null) recountClient(db, clientId);
};

type SaleTerms = Pick<SoldPurchase, 'soldTo' | 'priceKopecks' | 'dueDay'>;

/** Whether a sale is still as an action left it. One that was changed since is the user's own, and an undo leaves it alone. */
const isSameSale = (now: SaleTerms, then: SaleTerms): boolean =>
  now.soldTo === then.soldTo && now.priceKopecks === then.priceKopecks && now.dueDay === then.dueDay;

const drop = (db: Database, purchaseId: number): void => {
  db.run(sql`DELETE FROM sales WHERE purchase_id = ${purchaseId}`);
};

/**
 * Adds a payment. If the client already has one with this origin, this is deliberately a second one: the user saw the
 * first.
 */
const addPayment = (db: Database, payment: NewPayment): Done => {
  const { clientId } = payment;
  const id = db.transaction(() => {
    const origin = hasPaymentOf(db, clientId, payment.origin) ? ANY_PAYMENT : payment.origin;
    const added = insertPayment(db, { ...payment, origin });
    recount(db, clientId);
    return added;
  });
  return { count: 1, undo: async () => remove(db, id, clientId) };
};

const remove = (db: Database, paymentId: number, clientId: number): number =>
  db.transaction(() => {
    const count = deletePayment(db, paymentId);
    recount(db, clientId);
    return count;
  });

/** Returns the price at which a purchase would be sold to its client, or to this one; `null` if there is none. */
export const suggestSale = (
  db: Database,
  accountId: string,
  purchaseId: number,
  clientId: number | null,
): number | null => {
  const purchase = find(db, accountId, purchaseId);
  const buyer = purchase.clientId ?? clientId;
  return buyer === null ? null : suggestPrice(db, accountId, purchase.order, buyer);
};

/** Stores the sale of a purchase, or removes it. */
export const setSale = (db: Database, accountId: string, { purchaseId, priceKopecks, ...wanted }: WantedSale): Done => {
  const before = find(db, accountId, purchaseId);
  const clientId = before.clientId ?? wanted.clientId;
  const dueDay = wanted.dueDay === '' ? null : wanted.dueDay;
  if (before.outcome === 'not-charged') {
    throw new DeskError('conflict', 'A purchase that was not charged cannot be sold.', { code: 'sale-not-charged' });
  }
  if (dueDay !== null && !isDay(dueDay)) throw invalid({ field: 'dueDay', code: 'not-a-day' });
  if (priceKopecks !== null && clientId === null) throw invalid({ field: 'clientId', code: 'client-required' });
  if (before.clientId === null && clientId !== null) findClientPair(db, accountId, clientId);
  const put = (to: number | null, kopecks: number | null, due: string | null): void =>
    db.transaction(() => {
      if (to === null || kopecks === null) drop(db, purchaseId);
      else putSale(db, { purchaseId, accountId, clientId: to, priceKopecks: kopecks, dueDay: due });
      recount(db, before.soldTo, clientId);
    });
  put(clientId, priceKopecks, dueDay);
  const done = find(db, accountId, purchaseId);
  return {
    count: 1,
    undo: async () => {
      if (!isSameSale(find(db, accountId, purchaseId), done)) return 0;
      put(before.soldTo, before.priceKopecks, before.dueDay);
      return 1;
    },
  };
};

/** Records that a client has paid the rest of a sale. */
export const payForSale = ({ db, clock }: SalesContext, accountId: string, purchaseId: number): Done => {
  const { outcome, soldTo, priceKopecks, paidKopecks, at: soldAt } = find(db, accountId, purchaseId);
  if (outcome !== 'charged' || soldTo === null) {
    throw new DeskError('conflict', 'Only a sale of a charged purchase can be paid.', { code: 'sale-not-charged' });
  }
  const amountKopecks = (priceKopecks ?? 0) - (paidKopecks ?? 0);
  if (amountKopecks <= 0) throw new DeskError('conflict', 'The sale is paid already.', { code: 'sale-paid' });
  const received = { kind: 'received', purchaseId, amountKopecks, note: '', at: clock.now() } as const;
  return addPayment(db, { accountId, clientId: soldTo, ...received, origin: originOfSale(soldAt, paidKopecks ?? 0) });
};

/** Records money that was received from a client, or returned to it. */
export const receivePayment = (
  { db, clock }: SalesContext,
  accountId: string,
  {
    clientId,
    amountKopecks,
    day,
    note,
  }: {
    readonly clientId: number;
    readonly amountKopecks: number;
    readonly day: string;
    readonly note: string;
  },
): Done => {
  findClientPair(db, accountId, clientId);
  const now = clock.now();
  const today = localDate(now);
  const text = note.trim();
  if (amountKopecks === 0) throw invalid({ field: 'amount', code: 'amount-zero' });
  if (!isDay(day)) throw invalid({ field: 'day', code: 'not-a-day' });
  if (day > today) throw invalid({ field: 'day', code: 'day-to-come' });
  if (text.length > MAX_NOTE) throw invalid({ field: 'note', code: 'too-long', params: { max: MAX_NOTE } });
  const at = day === today ? now : (midnightOf(day) ?? now);
  const owed = db.get<{
    kopecks: number;
    since: number | null;
  }>(sql`SELECT owed_kopecks AS kopecks, owed_since AS since
    FROM clients WHERE id = ${clientId} AND owed_kopecks = ${amountKopecks}`);
  const origin = owed === undefined ? ANY_PAYMENT : originOfDebt(owed.kopecks, owed.since);
  const received = { kind: 'received', purchaseId: null, amountKopecks, note: text, at } as const;
  return addPayment(db, { accountId, clientId, ...received, origin });
};

export const removePayment = (db: Database, accountId: string, paymentId: number): Done => {
  const payment = findPayment(db, accountId, paymentId);
  if (payment === undefined) throw new DeskError('not-found', 'There is no such payment.', { code: 'payment' });
  const { clientId } = payment;
  return {
    count: remove(db, paymentId, clientId),
    undo: async () =>
      db.transaction(() => {
        // The same payment was noted again since.
        if (payment.origin !== ANY_PAYMENT && hasPaymentOf(db, clientId, payment.origin)) return 0;
        insertPayment(db, payment, paymentId);
        recount(db, clientId);
        return 1;
      }),
  };
};

/** A sale as `priceEarlier` made it. */
type PricedSale = { readonly purchaseId: number; readonly priceKopecks: number };

/**
 * Gives present prices to earlier purchases for clients that have none. `isPaid`: they were all paid long ago, so
 * each client gets the same amount as a payment. If it is stopped, the prices set so far stay.
 */
export const priceEarlier = async (
  { db, clock }: SalesContext,
  engine: RunStarter,
  accountId: string,
  isPaid: boolean,
): Promise<Done> => {
  // Ordered by client, so that each client is recalculated about once.
  const ids = selectIds(
    db,
    sql`SELECT p.id FROM purchases p JOIN clients c ON c.id = p.client_id AND c.removed = 0
      WHERE p.account_id = ${accountId} AND p.outcome <> 'not-charged'
        AND NOT EXISTS (SELECT 1 FROM sales WHERE purchase_id = p.id) ORDER BY p.client_id`,
  );
  /**
   * The prices that were set, and the payments that cover them, by client. A client with many purchases has several payments,
   * one for each transaction.
   */
  const done = new Map<number, { readonly sales: PricedSale[]; readonly paymentIds: number[] }>();
  let count = 0;
  const touched = new Map<number, { readonly kopecks: number; readonly firstAt: number }>();
  const sell = (purchaseId: number): void => {
    const { clientId, soldTo, outcome, at } = find(db, accountId, purchaseId);
    const priceKopecks = soldTo !== null || clientId === null ? null : suggestSale(db, accountId, purchaseId, clientId);
    if (priceKopecks === null || clientId === null) return;
    putSale(db, { purchaseId, accountId, clientId, priceKopecks, dueDay: null });
    const ofClient = done.get(clientId) ?? { sales: [], paymentIds: [] };
    ofClient.sales.push({ purchaseId, priceKopecks });
    done.set(clientId, ofClient);
    count += 1;
    const before = touched.get(clientId) ?? { kopecks: 0, firstAt: at };
    const kopecks = before.kopecks + (outcome === 'charged' ? priceKopecks : 0);
    touched.set(clientId, { kopecks, firstAt: Math.min(before.firstAt, at) });
  };
  const finish = (): void => {
    for (const [clientId, { kopecks: amountKopecks, firstAt }] of touched) {
      if (!isPaid || amountKopecks <= 0) continue;
      const opening = { kind: 'opening', purchaseId: null, amountKopecks, note: '', at: clock.now() } as const;
      const earlier = originOfEarlier(firstAt);
      const origin = hasPaymentOf(db, clientId, earlier) ? ANY_PAYMENT : earlier;
      done.get(clientId)?.paymentIds.push(insertPayment(db, { accountId, clientId, ...opening, origin }));
    }
    recount(db, ...touched.keys());
    touched.clear();
  };
  const total = ids.length;
  await runMany(engine, { accountId, subject: { what: 'sales', purchases: total }, total }, ({ signal, progress }) =>
    writeInSlices(db, ids, sell, { finish, signal, onSlice: progress }),
  );
  return {
    count,
    undo: async () => {
      let back = 0;
      // The payments of a client cover all of its sales, so they are taken back together or not at all.
      await writeInSlices(db, done, ([soldTo, { sales, paymentIds }]) => {
        const isUnchanged = sales.every(({ purchaseId, priceKopecks }) => {
          const present = find(db, accountId, purchaseId);
          return present.soldTo === null || isSameSale(present, { soldTo, priceKopecks, dueDay: null });
        });
        if (!isUnchanged) return;
        for (const { purchaseId } of sales) drop(db, purchaseId);
        for (const paymentId of paymentIds) deletePayment(db, paymentId);
        recount(db, soldTo);
        back += sales.length;
      });
      return back;
    },
  };
};

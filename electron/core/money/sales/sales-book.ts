import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { recountBuyer } from './balances.ts';
import { suggestPrice } from './price-repository.ts';

/** The journal of purchases calls this within its own transactions, so that a purchase and its sale are written together. */
export interface SalesBook {
  /** An order leaves for a client: it is sold by the prices of this moment. Without a price it is no sale. */
  sell(sold: {
    readonly purchaseId: number;
    readonly accountId: string;
    readonly order: Order;
    readonly clientId: number | null;
  }): void;
  /** A purchase is known to be charged, or not to be. */
  outcomeChanged(purchaseId: number): void;
}

export const putSale = (
  db: Database,
  {
    purchaseId,
    accountId,
    clientId,
    priceKopecks,
    dueDay,
  }: {
    readonly purchaseId: number;
    readonly accountId: string;
    readonly clientId: number;
    readonly priceKopecks: number;
    readonly dueDay: string | null;
  },
): void => {
  db.run(sql`INSERT INTO sales (purchase_id, account_id, client_id, price_kopecks, due_day)
    VALUES (${purchaseId}, ${accountId}, ${clientId}, ${priceKopecks}, ${dueDay})
    ON CONFLICT (purchase_id) DO UPDATE
    SET client_id = excluded.client_id, price_kopecks = excluded.price_kopecks, due_day = excluded.due_day`);
};

/** The figures of a desk from elsewhere may not add up; that is no reason to refuse a purchase, or the end of one. */
const withoutFailing = (work: () => void): void => {
  try {
    work();
  } catch {
    // Counted anew with the client's next sale or payment.
  }
};

export const createSalesBook = (db: Database): SalesBook => ({
  sell: ({ purchaseId, accountId, order, clientId }) => {
    if (clientId === null) return;
    withoutFailing(() => {
      const priceKopecks = suggestPrice(db, accountId, order, clientId);
      if (priceKopecks !== null) putSale(db, { purchaseId, accountId, clientId, priceKopecks, dueDay: null });
    });
  },
  outcomeChanged: (purchaseId) => withoutFailing(() => recountBuyer(db, purchaseId)),
});

import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { recountBuyer } from './balances.ts';
import { suggestPrice } from './price-repository.ts';

/**
 * The sales. The journal of purchases calls this within its own transactions, so that a purchase and its sale are
 * written together.
 */
export interface SalesBook {
  /** Records the sale of an order at the present prices. Without a price it is not a sale. */
  sell(sold: {
    readonly purchaseId: number;
    readonly accountId: string;
    readonly order: Order;
    readonly clientId: number | null;
  }): void;
  /** Updates the client's debt after a purchase became charged or not charged. */
  outcomeChanged(purchaseId: number): void;
}

/**
 * Stores the sale of a purchase, or replaces it. `dueDay`: YYYY-MM-DD in the reseller's calendar, `null` if none was
 * agreed.
 */
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

/**
 * Ignores errors: the figures of a desk from elsewhere may be inconsistent, which must not prevent a purchase or its
 * end.
 */
const withoutFailing = (work: () => void): void => {
  try {
    work();
  } catch {
    // The next sale or payment of the client recalculates them.
  }
};

/** Creates the sales book of a database. */
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

import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import { ANY_PAYMENT } from '#core/money/sales/payment-origins.ts';
import { insertPayment } from '#core/money/sales/payment-repository.ts';
import { putPrice, suggestPrice } from '#core/money/sales/price-repository.ts';
import { putSale, recountClient } from '#core/money/sales/sales-book.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';

interface PastSale {
  readonly purchaseId: number;
  readonly accountId: string;
  readonly order: Order;
  readonly clientId: number;
  readonly dueDay: string;
}

/** Writes the price lists: the reseller's own, and those of single clients. */
export const setPastPrices = (
  db: Database,
  accountId: string,
  list: PracticeDay['prices'],
  pairs: readonly ClientPair[],
): void => {
  for (const { product, kopecks, client } of list) {
    putPrice(db, accountId, client === null ? null : (pairs[client]?.clientId ?? null), product, kopecks);
  }
};

/** Records a sale that the client pays by a day. */
export const recordPastSale = (db: Database, { accountId, order, clientId, ...sale }: PastSale): void => {
  const priceKopecks = suggestPrice(db, accountId, order, clientId);
  if (priceKopecks === null) return;
  putSale(db, { accountId, clientId, priceKopecks, ...sale });
  recountClient(db, clientId);
};

/** Records a payment of the whole debt. */
export const recordPastPayment = (db: Database, accountId: string, clientId: number, at: number): void => {
  const owed = db.value<number>(sql`SELECT owed_kopecks FROM clients WHERE id = ${clientId}`) ?? 0;
  if (owed <= 0) return;
  const received = { kind: 'received', purchaseId: null, amountKopecks: owed, note: '', at } as const;
  insertPayment(db, { accountId, clientId, ...received, origin: ANY_PAYMENT });
  recountClient(db, clientId);
};

import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Payment } from '#shared/contract/sales.ts';

/** A payment without its id, which is assigned when it is written. */
export type NewPayment = Omit<Payment, 'id'> & {
  readonly accountId: string;
  readonly clientId: number;
  /** See `payment-origins.ts`. */
  readonly origin: string;
};

type StoredPayment = NewPayment & { readonly id: number };

const COLUMNS = sql`id, kind, purchase_id, amount_kopecks, note, at`;

/** Inserts a payment and returns its id. `id` is that of a removed payment that is restored. */
export const insertPayment = (
  db: Database,
  { accountId, clientId, kind, purchaseId, amountKopecks, note, at, origin }: NewPayment,
  id: number | null = null,
): number =>
  db.run(sql`INSERT INTO payments (id, account_id, client_id, kind, purchase_id, amount_kopecks, note, at, origin)
    VALUES (${id}, ${accountId}, ${clientId}, ${kind}, ${purchaseId}, ${amountKopecks}, ${note}, ${at},
      ${origin})`).lastId;

/** Returns whether the client already has a payment with this origin. */
export const hasPaymentOf = (db: Database, clientId: number, origin: string): boolean =>
  db.has(sql`SELECT 1 FROM payments WHERE client_id = ${clientId} AND origin = ${origin}`);

export const findPayment = (db: Database, accountId: string, id: number): StoredPayment | undefined =>
  db.get<StoredPayment>(sql`SELECT ${COLUMNS}, account_id, client_id, origin FROM payments
    WHERE id = ${id} AND account_id = ${accountId}`);

/** Deletes a payment. Returns the number of deleted ones: 1, or 0 if there was none. */
export const deletePayment = (db: Database, id: number): number =>
  db.run(sql`DELETE FROM payments WHERE id = ${id}`).changes;

/** Returns a page of a client's payments, newest first. */
export const pageOfPayments = (db: Database, accountId: string, clientId: number, offset: number, limit: number) => ({
  total:
    db.value<number>(sql`SELECT count(*) FROM payments WHERE account_id = ${accountId} AND client_id = ${clientId}`) ??
    0,
  payments: db.all<Payment>(sql`SELECT ${COLUMNS} FROM payments
    WHERE account_id = ${accountId} AND client_id = ${clientId} ORDER BY at DESC, id DESC
    LIMIT ${limit} OFFSET ${offset}`),
});

import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Payment } from '#shared/contract/sales.ts';

/** A payment without its id, which is assigned when it is written. */
type NewPayment = Omit<Payment, 'id'> & {
  readonly accountId: string;
  readonly clientId: number;
  /** See `payment-origins.ts`. */
  readonly origin: string;
};

type StoredPayment = NewPayment & { readonly id: number };

const COLUMNS = sql`id, kind, purchase_id, amount_kopecks, note, at`;

export type PaymentRepository = ReturnType<typeof createPaymentRepository>;

/** Creates the SQL of payments. */
export const createPaymentRepository = (db: Database) => ({
  /** Inserts a payment. `id` is that of a removed payment that is restored. */
  insert: (
    { accountId, clientId, kind, purchaseId, amountKopecks, note, at, origin }: NewPayment,
    id: number | null = null,
  ) =>
    db.run(sql`INSERT INTO payments (id, account_id, client_id, kind, purchase_id, amount_kopecks, note, at, origin)
      VALUES (${id}, ${accountId}, ${clientId}, ${kind}, ${purchaseId}, ${amountKopecks}, ${note}, ${at},
        ${origin})`).lastId,
  /** Returns whether the client already has a payment with this origin. */
  isNoted: (clientId: number, origin: string): boolean =>
    db.has(sql`SELECT 1 FROM payments WHERE client_id = ${clientId} AND origin = ${origin}`),
  find: (accountId: string, id: number) =>
    db.get<StoredPayment>(sql`SELECT ${COLUMNS}, account_id, client_id, origin FROM payments
      WHERE id = ${id} AND account_id = ${accountId}`),
  remove: (id: number): number => db.run(sql`DELETE FROM payments WHERE id = ${id}`).changes,
  page: (accountId: string, clientId: number, offset: number, limit: number) => ({
    total:
      db.value<number>(
        sql`SELECT count(*) FROM payments WHERE account_id = ${accountId} AND client_id = ${clientId}`,
      ) ?? 0,
    payments: db.all<Payment>(sql`SELECT ${COLUMNS} FROM payments
      WHERE account_id = ${accountId} AND client_id = ${clientId} ORDER BY at DESC, id DESC
      LIMIT ${limit} OFFSET ${offset}`),
  }),
});

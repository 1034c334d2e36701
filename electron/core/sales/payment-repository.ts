import type { Payment } from '#shared/contract/sales.ts';
import type { Database } from '../storage/database.ts';

/** Without its id, which is given when it is written. */
type NewPayment = Omit<Payment, 'id'> & { readonly accountId: string; readonly clientId: number };

type StoredPayment = NewPayment & { readonly id: number };

const COLUMNS = 'id, kind, purchase_id AS purchaseId, amount_kopecks AS amountKopecks, note, at';

export type PaymentRepository = ReturnType<typeof createPaymentRepository>;

/** The SQL of payments. */
export const createPaymentRepository = (db: Database) => ({
  /** `id`: of one that was removed and comes back. */
  insert: ({ accountId, clientId, kind, purchaseId, amountKopecks, note, at }: NewPayment, id: number | null = null) =>
    db.run(
      `INSERT INTO payments (id, account_id, client_id, kind, purchase_id, amount_kopecks, note, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, accountId, clientId, kind, purchaseId, amountKopecks, note, at],
    ).lastId,
  find: (accountId: string, id: number) =>
    db.get<StoredPayment>(
      `SELECT ${COLUMNS}, account_id AS accountId, client_id AS clientId FROM payments WHERE id = ? AND account_id = ?`,
      id,
      accountId,
    ),
  remove: (id: number): number => db.run('DELETE FROM payments WHERE id = ?', id).changes,
  page: (accountId: string, clientId: number, offset: number, limit: number) => ({
    total:
      db.value<number>('SELECT count(*) FROM payments WHERE account_id = ? AND client_id = ?', accountId, clientId) ??
      0,
    payments: db.all<Payment>(
      `SELECT ${COLUMNS} FROM payments WHERE account_id = ? AND client_id = ? ORDER BY at DESC, id DESC LIMIT ? OFFSET ?`,
      accountId,
      clientId,
      limit,
      offset,
    ),
  }),
});

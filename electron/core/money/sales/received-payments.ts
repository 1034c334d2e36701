import type { Database } from '#core/platform/sqlite/database.ts';
import { among, every, sql } from '#core/platform/sqlite/sql.ts';
import type { PurchaseFilter, RecordedOrder } from '#shared/contract/purchases.ts';

/** A payment with its client, and the order that it was for; `null` for any debt. */
export interface ReceivedPayment {
  readonly at: number;
  readonly name: string;
  readonly clientKey: string;
  readonly messengerId: number;
  readonly amountKopecks: number;
  readonly note: string;
  readonly order: RecordedOrder | null;
}

/**
 * Yields the payments that were received in the time of the filter (`to` is excluded), of its client if it names one, oldest
 * first. Amounts paid back are negative. Earlier debts from a file were not received and are left out.
 */
export function* receivedPayments(
  db: Database,
  accountId: string,
  { from, to, clientId }: PurchaseFilter,
  size: number,
): Generator<readonly ReceivedPayment[]> {
  const wanted = every([
    sql`account_id = ${accountId} AND kind = 'received'`,
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
  ]);
  const ids = db.values<number>(sql`SELECT id FROM payments WHERE ${wanted} ORDER BY at, id`);
  for (let start = 0; start < ids.length; start += size) {
    yield db.all<ReceivedPayment>(sql`SELECT p.at, c.name, c.client_key, c.messenger_id, p.amount_kopecks, p.note,
        b.order_json AS "order:json"
      FROM payments p JOIN clients c ON c.id = p.client_id LEFT JOIN purchases b ON b.id = p.purchase_id
      WHERE p.id IN ${among(ids.slice(start, start + size))} ORDER BY p.at, p.id`);
  }
}

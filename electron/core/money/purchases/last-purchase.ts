import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

/** Keeps with the client when the last of its purchases that were charged was made, for sorting. */
export const noteLastPurchase = (db: Database, clientId: number): void => {
  db.run(sql`UPDATE clients SET last_purchase_at = (
      SELECT max(iif(basis = 'answer', coalesce(finished_at, created_at), coalesce(sent_at, created_at)))
      FROM purchases WHERE client_id = ${clientId} AND outcome = 'charged')
    WHERE id = ${clientId}`);
};

import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

/** Whether the seller's side of an account has anything in it: before that nothing speaks of it. */
export const areSalesInUse = (db: Database, accountId: string): boolean =>
  db.has(sql`SELECT 1 FROM prices WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM sales WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM payments WHERE account_id = ${accountId} LIMIT 1`);

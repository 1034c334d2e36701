import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

/** Returns whether the account has any prices, sales or payments. Without them the screens do not mention sales. */
export const areSalesInUse = (db: Database, accountId: string): boolean =>
  db.has(sql`SELECT 1 FROM prices WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM sales WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM payments WHERE account_id = ${accountId} LIMIT 1`);

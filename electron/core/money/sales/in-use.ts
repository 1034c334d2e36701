import { ownRights } from '#core/money/rights/computer-rights.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

/** Returns whether the account has any prices, sales or payments. Without them the screens do not mention sales. */
export const areSalesInUse = (db: Database, accountId: string): boolean =>
  db.has(sql`SELECT 1 FROM prices WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM sales WHERE account_id = ${accountId}
    UNION ALL SELECT 1 FROM payments WHERE account_id = ${accountId} LIMIT 1`);

/** Returns whether this computer shows sales: they are in use, and nobody has hidden them here (docs/shared-desk.md#rights). */
export const areSalesShown = (db: Database, accountId: string): boolean =>
  areSalesInUse(db, accountId) && ownRights(db, accountId)?.hidesSales !== true;

import type { Database } from '../storage/database.ts';

const IN_USE = `SELECT EXISTS (SELECT 1 FROM prices WHERE account_id = ?1)
  OR EXISTS (SELECT 1 FROM sales WHERE account_id = ?1) OR EXISTS (SELECT 1 FROM payments WHERE account_id = ?1)`;

/** Whether the seller's side of an account has anything in it: before that nothing speaks of it. */
export const areSalesInUse = (db: Database, accountId: string): boolean => db.value(IN_USE, accountId) === 1;

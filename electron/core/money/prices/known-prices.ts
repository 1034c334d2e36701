import { pricesIn } from '#core/money/products/index.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { AnsweredCall } from '#core/service/api/call.ts';

/**
 * Stores the prices in an answer: the newest one of each renewal and of each product on sale, for any request. A
 * price that cannot be written must not make the answer fail.
 */
export const notePrices = (db: Database, accountId: string, answered: AnsweredCall): void => {
  try {
    for (const { key, priceKopecks } of pricesIn(db, accountId, answered)) {
      db.run(sql`INSERT INTO known_prices (account_id, price_key, price_kopecks, as_of)
        VALUES (${accountId}, ${key}, ${priceKopecks}, ${answered.answer.receivedAt})
        ON CONFLICT DO UPDATE SET price_kopecks = excluded.price_kopecks, as_of = excluded.as_of`);
    }
  } catch {
    // The next quote tries again.
  }
};

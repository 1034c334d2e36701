import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';

/** SQLite gets numbers as floating point, which would be written as `1.0`. */
const whole = (expression: Sql | number): Sql => sql`CAST(${expression} AS INTEGER)`;

/** SQL of the key of a renewal's price. */
export const vpnPriceKey = (months: Sql | number): Sql => sql`'vpn ' || ${whole(months)}`;
/** SQL of the key of the price for prolonging one proxy. */
export const prolongPriceKey = (ipv: Sql | number, country: Sql | string, days: Sql | number): Sql =>
  sql`'prolong ' || ${whole(ipv)} || ' ' || lower(${country}) || ' ' || ${whole(days)}`;

/** Returns the last known price in kopecks under a key; `null` if none is known. */
export const knownPrice = (db: Database, accountId: string, key: Sql): number | null =>
  db.value<number>(sql`SELECT price_kopecks FROM known_prices WHERE account_id = ${accountId} AND price_key = ${key}`);

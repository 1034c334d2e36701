import { type Sql, sql } from '#core/platform/sqlite/sql.ts';

/** SQLite gets numbers as floating point, which would be written as `1.0`. */
const whole = (expression: Sql | number): Sql => sql`CAST(${expression} AS INTEGER)`;

/** SQL of the key of a renewal's price. */
export const vpnPriceKey = (months: Sql | number): Sql => sql`'vpn ' || ${whole(months)}`;
/** SQL of the key of the price for prolonging one proxy. */
export const prolongPriceKey = (ipv: Sql | number, country: Sql | string, days: Sql | number): Sql =>
  sql`'prolong ' || ${whole(ipv)} || ' ' || lower(${country}) || ' ' || ${whole(days)}`;

import { type Sql, sql } from '#core/platform/sqlite/sql.ts';

/** Numbers are bound as floating point, and would read `1.0`. */
const whole = (expression: Sql | number): Sql => sql`CAST(${expression} AS INTEGER)`;

/** SQL of the key under which the price of a renewal of so many months is kept. */
export const vpnPriceKey = (months: Sql | number): Sql => sql`'vpn ' || ${whole(months)}`;
/** SQL of the key under which the price of a prolongation of one proxy by so many days is kept. */
export const prolongPriceKey = (ipv: Sql | number, country: Sql | string, days: Sql | number): Sql =>
  sql`'prolong ' || ${whole(ipv)} || ' ' || lower(${country}) || ' ' || ${whole(days)}`;

import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { AnsweredCall } from '#core/service/api/call.ts';
import { productKey, type SaleProduct } from '#shared/domain/sale-products.ts';

/** Numbers are bound as floating point, and would read `1.0`. */
const whole = (expression: Sql | number): Sql => sql`CAST(${expression} AS INTEGER)`;

/** SQL of the key of a price. The months and days are what one renewal buys. */
export const vpnPriceKey = (months: Sql | number): Sql => sql`'vpn ' || ${whole(months)}`;
export const prolongPriceKey = (ipv: Sql | number, country: Sql | string, days: Sql | number): Sql =>
  sql`'prolong ' || ${whole(ipv)} || ' ' || lower(${country}) || ' ' || ${whole(days)}`;

const SAVE = sql`INSERT INTO known_prices (account_id, price_key, price_kopecks, as_of) `;
const REPLACE = sql`ON CONFLICT DO UPDATE SET price_kopecks = excluded.price_kopecks, as_of = excluded.as_of`;

/** The newest price of each renewal and of each product that is sold, whoever asked for it and why. */
export const createKnownPrices = (db: Database) => {
  const saveProduct = (accountId: string, product: SaleProduct, priceKopecks: number, at: number): void => {
    db.run(sql`${SAVE} VALUES (${accountId}, ${productKey(product)}, ${priceKopecks}, ${at}) ${REPLACE}`);
  };

  /** Each proxy's price counts for all of its kind and country; the dearest where they differ. */
  const saveProlong = (accountId: string, days: number, prices: readonly ProxyPrice[], at: number): void => {
    const known = prices.filter(({ priceKopecks }) => priceKopecks !== null);
    // `WHERE true`: SQLite would take the conflict clause for a join.
    db.run(sql`${SAVE} SELECT p.account_id, ${prolongPriceKey(sql`p.ipv`, sql`p.country_code`, days)},
      max(priced.value ->> 'priceKopecks'), ${at} FROM json_each(${JSON.stringify(known)}) priced
      JOIN dedicated_proxies p ON p.account_id = ${accountId} AND p.service_id = priced.value ->> 'id'
      WHERE true GROUP BY 2 ${REPLACE}`);
  };

  const save = (accountId: string, { name, request, answer }: AnsweredCall): void => {
    if (name === 'vpn.quote') {
      const product = { kind: 'vpn', months: request.periodMonths } as const;
      saveProduct(accountId, product, answer.value.priceKopecks, answer.receivedAt);
    } else if (name === 'premium.traffic.quote') {
      const { pricePerGbKopecks: perGb } = answer.value;
      const product = { kind: 'traffic', poolType: request.poolType } as const;
      if (perGb !== null) saveProduct(accountId, product, perGb, answer.receivedAt);
    } else if (name === 'dedicated.quote') {
      const { ipv, countryCode, period: days, count } = request;
      const one = Math.ceil(answer.value.priceKopecks / count);
      saveProduct(accountId, { kind: 'dedicated', ipv, countryCode, days }, one, answer.receivedAt);
    } else if (name === 'dedicated.prolong.quote') {
      const { ids, period } = request;
      const { items, totalKopecks } = answer.value;
      // A single proxy's price is the whole, where the service does not split it.
      const [only] = ids;
      const split = ids.length === 1 && only !== undefined ? [{ id: only, priceKopecks: totalKopecks }] : items;
      saveProlong(accountId, period, split, answer.receivedAt);
    }
  };

  return {
    /** Keeps the prices that an answer names. A price that cannot be written is no reason to refuse the answer. */
    note: (accountId: string, answered: AnsweredCall): void => {
      try {
        save(accountId, answered);
      } catch {
        // The next quote tries again.
      }
    },
  };
};

interface ProxyPrice {
  readonly id: number;
  readonly priceKopecks: number | null;
}

/** What a renewal of so many months, or a prolongation of a proxy by so many days, cost when it was last asked for. */
export const knownPrice = (
  db: Database,
  accountId: string,
  of: { readonly months: number } | { readonly ipv: number; readonly countryCode: string; readonly days: number },
): number | null => {
  const key = 'months' in of ? vpnPriceKey(of.months) : prolongPriceKey(of.ipv, of.countryCode, of.days);
  return db.value<number>(sql`SELECT price_kopecks FROM known_prices
    WHERE account_id = ${accountId} AND price_key = ${key}`);
};

import { kindOf } from '#core/money/products/index.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { RecordedOrder } from '#shared/contract/purchases.ts';
import type { PriceRow } from '#shared/contract/sales.ts';
import { MAX_SALE_KOPECKS } from '#shared/domain/sale-amounts.ts';
import { parseProduct, productKey, STANDARD_PRODUCTS } from '#shared/domain/sale-products.ts';
import { priceListOf, type SaleProduct } from '#shared/products/index.ts';

interface Priced {
  readonly id: number;
  readonly product: string;
  readonly kopecks: number;
}

const STANDARD = STANDARD_PRODUCTS.map(productKey);

/** Sorts products: those that every price list has in the order of their declaration, then the others. */
const inOrder = (products: ReadonlySet<string>): readonly string[] => {
  const rank = (key: string): string => {
    const index = STANDARD.indexOf(key);
    if (index >= 0) return String(index).padStart(2, '0');
    const product = parseProduct(key);
    return product === null ? key : `9 ${priceListOf(product.kind).sortKey(product)}`;
  };
  return [...products].toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
};

/** Returns the prices of a list, by product. `clientId: null` stands for the general list. */
export const pricesOf = (db: Database, accountId: string, clientId: number | null): readonly Priced[] =>
  db.all<Priced>(sql`SELECT id, product, price_kopecks AS kopecks FROM prices
    WHERE account_id = ${accountId} AND client_id IS ${clientId} ORDER BY product`);

/** Returns the highest known price that the service asks for a product (money/products/index.ts). */
const costOf = (db: Database, accountId: string, product: string): { kopecks: number | null; asOf: number | null } => {
  const priced = parseProduct(product);
  const patterns = priced === null ? [] : priceListOf(priced.kind).costPatterns(priced);
  const cost = db.get<{ kopecks: number | null; asOf: number | null }>(sql`
    SELECT max(price_kopecks) AS kopecks, as_of FROM known_prices WHERE account_id = ${accountId}
      AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(patterns)}) pattern WHERE price_key GLOB pattern.value)`);
  return cost ?? { kopecks: null, asOf: null };
};

/** Returns the price list with the service's own prices. `clientId: null` stands for the general list. */
export const priceRows = (db: Database, accountId: string, clientId: number | null): PriceRow[] => {
  const byProduct = (whose: number | null) =>
    new Map(pricesOf(db, accountId, whose).map((price) => [price.product, price]));
  const general = byProduct(null);
  const asked = clientId === null ? general : byProduct(clientId);
  // A key without a product of this app comes from a desk of another version.
  const known = [...general.keys(), ...asked.keys()].filter((key) => parseProduct(key) !== null);
  return inOrder(new Set([...STANDARD, ...known])).map((product) => {
    const { kopecks: costKopecks, asOf: costAsOf } = costOf(db, accountId, product);
    const generalKopecks = general.get(product)?.kopecks ?? null;
    const { id, kopecks: priceKopecks } = asked.get(product) ?? { id: null, kopecks: null };
    return { product, id, priceKopecks, generalKopecks, costKopecks, costAsOf };
  });
};

export const findPrice = (db: Database, accountId: string, clientId: number | null, product: string): number | null =>
  db.value<number>(sql`SELECT price_kopecks FROM prices
    WHERE account_id = ${accountId} AND product = ${product} AND coalesce(client_id, 0) = ${clientId ?? 0}`);

/** Stores a price, or deletes it if it is `null`. */
export const putPrice = (
  db: Database,
  accountId: string,
  clientId: number | null,
  product: string,
  kopecks: number | null,
): void => {
  if (kopecks === null) {
    db.run(sql`DELETE FROM prices WHERE account_id = ${accountId} AND product = ${product}
      AND coalesce(client_id, 0) = ${clientId ?? 0}`);
    return;
  }
  db.run(sql`INSERT INTO prices (account_id, client_id, product, price_kopecks)
    VALUES (${accountId}, ${clientId}, ${product}, ${kopecks})
    ON CONFLICT (account_id, product, coalesce(client_id, 0)) DO UPDATE SET price_kopecks = excluded.price_kopecks`);
};

/** Returns the price in kopecks that the price list asks a client for an order; `null` if part of it has no price. */
export const suggestPrice = (
  db: Database,
  accountId: string,
  order: RecordedOrder,
  clientId: number,
): number | null => {
  /** Returns a product's price: the client's own before the general one, and a country's before that of any country. */
  const priceOf = (product: SaleProduct): number | null => {
    const { key, moreGeneral } = priceListOf(product.kind);
    const keys = [product, ...moreGeneral(product)].map(key);
    for (const payer of [clientId, null]) {
      for (const key of keys) {
        const found = findPrice(db, accountId, payer, key);
        if (found !== null) return found;
      }
    }
    return null;
  };

  const sold = kindOf(order).sold(db, accountId, order);
  if (sold === null) return null;
  let sum = 0;
  for (const { product, count } of sold) {
    const one = priceOf(product);
    if (one === null) return null;
    sum += priceListOf(product.kind).total(one, count);
  }
  return sum >= 0 && sum <= MAX_SALE_KOPECKS ? sum : null;
};

import { kindOf } from '#core/money/products/index.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { priceListOf, type SaleProduct } from '#shared/domain/products/index.ts';
import { MAX_SALE_KOPECKS } from '#shared/domain/sale-amounts.ts';
import { createPriceRepository } from './price-repository.ts';

/** The price that the price list asks a client for an order; `null` where it has none for some part of it. */
export const suggestPrice = (db: Database, accountId: string, order: Order, clientId: number): number | null => {
  const prices = createPriceRepository(db);

  /** The client's own price before the general one, a country's before that of any. */
  const priceOf = (product: SaleProduct): number | null => {
    const { key, moreGeneral } = priceListOf(product.kind);
    const keys = [product, ...moreGeneral(product)].map(key);
    for (const payer of [clientId, null]) {
      for (const key of keys) {
        const found = prices.get(accountId, payer, key);
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

import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { Ipv } from '#shared/domain/limits.ts';
import { MAX_SALE_KOPECKS, priceOfTraffic } from '#shared/domain/sale-amounts.ts';
import { productKey, type SaleProduct } from '#shared/domain/sale-products.ts';
import { createPriceRepository } from './price-repository.ts';

/** So many of a product, of proxies of one kind and country. */
interface Sold {
  readonly product: SaleProduct;
  readonly count: number;
}

/** What the price list asks a client for an order; `null` where it has no price for any part of it. */
export const suggestPrice = (db: Database, accountId: string, order: Order, clientId: number): number | null => {
  const prices = createPriceRepository(db);

  /** The client's own price before the general one, a country's before that of any. */
  const priceOf = (product: SaleProduct): number | null => {
    const keys = [productKey(product)];
    if (product.kind === 'dedicated') keys.push(productKey({ ...product, countryCode: null }));
    for (const payer of [clientId, null]) {
      for (const key of keys) {
        const found = prices.get(accountId, payer, key);
        if (found !== null) return found;
      }
    }
    return null;
  };

  const sold = soldBy(db, accountId, order);
  if (sold === null) return null;
  let sum = 0;
  for (const { product, count } of sold) {
    const one = priceOf(product);
    if (one === null) return null;
    sum += product.kind === 'traffic' ? priceOfTraffic(one, count) : one * count;
  }
  return sum >= 0 && sum <= MAX_SALE_KOPECKS ? sum : null;
};

/** `null`: it is not known what kind of proxies they are. */
const soldBy = (db: Database, accountId: string, order: Order): readonly Sold[] | null => {
  switch (order.kind) {
    case 'vpn-buy':
    case 'vpn-renew':
      return [{ product: { kind: 'vpn', months: order.periodMonths }, count: 1 }];
    case 'traffic':
      return [{ product: { kind: 'traffic', poolType: order.poolType }, count: order.gb }];
    case 'dedicated': {
      const { ipv, countryCode, period: days, count } = order;
      return [{ product: { kind: 'dedicated', ipv, countryCode, days }, count }];
    }
    case 'dedicated-prolong': {
      const found = db.all<{ ipv: Ipv; countryCode: string; count: number }>(sql`SELECT ipv, country_code,
        count(*) AS count FROM dedicated_proxies
        WHERE account_id = ${accountId} AND service_id IN ${among(order.serviceIds)} GROUP BY 1, 2`);
      const known = found.reduce((sum, { count }) => sum + count, 0);
      if (known !== order.serviceIds.length) return null;
      return found.map(({ ipv, countryCode, count }) => ({
        product: { kind: 'dedicated', ipv, countryCode, days: order.period },
        count,
      }));
    }
  }
};

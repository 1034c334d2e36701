import { kindOf } from '#core/money/products/index.ts';
import type { Quote } from '#core/money/products/product.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { rulesOf } from '#shared/products/index.ts';

export type PriceBook = ReturnType<typeof createPriceBook>;

/** Creates the prices of one plan. Orders with the same price are quoted once. */
export const createPriceBook = (api: ApiClient) => {
  const prices = new Map<string, Promise<Quote>>();
  let oldest: number | null = null;
  return {
    /** Returns when the oldest price was received (ms since the epoch, UTC); `null` if there is none. */
    asOf: (): number | null => oldest,
    quote: async (order: Order): Promise<Quote> => {
      const key = rulesOf(order.kind).priceKey(order);
      const known = prices.get(key) ?? kindOf(order).quote(api, order, { priority: 'money' });
      prices.set(key, known);
      const quote = await known;
      oldest = Math.min(oldest ?? quote.asOf, quote.asOf);
      return quote;
    },
  };
};

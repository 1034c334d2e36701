import { kindOf } from '#core/money/purchases/kinds/index.ts';
import type { Quote } from '#core/money/purchases/kinds/purchase-kind.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { PurchasesProblem } from '#shared/contract/runs.ts';
import { DeskError } from '#shared/result.ts';

/** What the price depends on: a client has no price of his own. */
const priceKeyOf = (order: Order): string => {
  switch (order.kind) {
    case 'vpn-buy':
    case 'vpn-renew':
      return `vpn ${order.periodMonths}`;
    case 'traffic':
      return `traffic ${order.poolType} ${order.gb}`;
    case 'dedicated':
    case 'dedicated-prolong':
      return JSON.stringify({ ...order, clientId: null });
  }
};

/** Errors of a quote that names no price of what was asked for. */
const NO_PRICE: ReadonlySet<string | undefined> = new Set(['price-not-positive', 'quote-not-as-ordered']);

/** Why one line is left out for which no price could be had. Throws what would keep every other from having one, too. */
export const problemOfQuote = (error: unknown): PurchasesProblem => {
  if (error instanceof DeskError) {
    if (error.kind === 'rejected') return { code: 'refused', words: error.details?.serviceMessage ?? '' };
    if (NO_PRICE.has(error.details?.code)) return { code: 'not-quoted', words: '' };
  }
  throw error;
};

export type PriceBook = ReturnType<typeof createPriceBook>;

/** Prices of one plan: what costs the same is asked for once. */
export const createPriceBook = (api: ApiClient) => {
  const prices = new Map<string, Promise<Quote>>();
  let oldest: number | null = null;
  return {
    /** When the oldest of the prices came; `null` while there is none. */
    asOf: (): number | null => oldest,
    quote: async (order: Order): Promise<Quote> => {
      const key = priceKeyOf(order);
      const known = prices.get(key) ?? kindOf(order).quote(api, order, { priority: 'money' });
      prices.set(key, known);
      const quote = await known;
      oldest = Math.min(oldest ?? quote.asOf, quote.asOf);
      return quote;
    },
  };
};

import type { Database } from '#core/platform/sqlite/database.ts';
import type { AnsweredCall } from '#core/service/api/call.ts';
import type { FreeName } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { OrderOf, RecurringKind } from '#shared/domain/products/rules.ts';
import { dedicatedKind, dedicatedPricesIn } from './dedicated.ts';
import { prolongKind, prolongPricesIn } from './dedicated-prolong.ts';
import type { HeardPrice, PricesIn, Product, RecurringProduct } from './product.ts';
import { trafficKind, trafficPricesIn } from './traffic.ts';
import { vpnBuyKind, vpnPricesIn, vpnRenewKind } from './vpn.ts';

const KINDS: { readonly [K in Order['kind']]: Product<OrderOf<K>> } = {
  traffic: trafficKind,
  dedicated: dedicatedKind,
  'dedicated-prolong': prolongKind,
  'vpn-buy': vpnBuyKind,
  'vpn-renew': vpnRenewKind,
};

/**
 * Returns the product of an order. The cast is needed because the compiler does not know that a kind only gets its own
 * orders.
 */
export const kindOf = ({ kind }: Pick<Order, 'kind'>): Product => KINDS[kind] as Product;

/** See `kindOf`. */
export const recurringOf = (kind: RecurringKind): RecurringProduct => KINDS[kind].recurring as RecurringProduct;

/** Reads the prices in the answers that contain any. */
const PRICES: { readonly [N in FreeName]?: PricesIn<N> } = {
  'vpn.quote': vpnPricesIn,
  'premium.traffic.quote': trafficPricesIn,
  'dedicated.quote': dedicatedPricesIn,
  'dedicated.prolong.quote': prolongPricesIn,
};

/** Returns the prices in an answer of the service. */
export const pricesIn = (db: Database, accountId: string, answered: AnsweredCall): readonly HeardPrice[] => {
  const prices = PRICES[answered.name] as PricesIn<FreeName> | undefined;
  return prices?.(db, accountId, answered) ?? [];
};

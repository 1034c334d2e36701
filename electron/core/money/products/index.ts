import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { AnsweredCall } from '#core/service/api/call.ts';
import type { FreeName } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { BulkKind, OrderOf, RecurringKind } from '#shared/domain/products/rules.ts';
import type { ProductName, SaleProduct } from '#shared/products/index.ts';
import { askDedicatedPrice, dedicatedKind, dedicatedPricesIn } from './dedicated.ts';
import { proxyRenewals } from './dedicated-due.ts';
import { prolongKind, prolongPricesIn } from './dedicated-prolong.ts';
import type { ForecastProduct, ProductRenewals } from './due.ts';
import type { PlanLines } from './plan.ts';
import type { HeardPrice, PricesIn, Product, RecurringProduct } from './product.ts';
import { askTrafficPrice, trafficKind, trafficPricesIn } from './traffic.ts';
import { askVpnPrice, vpnBuyKind, vpnPricesIn, vpnRenewKind } from './vpn.ts';
import { vpnRenewals } from './vpn-due.ts';

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

/** Returns the rules by which standing orders buy a kind; for the cast see `kindOf`. */
export const recurringOf = (kind: RecurringKind): RecurringProduct => KINDS[kind].recurring as RecurringProduct;

/** Returns how runs of a kind are planned; for the cast see `kindOf`. */
export const planOf = (kind: BulkKind): PlanLines => KINDS[kind].plan as PlanLines;

/** The products whose renewals the overview forecasts, in the order in which it shows them. */
const RENEWALS: { readonly [N in ForecastProduct]: ProductRenewals<N> } = {
  vpn: vpnRenewals,
  dedicated: proxyRenewals,
};
export const FORECAST_PRODUCTS = Object.keys(RENEWALS) as readonly ForecastProduct[];

/** Returns how the overview forecasts the renewals of a product; for the cast see `kindOf`. */
export const renewalsOf = (product: ForecastProduct): ProductRenewals => RENEWALS[product] as ProductRenewals;

/** The request for the price of an entry of the price list, by product. */
const PRICE_REQUESTS: {
  readonly [N in ProductName]: (api: ApiClient, product: Extract<SaleProduct, { kind: N }>) => Promise<unknown>;
} = {
  vpn: askVpnPrice,
  traffic: askTrafficPrice,
  dedicated: askDedicatedPrice,
};

/** Requests the service's price of an entry of the price list, if it can be bought. Throws the errors of the read. */
export const askPrice = async (api: ApiClient, product: SaleProduct): Promise<void> => {
  await (PRICE_REQUESTS[product.kind] as (api: ApiClient, product: SaleProduct) => Promise<unknown>)(api, product);
};

/** Reads the prices in the answers that contain any. */
const PRICES: { readonly [N in FreeName]?: PricesIn<N> } = {
  'vpn.quote': vpnPricesIn,
  'premium.traffic.quote': trafficPricesIn,
  'dedicated.quote': dedicatedPricesIn,
  'dedicated.prolong.quote': prolongPricesIn,
};

/** Returns the prices in an answer of the service. */
const pricesIn = (db: Database, accountId: string, answered: AnsweredCall): readonly HeardPrice[] => {
  const prices = PRICES[answered.name] as PricesIn<FreeName> | undefined;
  return prices?.(db, accountId, answered) ?? [];
};

/**
 * Stores the prices in an answer to any request. The table keeps the newest price of each renewal and of each product on
 * sale. Never throws: a price that cannot be written must not make the answer fail.
 */
export const notePrices = (db: Database, accountId: string, answered: AnsweredCall): void => {
  try {
    for (const { key, priceKopecks } of pricesIn(db, accountId, answered)) {
      db.run(sql`INSERT INTO known_prices (account_id, price_key, price_kopecks, as_of)
        VALUES (${accountId}, ${key}, ${priceKopecks}, ${answered.answer.receivedAt})
        ON CONFLICT DO UPDATE SET price_kopecks = excluded.price_kopecks, as_of = excluded.as_of`);
    }
  } catch {
    // The next quote tries again.
  }
};

import type { Order } from '#shared/contract/purchases.ts';
import type { PurchasesInput } from '#shared/contract/runs.ts';
import type { ProductName } from '#shared/domain/products/index.ts';
import type { OrderOf } from '#shared/domain/products/rules.ts';
import { dedicatedKind, dedicatedPricesIn } from './dedicated.ts';
import { prolongKind } from './dedicated-prolong.ts';
import type { Plan, PlanContext, PlanLines } from './plan.ts';
import type { PricesIn, Product } from './product.ts';
import { trafficKind, trafficPricesIn } from './traffic.ts';
import { vpnBuyKind, vpnPricesIn, vpnRenewKind } from './vpn.ts';

const KINDS: { readonly [K in Order['kind']]: Product<OrderOf<K>> } = {
  traffic: trafficKind,
  dedicated: dedicatedKind,
  'dedicated-prolong': prolongKind,
  'vpn-buy': vpnBuyKind,
  'vpn-renew': vpnRenewKind,
};

/** The rules of an order's product. The compiler cannot know that a kind is only ever given orders of its own. */
export const kindOf = ({ kind }: Pick<Order, 'kind'>): Product => KINDS[kind] as Product;

/** Plans what a run of purchases buys. */
export const planPurchases = (input: PurchasesInput, context: PlanContext): Promise<Plan> => {
  const plan = KINDS[input.kind].plan as PlanLines;
  return plan(input, context);
};

const PRICES: Readonly<Record<ProductName, PricesIn>> = {
  vpn: vpnPricesIn,
  traffic: trafficPricesIn,
  dedicated: dedicatedPricesIn,
};

/** The prices of all products that an answer of the service names. */
export const pricesIn: PricesIn = (db, accountId, answered) =>
  Object.values(PRICES).flatMap((prices) => prices(db, accountId, answered));

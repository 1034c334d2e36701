import type { Order } from '../../contract/purchases.ts';
import { type DedicatedPriced, dedicatedPriceList, dedicatedRules, prolongRules } from './dedicated.ts';
import type { OrderOf, PriceListRules, ProductRules, RecurringKind, RecurringRules } from './rules.ts';
import { type TrafficPriced, trafficPriceList, trafficRules } from './traffic.ts';
import { type VpnPriced, vpnBuyRules, vpnPriceList, vpnRenewRules } from './vpn.ts';

export type PurchaseKind = Order['kind'];

/** The rules of each kind of purchase. A product has one kind, or several: one to buy it, and one to renew it. */
const RULES: { readonly [K in PurchaseKind]: ProductRules<OrderOf<K>> } = {
  traffic: trafficRules,
  dedicated: dedicatedRules,
  'dedicated-prolong': prolongRules,
  'vpn-buy': vpnBuyRules,
  'vpn-renew': vpnRenewRules,
};

export const PURCHASE_KINDS = Object.keys(RULES) as readonly PurchaseKind[];

/** Returns the rules of a kind. The compiler cannot know that a kind only receives orders of its own. */
export const rulesOf = (kind: PurchaseKind): ProductRules => RULES[kind] as ProductRules;

export const RECURRING_KINDS = PURCHASE_KINDS.filter((kind): kind is RecurringKind => rulesOf(kind).recurring !== null);

export const recurringRulesOf = (kind: RecurringKind): RecurringRules => RULES[kind].recurring as RecurringRules;

/** An entry of the reseller's price list. */
export type SaleProduct = VpnPriced | TrafficPriced | DedicatedPriced;
export type ProductName = SaleProduct['kind'];

const PRICE_LISTS: { readonly [K in ProductName]: PriceListRules<Extract<SaleProduct, { kind: K }>> } = {
  vpn: vpnPriceList,
  dedicated: dedicatedPriceList,
  traffic: trafficPriceList,
};

export const PRODUCT_NAMES = Object.keys(PRICE_LISTS) as readonly ProductName[];

/** Returns the price list rules of a product; for the cast see `rulesOf`. */
export const priceListOf = (product: ProductName): PriceListRules<SaleProduct> =>
  PRICE_LISTS[product] as PriceListRules<SaleProduct>;

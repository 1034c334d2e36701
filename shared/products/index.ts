import { DEDICATED_ENDPOINTS } from '../api/dedicated.ts';
import { PREMIUM_ENDPOINTS } from '../api/premium.ts';
import { VPN_ENDPOINTS } from '../api/vpn.ts';
import {
  dedicatedGoods,
  dedicatedOrder,
  prolongAction,
  prolongGoods,
  prolongInput,
  prolongOrder,
  prolongParams,
  prolongPriced,
  prolongSubject,
  proxyForecastPrice,
} from '../contract/dedicated.ts';
import { id } from '../contract/define.ts';
import {
  trafficAction,
  trafficGoods,
  trafficInput,
  trafficOrder,
  trafficParams,
  trafficPriced,
  trafficSubject,
} from '../contract/premium.ts';
import type { Order } from '../contract/purchases.ts';
import {
  newVpnInput,
  newVpnParams,
  newVpnSubject,
  renewalAction,
  renewalInput,
  renewalParams,
  renewalPriced,
  renewalSubject,
  vpnBuyGoods,
  vpnBuyOrder,
  vpnForecastPrice,
  vpnRenewGoods,
  vpnRenewOrder,
} from '../contract/vpn.ts';
import {
  type DedicatedPriced,
  dedicatedPriceList,
  dedicatedRules,
  prolongRules,
} from '../domain/products/dedicated.ts';
import type {
  BulkKind,
  BulkRules,
  OrderOf,
  PriceListRules,
  ProductRules,
  RecurringKind,
  RecurringRules,
} from '../domain/products/rules.ts';
import { type TrafficPriced, trafficPriceList, trafficRules } from '../domain/products/traffic.ts';
import { type VpnPriced, vpnBuyRules, vpnPriceList, vpnRenewRules } from '../domain/products/vpn.ts';

// Every product is registered here once (docs/new-product.md). The window has tables of its own
// (renderer/parts/products), because it has no validator and must not import the shapes.

/** The endpoints of the products (docs/api.md). */
export const PRODUCT_ENDPOINTS = { ...VPN_ENDPOINTS, ...DEDICATED_ENDPOINTS, ...PREMIUM_ENDPOINTS } as const;

/** The orders of single purchases. Each product has one kind, or several. */
export const ORDERS = [trafficOrder, dedicatedOrder, prolongOrder, vpnBuyOrder, vpnRenewOrder] as const;
const recorded = { clientId: id.nullable() };
/** The orders of purchases in the ledger. `clientId` is also `null` if the client of a colleague's purchase is not here. */
export const RECORDED_ORDERS = [
  trafficOrder.extend(recorded),
  dedicatedOrder,
  prolongOrder,
  vpnBuyOrder.extend(recorded),
  vpnRenewOrder.extend(recorded),
] as const;
/** The goods in the service's answer to a purchase. */
export const GOODS = [trafficGoods, dedicatedGoods, prolongGoods, vpnBuyGoods, vpnRenewGoods] as const;

// The kinds that runs buy for many. Standing orders buy all but the first when they fall due.
export const RUN_PARAMS = [newVpnParams, renewalParams, prolongParams, trafficParams] as const;
export const RUN_INPUTS = [newVpnInput, renewalInput, prolongInput, trafficInput] as const;
export const RUN_SUBJECTS = [newVpnSubject, renewalSubject, prolongSubject, trafficSubject] as const;
export const STANDING_ACTIONS = [renewalAction, prolongAction, trafficAction] as const;
/** The terms of a standing order that determine the price of one payment. */
export const STANDING_PRICED = [renewalPriced, prolongPriced, trafficPriced] as const;

/** The renewals that the overview forecasts. */
export const FORECAST_PRICES = [vpnForecastPrice, proxyForecastPrice] as const;

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

/** Returns how runs buy a kind for many; for the cast see `rulesOf`. */
export const bulkRulesOf = (kind: BulkKind): BulkRules => RULES[kind].bulk as BulkRules;

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

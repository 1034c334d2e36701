import type { RenewalPrice } from '#shared/contract/overview.ts';
import type { Goods, Order } from '#shared/contract/purchases.ts';
import type { RunSubject } from '#shared/contract/runs.ts';
import { type BulkKind, normalPriceKey, type RecurringKind } from '#shared/domain/products/rules.ts';
import type { ProductName, PurchaseKind } from '#shared/products/index.ts';
import type { Words } from '../../i18n/words.ts';
import { dedicatedProductView, dedicatedView, prolongationView, prolongView, proxyRenewalText } from './dedicated.tsx';
import type {
  BulkView,
  BulkViews,
  KindView,
  KindViews,
  ProductView,
  RecurringView,
  RecurringViews,
  RenewalText,
} from './product-view.ts';
import { topUpView, trafficProductView, trafficView } from './traffic.tsx';
import { newVpnView, renewalView, vpnBuyView, vpnProductView, vpnRenewalText, vpnRenewView } from './vpn.tsx';

const KIND_VIEWS: KindViews = {
  traffic: trafficView,
  dedicated: dedicatedView,
  'dedicated-prolong': prolongView,
  'vpn-buy': vpnBuyView,
  'vpn-renew': vpnRenewView,
};

/** The kinds that standing orders buy, in the order in which forms offer them. */
const RECURRING_VIEWS: RecurringViews = {
  'vpn-renew': renewalView,
  'dedicated-prolong': prolongationView,
  traffic: topUpView,
};

/** The kinds that are bought for many, in the order in which a selection offers them. */
const BULK_VIEWS: BulkViews = { 'vpn-buy': newVpnView, ...RECURRING_VIEWS };

/** The typed terms of all kinds, with which the forms of runs and standing orders begin. */
export const NEW_TERMS = {
  ...newVpnView.newTerms,
  ...renewalView.newTerms,
  ...prolongationView.newTerms,
  ...topUpView.newTerms,
};
export type TypedTerms = typeof NEW_TERMS;

/** The terms at which problems with fields of other names are shown. */
export const TERM_KEYS = { ...renewalView.termKeys, ...prolongationView.termKeys, ...topUpView.termKeys };

export const PRODUCT_VIEWS: { readonly [N in ProductName]: ProductView } = {
  vpn: vpnProductView,
  dedicated: dedicatedProductView,
  traffic: trafficProductView,
};

const RENEWAL_TEXTS: { readonly [N in RenewalPrice['kind']]: RenewalText<N> } = {
  vpn: vpnRenewalText,
  dedicated: proxyRenewalText,
};

/** The kinds and the products, in the order in which lists and charts show them. */
export const SHOWN_KINDS = Object.keys(KIND_VIEWS) as readonly PurchaseKind[];
export const SHOWN_PRODUCTS = Object.keys(PRODUCT_VIEWS) as readonly ProductName[];
export const BULK_CHOICES = Object.keys(BULK_VIEWS) as readonly BulkKind[];
export const RECURRING_CHOICES = Object.keys(RECURRING_VIEWS) as readonly RecurringKind[];
/** The kind with which a form begins that was opened without one. */
export const FIRST_CHOICE: RecurringKind = 'vpn-renew';

/** Returns the words of a kind. The compiler cannot know that a kind only receives orders and goods of its own. */
export const kindView = ({ kind }: Pick<Order | Goods, 'kind'>): KindView => KIND_VIEWS[kind] as KindView;

/** Returns the words and forms of a kind that is bought for many; for the cast see `kindView`. */
export const bulkView = (kind: BulkKind): BulkView<BulkKind, TypedTerms> =>
  BULK_VIEWS[kind] as unknown as BulkView<BulkKind, TypedTerms>;

/** Returns the words and forms of a kind that standing orders buy; for the cast see `kindView`. */
export const recurringView = (kind: RecurringKind): RecurringView<RecurringKind, TypedTerms> =>
  RECURRING_VIEWS[kind] as unknown as RecurringView<RecurringKind, TypedTerms>;

/** Whether a run buys something. */
export const isPurchases = (subject: RunSubject): subject is Extract<RunSubject, { what: BulkKind }> =>
  subject.what in BULK_VIEWS;

/** Returns the product that a purchase of this kind pays for. */
export const productOf = (kind: PurchaseKind): ProductName => kindView({ kind }).product;

/** Names renewals with the same price; for the cast see `kindView`. */
export const renewalText = (price: RenewalPrice, words: Words): string =>
  (RENEWAL_TEXTS[price.kind] as (price: RenewalPrice, words: Words) => string)(price, words);

/** Returns a key that differs for renewals with different prices. */
export const renewalKey = ({ count: _, priceKopecks: __, asOf: ___, ...terms }: RenewalPrice): string =>
  JSON.stringify(terms);

/** Returns the product and the name of an entry of the price list; `null` for a key of another version of the app. */
export const pricedProduct = (
  key: string,
  words: Words,
): { readonly product: ProductName; readonly text: string } | null => {
  for (const product of SHOWN_PRODUCTS) {
    const text = PRODUCT_VIEWS[product].priceText(normalPriceKey(key), words);
    if (text !== null) return { product, text };
  }
  return null;
};

/** Names an entry of the price list by its key. A key of another version of the app stays as it is. */
export const priceText = (key: string, words: Words): string => pricedProduct(key, words)?.text ?? key;

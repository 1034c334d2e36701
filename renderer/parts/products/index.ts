import type { Goods, Order } from '#shared/contract/purchases.ts';
import type { RunSubject } from '#shared/contract/runs.ts';
import type { ProductName, SaleProduct } from '#shared/domain/products/index.ts';
import type { RecurringKind } from '#shared/domain/products/rules.ts';
import type { Words } from '../../i18n/words.ts';
import { dedicatedPriceText, dedicatedView, prolongationView, prolongView } from './dedicated.tsx';
import type { KindView, KindViews, RecurringView, RecurringViews } from './product-view.ts';
import { topUpView, trafficPriceText, trafficView } from './traffic.tsx';
import { renewalView, vpnBuyView, vpnPriceText, vpnRenewView } from './vpn.tsx';

const KIND_VIEWS: KindViews = {
  traffic: trafficView,
  dedicated: dedicatedView,
  'dedicated-prolong': prolongView,
  'vpn-buy': vpnBuyView,
  'vpn-renew': vpnRenewView,
};

/** The kinds that are bought for many, in the order in which forms offer them. */
const RECURRING_VIEWS: RecurringViews = {
  'vpn-renew': renewalView,
  'dedicated-prolong': prolongationView,
  traffic: topUpView,
};

/** The typed terms of all kinds, with which the forms of runs and standing orders begin. */
export const NEW_TERMS = { ...renewalView.newTerms, ...prolongationView.newTerms, ...topUpView.newTerms };
export type TypedTerms = typeof NEW_TERMS;

/** The terms that hold the problems of other fields. */
export const TERM_KEYS = { ...renewalView.termKeys, ...prolongationView.termKeys, ...topUpView.termKeys };

const PRICE_TEXTS: {
  readonly [K in ProductName]: (product: Extract<SaleProduct, { kind: K }>, words: Words) => string;
} = {
  vpn: vpnPriceText,
  traffic: trafficPriceText,
  dedicated: dedicatedPriceText,
};

export const RECURRING_CHOICES = Object.keys(RECURRING_VIEWS) as readonly RecurringKind[];
/** The kind with which a form begins that was opened without one. */
export const FIRST_CHOICE: RecurringKind = 'vpn-renew';

/** Returns the words of a kind. The compiler cannot know that a kind only receives orders and goods of its own. */
export const kindView = ({ kind }: Pick<Order | Goods, 'kind'>): KindView => KIND_VIEWS[kind] as KindView;

/** Returns the words and forms of a kind that is bought for many; for the cast see `kindView`. */
export const recurringView = (kind: RecurringKind): RecurringView<RecurringKind, TypedTerms> =>
  RECURRING_VIEWS[kind] as unknown as RecurringView<RecurringKind, TypedTerms>;

/** Whether a run buys something. */
export const isPurchases = (subject: RunSubject): subject is Extract<RunSubject, { what: RecurringKind }> =>
  subject.what in RECURRING_VIEWS;

/** Names an entry of the price list; for the cast see `kindView`. */
export const priceText = (product: SaleProduct, words: Words): string =>
  (PRICE_TEXTS[product.kind] as (product: SaleProduct, words: Words) => string)(product, words);

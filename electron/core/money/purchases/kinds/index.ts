import type { Order } from '#shared/contract/purchases.ts';
import { dedicatedKind } from './dedicated.ts';
import { prolongKind } from './dedicated-prolong.ts';
import type { Product } from './purchase-kind.ts';
import { trafficKind } from './traffic.ts';
import { vpnBuyKind, vpnRenewKind } from './vpn.ts';

const KINDS: { readonly [K in Order['kind']]: Product<Extract<Order, { kind: K }>> } = {
  traffic: trafficKind,
  dedicated: dedicatedKind,
  'dedicated-prolong': prolongKind,
  'vpn-buy': vpnBuyKind,
  'vpn-renew': vpnRenewKind,
};

/** The rules of an order's product. The compiler cannot know that a kind is only ever given orders of its own. */
export const kindOf = (order: Order): Product => KINDS[order.kind] as Product;

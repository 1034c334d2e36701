import type { Order } from '#shared/contract/purchases.ts';
import { dedicatedKind } from './dedicated.ts';
import { prolongKind } from './dedicated-prolong.ts';
import type { PurchaseKind } from './purchase-kind.ts';
import { trafficKind } from './traffic.ts';
import { vpnBuyKind, vpnRenewKind } from './vpn.ts';

const KINDS: { readonly [K in Order['kind']]: PurchaseKind<Extract<Order, { kind: K }>> } = {
  traffic: trafficKind,
  dedicated: dedicatedKind,
  'dedicated-prolong': prolongKind,
  'vpn-buy': vpnBuyKind,
  'vpn-renew': vpnRenewKind,
};

/** Only ever given the order it was asked for, which the compiler cannot know of a table. */
export const kindOf = (order: Order): PurchaseKind => KINDS[order.kind] as PurchaseKind;

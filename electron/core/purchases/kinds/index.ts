import type { Order } from '#shared/contract/purchases.ts';
import type { PurchaseKind } from './purchase-kind.ts';
import { trafficKind } from './traffic.ts';

const KINDS: { readonly [K in Order['kind']]: PurchaseKind<Extract<Order, { kind: K }>> } = {
  traffic: trafficKind,
};

export const kindOf = (order: Order): PurchaseKind => KINDS[order.kind];

import type { Order } from '#shared/contract/purchases.ts';
import { isCharged } from '#shared/domain/journal.ts';
import type { GoodsSign } from '#shared/domain/purchase-verdict.ts';
import type { Evidence, PurchaseKind, Sibling } from './purchase-kind.ts';

type TrafficOrder = Extract<Order, { kind: 'traffic' }>;

/** What services round away when they tell GB. */
const ROUNDING_GB = 0.01;

const gbBefore = (before: Evidence, poolType: string): number | null => {
  if (!Array.isArray(before.pools)) return null;
  const pools = before.pools as readonly { readonly poolType: string; readonly trafficGb: number }[];
  return pools.find((pool) => pool.poolType === poolType)?.trafficGb ?? 0;
};

/** GB that later purchases of ours brought into the same pool. */
const gbSince = (siblings: readonly Sibling<TrafficOrder>[], id: number, poolType: string): number =>
  siblings
    .filter((one) => one.id > id && one.order.poolType === poolType && isCharged(one.state))
    .reduce((sum, one) => sum + one.order.gb, 0);

/** The client uses the traffic meanwhile, so a pool that rose by less, or fell, says less. */
const signOf = (risen: number, gb: number): GoodsSign => {
  const tolerance = Math.min(ROUNDING_GB, gb / 2);
  if (Math.abs(risen - gb) <= tolerance) return 'found';
  if (Math.abs(risen) <= tolerance) return 'absent';
  return risen > 0 ? 'vague' : 'untold';
};

/** The pool rose by about what was ordered. */
export const examineTraffic: PurchaseKind<TrafficOrder>['examine'] = async (api, purchase, options) => {
  const { id, client, before, siblings, order } = purchase;
  const { poolType, gb } = order;
  const { value } = await api.premium.trafficBalance(client, options);
  const now = value.find((pool) => pool.poolType === poolType)?.trafficGb ?? null;
  const then = gbBefore(before, poolType);
  const facts = [{ fact: 'pool-gb' as const, before: then, after: now }];
  const handover = { goods: { kind: 'traffic' as const, gb, trafficGb: now } };
  if (now === null || then === null) return { sign: 'untold', handover, facts };
  const sign = signOf(now - then - gbSince(siblings, id, poolType), gb);
  return { sign, handover, facts };
};

import { sql } from '#core/platform/sqlite/sql.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import { readTrafficBalance } from '#core/service/api/traffic-balance.ts';
import type { Difference, Order } from '#shared/contract/purchases.ts';
import { decimal } from '#shared/domain/csv-cells.ts';
import type { RecordedOrderOf } from '#shared/domain/products/rules.ts';
import { checkTrafficGb, type TrafficPriced, trafficPriceList } from '#shared/domain/products/traffic.ts';
import { hasSettled } from '#shared/domain/spending.ts';
import {
  blankLine,
  cannotBeDone,
  type Plan,
  type PlanLines,
  type PlannedCharge,
  type PlannedLine,
  plannedClients,
  targetFor,
} from './plan.ts';
import type { Evidence, Examined, Fit, GoodsGroup, ListedGoods, PricesIn, Product, Sibling } from './product.ts';
import { assertQuoted, differing, paidCall, wholePrice } from './quote-and-pay.ts';
import { topUpsDue } from './traffic-due.ts';

type TrafficOrder = Extract<Order, { kind: 'traffic' }>;
type Pools = readonly { readonly poolType: string; readonly trafficGb: number }[];

/** The error from services that round the GB of a pool. */
const ROUNDING_GB = 0.01;

/** Returns the GB of a pool; `null` if the service does not say. */
const gbOf = (pools: unknown, poolType: string): number | null =>
  Array.isArray(pools) ? ((pools as Pools).find((pool) => pool.poolType === poolType)?.trafficGb ?? null) : null;

const gbBefore = ({ pools }: Evidence, poolType: string): number | null =>
  Array.isArray(pools) ? (gbOf(pools, poolType) ?? 0) : null;

/** Returns whether the pool may have been read before the traffic of an earlier purchase appeared in it. */
const isBeforeLate = ({ id, order, before }: Examined<TrafficOrder>, earlier: Sibling<TrafficOrder>, then: number) => {
  const { goods } = earlier;
  if (earlier.id > id || !earlier.isCharged || earlier.order.poolType !== order.poolType) return false;
  if (goods?.kind !== 'traffic') return false;
  if (goods.trafficGb !== null && then > goods.trafficGb - earlier.order.gb + ROUNDING_GB) return false;
  return !hasSettled({ seenAt: Number(before.at), seenUptime: Number(before.uptime) }, earlier);
};

/**
 * Returns the GB in the pool before the first purchase of the group, and the rise since then without the GB of decided
 * purchases; `null` if that is unknown.
 */
const riseOf = ({ members, siblings, now }: GoodsGroup<TrafficOrder>) => {
  const [first] = members;
  if (first === undefined) return null;
  const { poolType } = first.order;
  const then = gbBefore(first.before, poolType);
  const after = gbOf(now.pools, poolType);
  if (then === null || after === null || siblings.some((one) => isBeforeLate(first, one, then))) return null;
  const known = siblings
    .filter((one) => one.id > first.id && one.isCharged && one.order.poolType === poolType)
    .reduce((sum, one) => sum + one.order.gb, 0);
  return { then, after, risen: after - then - known };
};

/** Returns whether every rise that was visible before a purchase of the group can come from earlier purchases. */
const isSeenInTime = (
  { members, siblings }: GoodsGroup<TrafficOrder>,
  charged: ReadonlySet<number>,
  then: number,
): boolean => {
  const [first] = members;
  return members.every(({ id, order: { poolType }, before }) => {
    const bought = [
      ...members.filter((one) => charged.has(one.id)),
      ...siblings.filter((one) => one.isCharged && one.order.poolType === poolType && one.id > (first?.id ?? 0)),
    ].filter((one) => one.id < id);
    const most = bought.reduce((sum, { order }) => sum + order.gb, then);
    return (gbBefore(before, poolType) ?? 0) <= most + ROUNDING_GB;
  });
};

/**
 * Compares the pool with the assumption. The client uses traffic meanwhile, so a smaller rise or a fall proves less.
 */
const fit = (group: GoodsGroup<TrafficOrder>, charged: ReadonlySet<number>): Fit => {
  const rise = riseOf(group);
  if (rise === null) return 'untold';
  const wanted = group.members.filter(({ id }) => charged.has(id));
  const expected = wanted.reduce((sum, { order }) => sum + order.gb, 0);
  const tolerance = Math.min(ROUNDING_GB, ...group.members.map(({ order }) => order.gb / 2));
  if (Math.abs(rise.risen - expected) <= tolerance)
    return isSeenInTime(group, charged, rise.then) ? 'fits' : 'contradicts';
  if (rise.risen < expected && wanted.some(({ isFound }) => isFound)) return 'vague';
  if (rise.risen < -tolerance) return 'untold';
  if (rise.risen <= tolerance || expected === 0) return 'contradicts';
  return 'vague';
};

const listed: ListedGoods<TrafficOrder> = {
  list: 'pools',
  showsWhenMade: false,
  place: ({ poolType }) => poolType,
  read: async (api, client, options) => ({ pools: (await readTrafficBalance(api, client, options)).value }),
  fit,
  found: (group, charged, id) => {
    const order = group.members.find((one) => one.id === id)?.order;
    const rise = riseOf(group);
    const facts = [{ fact: 'pool-gb' as const, before: rise?.then ?? null, after: rise?.after ?? null }];
    if (order === undefined || !charged.has(id)) return { handover: null, facts };
    return { handover: { goods: { kind: 'traffic', gb: order.gb, trafficGb: rise?.after ?? null } }, facts };
  },
};

const differencesOf = (
  ordered: Pick<TrafficOrder, 'poolType' | 'gb'>,
  named: { readonly poolType: string | null; readonly gb: number | null },
): readonly Difference[] => [
  ...differing('pool', ordered.poolType, named.poolType),
  ...differing('gb', ordered.gb, named.gb),
];

const isOfPool = (differences: readonly Difference[]): boolean => !differences.some(({ what }) => what === 'pool');

/** Plans the same GB of the same pool for each client, with one charge each. */
const planTraffic: PlanLines<'traffic'> = async (input, context): Promise<Plan> => {
  const { db, accountId, openOf, quote } = context;
  const { poolType, gb } = input;
  const charges: PlannedCharge[] = [];
  const lines: PlannedLine[] = [];
  for (const client of plannedClients(db, accountId, input.clientIds)) {
    if (client === null) {
      lines.push(cannotBeDone('client-removed'));
      continue;
    }
    const order: Order = { kind: 'traffic', clientId: client.clientId, poolType, gb };
    const purchaseId = openOf(order, client)[0]?.purchaseId;
    if (purchaseId !== undefined) {
      lines.push(cannotBeDone('outcome-open', blankLine(client), { purchaseId }));
      continue;
    }
    const { priceKopecks } = await quote(order);
    lines.push(blankLine(client, { charge: charges.length, priceKopecks }));
    charges.push({ order, target: targetFor(client), priceKopecks });
  }
  return { charges, lines, datesAsOf: null };
};

/** The product "GB of premium traffic in a client's pool" (docs/api.md#premium-traffic). */
export const trafficKind: Product<TrafficOrder> = {
  quote: async (api, { poolType, gb }, options) => {
    const { value, receivedAt } = await api.call('premium.traffic.quote', { poolType, gb }, options);
    assertQuoted(differencesOf({ poolType, gb }, value));
    const { pricePerGbKopecks: perGb } = value;
    const priceKopecks = wholePrice(value.priceKopecks, perGb === null ? null : perGb * gb);
    const pricePerGbKopecks = perGb ?? Math.round(priceKopecks / gb);
    return { priceKopecks, pricePerGbKopecks, asOf: receivedAt };
  },
  seen: () => [],
  before: async (api, _, client, { options }) => {
    const { value } = await readTrafficBalance(api, client, options);
    return { evidence: { pools: value }, ends: [] };
  },
  endsAsOf: () => null,
  otherHolder: () => undefined,
  ...paidCall(
    'premium.traffic.buy',
    ({ poolType, gb }: TrafficOrder, client) => ({ client, poolType, gb }),
    ({ poolType, gb, trafficGb }, order: RecordedOrderOf<'traffic'>) => {
      const differences = differencesOf(order, { poolType, gb });
      // The amount in another pool says nothing about this one.
      return { goods: { kind: 'traffic', gb, trafficGb: isOfPool(differences) ? trafficGb : null }, differences };
    },
  ),
  arrived: (_, { handover: { differences } }) => ({
    goods: isOfPool(differences) ? 'here' : 'missing',
    differences: [],
  }),
  listed,
  assumed: ({ gb }) => ({ goods: { kind: 'traffic', gb, trafficGb: null } }),
  goodsByWord: 'here',
  deliver: ({ premium }, { order: { poolType }, clientId, handover: { goods }, at }) => {
    // If the client was removed meanwhile, the purchase still stays in the ledger.
    if (clientId === null || goods.kind !== 'traffic' || goods.trafficGb === null) return;
    premium.savePool(clientId, { poolType, trafficGb: goods.trafficGb }, at);
  },
  withdraw: () => {},
  announce: (emit, { clientId }) => emit('premium.changed', { clientId }),
  refresh: ({ premium }, { clientId }, accountId) => premium.refreshBalance(clientId, accountId),
  sold: (_, __, { poolType, gb }) => [{ product: { kind: 'traffic', poolType }, count: gb }],
  orderCell: ({ poolType, gb }, t, language) =>
    t('files:orders.traffic', { pool: poolType, gb: decimal(String(gb), language) }),
  goodsCell: ({ gb }) => (gb === null ? '' : `${gb} GB`),
  plan: planTraffic,
  recurring: {
    due: topUpsDue,
    knownPriceKeys: (_, { poolType }) => sql`SELECT ${trafficPriceList.key({ kind: 'traffic', poolType })} AS key`,
    unitsOf: ({ gb }) => (checkTrafficGb(gb) === null ? gb : null),
  },
};

/** Returns the price of 1 GB. A quote without it contains no price that could be stored. */
export const trafficPricesIn: PricesIn<'premium.traffic.quote'> = (_, __, { request: { poolType }, answer }) => {
  const { pricePerGbKopecks: priceKopecks } = answer.value;
  return priceKopecks === null ? [] : [{ key: trafficPriceList.key({ kind: 'traffic', poolType }), priceKopecks }];
};

export const askTrafficPrice = (api: ApiClient, { poolType }: TrafficPriced): Promise<unknown> =>
  api.call('premium.traffic.quote', { poolType, gb: 1 });

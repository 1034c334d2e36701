import type { ListedSubscription } from '#shared/api/vpn.ts';
import { isUsableId } from '#shared/api/wire.ts';
import type { Goods, Order } from '#shared/contract/purchases.ts';
import type { RecordedOrderOf } from '#shared/domain/products/rules.ts';
import { SAME_END_MS, sameUuid } from '#shared/domain/subscription-identity.ts';
import type { Evidence, Examined, Fit, GoodsGroup, Handover, ListedGoods } from './product.ts';
import { madeAt, mayBeMadeWithin, monthsFrom } from './purchase-windows.ts';

type BuyOrder = Extract<Order, { kind: 'vpn-buy' }>;
type RenewOrder = Extract<Order, { kind: 'vpn-renew' }>;

interface Before {
  readonly uuid: string;
  readonly expiresAt: number | null;
}

const DAY = 86_400_000;
/** Far below the shortest period, so that one period more or less is never overlooked. */
const MAX_TOLERANCE_DAYS = 12;

const listBefore = (before: Evidence): readonly Before[] =>
  Array.isArray(before.subscriptions) ? (before.subscriptions as readonly Before[]) : [];

/** Returns whether a client had the subscription before a purchase. */
export const wasThere = (before: Evidence, uuid: string): boolean =>
  listBefore(before).some((old) => sameUuid(old.uuid, uuid));

/**
 * Compares two ends. Services count a month as 30 days or by the calendar, and this machine's clock may be wrong by a
 * day.
 */
const isAbout = (at: number, expected: number, months: number): boolean =>
  Math.abs(at - expected) <= Math.min(MAX_TOLERANCE_DAYS, 2 + months) * DAY;

const handoverOf = (
  kind: 'vpn-buy' | 'vpn-renew',
  { uuid, expiresAt, subscriptionUrl }: ListedSubscription,
): Handover => ({
  goods: { kind, uuid, expiresAt },
  subscription: { uuid, expiresAt, subscriptionUrl },
});

const brought = (goods: Goods | null, uuid: string): boolean => goods?.kind === 'vpn-buy' && sameUuid(goods.uuid, uuid);

const isFitting = ({ order, sentAt }: Examined<BuyOrder>, { expiresAt }: ListedSubscription): boolean =>
  expiresAt !== null && isAbout(expiresAt, monthsFrom(sentAt, order.periodMonths), order.periodMonths);

/** The subscriptions that each purchase of a group may have brought, and those created while it was in flight. */
interface Brought {
  readonly free: ReadonlyMap<number, readonly ListedSubscription[]>;
  readonly own: ReadonlyMap<number, ReadonlySet<ListedSubscription>>;
}

/** Cached, because every set of a group's purchases is tried and this is the same for all of them. */
const known = new WeakMap<GoodsGroup<BuyOrder>, Brought>();

/** Returns the subscriptions that did not exist before a purchase and that no decided purchase brought. */
const newTo = (one: Examined<BuyOrder>, { siblings, now }: GoodsGroup<BuyOrder>): readonly ListedSubscription[] =>
  (now.subscriptions ?? []).filter(
    ({ uuid }) =>
      isUsableId(uuid) && !wasThere(one.before, uuid) && !siblings.some(({ goods }) => brought(goods, uuid)),
  );

/**
 * Finds the subscriptions of each purchase. The end of a new subscription minus its period shows to the millisecond
 * when it was created. If only one purchase was in flight then, the subscription belongs to it and no other.
 */
const broughtBy = (group: GoodsGroup<BuyOrder>): Brought => {
  const before = known.get(group);
  if (before !== undefined) return before;
  const { members, during } = group;
  const fresh = new Map(members.map((one) => [one.id, newTo(one, group)]));
  const own = new Map<number, ReadonlySet<ListedSubscription>>();
  const owned = new Set<ListedSubscription>();
  for (const subscription of new Set([...fresh.values()].flat())) {
    const { expiresAt } = subscription;
    if (expiresAt === null || during === undefined || during === null) continue;
    const [maker, ...others] = members.filter(
      ({ id, order }) =>
        fresh.get(id)?.includes(subscription) === true &&
        madeAt(expiresAt, order.periodMonths).some((made) => mayBeMadeWithin(made, id, during)),
    );
    if (maker === undefined || others.length > 0) continue;
    own.set(maker.id, new Set([...(own.get(maker.id) ?? []), subscription]));
    owned.add(subscription);
  }
  const free = members.map(({ id }): [number, readonly ListedSubscription[]] => {
    const mine = own.get(id) ?? new Set();
    const rest = (fresh.get(id) ?? []).filter((subscription) => !owned.has(subscription));
    return [id, [...mine, ...rest]];
  });
  const result = { free: new Map(free), own };
  known.set(group, result);
  return result;
};

/** Returns the possible subscriptions of a purchase, with its certain ones first. */
const freshFor = (one: Examined<BuyOrder>, group: GoodsGroup<BuyOrder>): readonly ListedSubscription[] =>
  broughtBy(group).free.get(one.id) ?? [];

/**
 * Assigns a subscription to each charged purchase. The newest one chooses first: subscriptions that existed before it
 * cannot be its own, while all that it may have brought are also new to the older purchases.
 */
const assign = (
  group: GoodsGroup<BuyOrder>,
  charged: ReadonlySet<number>,
): ReadonlyMap<number, ListedSubscription | undefined> => {
  const taken = new Set<ListedSubscription>();
  const chosen = new Map<number, ListedSubscription | undefined>();
  for (const one of group.members.toReversed()) {
    if (!charged.has(one.id)) continue;
    const free = freshFor(one, group).filter((subscription) => !taken.has(subscription));
    const own = broughtBy(group).own.get(one.id);
    const best =
      free.find((subscription) => own?.has(subscription)) ??
      free.find((subscription) => isFitting(one, subscription)) ??
      free[0];
    chosen.set(one.id, best);
    if (best !== undefined) taken.add(best);
  }
  return chosen;
};

const fitBought = (group: GoodsGroup<BuyOrder>, charged: ReadonlySet<number>): Fit => {
  if (group.now.subscriptions === undefined) return 'untold';
  const assigned = assign(group, charged);
  const taken = new Set(assigned.values());
  const leftOver = group.members
    .filter(({ id }) => !charged.has(id))
    .flatMap((one) =>
      freshFor(one, group)
        .filter((subscription) => !taken.has(subscription))
        .map((subscription) => isFitting(one, subscription)),
    );
  if (leftOver.includes(true) || taken.has(undefined)) return 'contradicts';
  const isExact = group.members.every((one) => {
    const subscription = assigned.get(one.id);
    return subscription === undefined || isFitting(one, subscription);
  });
  // A new subscription with another period: somebody else bought it, or this machine's clock is wrong.
  return isExact && leftOver.length === 0 ? 'fits' : 'vague';
};

/** Evidence for a purchase: a subscription that did not exist before and that no other purchase brought. */
export const boughtSubscriptions: ListedGoods<BuyOrder> = {
  list: 'subscriptions',
  showsWhenMade: true,
  place: () => '',
  read: async (api, client, options) => ({ subscriptions: (await api.call('vpn.info', { client }, options)).value }),
  fit: fitBought,
  found: (group, charged, id) => {
    const one = group.members.find((member) => member.id === id);
    const then = one === undefined ? [] : listBefore(one.before);
    const counts = { fact: 'subscriptions' as const, before: then.length, after: group.now.subscriptions?.length ?? 0 };
    const subscription = assign(group, charged).get(id);
    if (subscription === undefined) return { handover: null, facts: [counts] };
    const fresh = { fact: 'new-subscription' as const, before: null, after: subscription.uuid };
    return { handover: handoverOf('vpn-buy', subscription), facts: [counts, fresh] };
  },
};

/** Returns the end before the first renewal of a group and the present one; `null` if unknown. */
const endsOf = ({ members, now }: GoodsGroup<RenewOrder>) => {
  const [first] = members;
  if (first === undefined) return null;
  const { uuid } = first.order;
  const subscription = now.subscriptions?.find((one) => sameUuid(one.uuid, uuid));
  const then = listBefore(first.before).find((one) => sameUuid(one.uuid, uuid))?.expiresAt ?? null;
  return { first, subscription, then, end: subscription?.expiresAt ?? null };
};

/**
 * Compares the end with the assumption. A renewal of an expired subscription may count from its old end or from the day
 * of the renewal.
 */
const fitRenewed = (group: GoodsGroup<RenewOrder>, charged: ReadonlySet<number>): Fit => {
  const ends = endsOf(group);
  if (ends === null || ends.then === null || ends.end === null) return 'untold';
  const { then, end, first } = ends;
  const months = (orders: readonly { readonly order: RecordedOrderOf<'vpn-renew'> }[]): number =>
    orders.reduce((sum, { order }) => sum + order.periodMonths, 0);
  const known = group.siblings.filter(
    (one) => one.id > first.id && one.isCharged && sameUuid(one.order.uuid, first.order.uuid),
  );
  const expected = months(known) + months(group.members.filter(({ id }) => charged.has(id)));
  if (expected === 0) return end - then <= SAME_END_MS ? 'fits' : 'contradicts';
  const isEndOf = (at: number, count: number): boolean =>
    [then, Math.max(then, first.sentAt)].some((start) => isAbout(at, monthsFrom(start, count), count));
  if (!isEndOf(end, expected)) return 'contradicts';
  // If the end had already moved before a purchase of the group, earlier purchases moved it.
  const isInTime = group.members.every((one) => {
    const seen = listBefore(one.before).find(({ uuid }) => sameUuid(uuid, first.order.uuid))?.expiresAt ?? null;
    if (seen === null || seen - then <= SAME_END_MS) return true;
    const earlier = [...known, ...group.members.filter(({ id }) => charged.has(id))].filter(({ id }) => id < one.id);
    const count = months(earlier);
    return count > 0 && (isEndOf(seen, count) || seen < monthsFrom(then, count));
  });
  return isInTime ? 'fits' : 'contradicts';
};

/** Evidence for a renewal: the end of the subscription moved forward by about the period. */
export const renewedSubscriptions: ListedGoods<RenewOrder> = {
  list: boughtSubscriptions.list,
  showsWhenMade: false,
  place: ({ uuid }) => uuid.toLowerCase(),
  read: boughtSubscriptions.read,
  fit: fitRenewed,
  found: (group, charged, id) => {
    const ends = endsOf(group);
    const facts = [{ fact: 'expires-at' as const, before: ends?.then ?? null, after: ends?.end ?? null }];
    const subscription = charged.has(id) ? ends?.subscription : undefined;
    return { handover: subscription === undefined ? null : handoverOf('vpn-renew', subscription), facts };
  },
};

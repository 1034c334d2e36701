import type { Order } from '#shared/contract/purchases.ts';
import { isCharged, isSettled } from '#shared/domain/journal.ts';
import type { VpnSubscription } from '../../api/vpn-api.ts';
import type { Evidence, GoodsFinding, Handover, PurchaseKind, Sibling } from './purchase-kind.ts';

type BuyOrder = Extract<Order, { kind: 'vpn-buy' }>;
type RenewOrder = Extract<Order, { kind: 'vpn-renew' }>;

interface Before {
  readonly uuid: string;
  readonly expiresAt: number | null;
}

const DAY = 86_400_000;
/** Well below the shortest period, so that one more or less is never overlooked. */
const MAX_TOLERANCE_DAYS = 12;
/** Two ends of the same subscription that differ by less are the same end, written differently. */
const SAME_END_MS = 60_000;

const listBefore = (before: Evidence): readonly Before[] =>
  Array.isArray(before.subscriptions) ? (before.subscriptions as readonly Before[]) : [];

const sameUuid = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const addMonths = (at: number, months: number): number => {
  const date = new Date(at);
  return date.setUTCMonth(date.getUTCMonth() + months);
};

/** Services count a month as 30 days or by the calendar, and this machine's clock may be off by a day. */
const isAbout = (at: number, expected: number, months: number): boolean =>
  Math.abs(at - expected) <= Math.min(MAX_TOLERANCE_DAYS, 2 + months) * DAY;

const handoverOf = (
  kind: 'vpn-buy' | 'vpn-renew',
  { uuid, expiresAt, subscriptionUrl }: VpnSubscription,
): Handover => ({
  goods: { kind, uuid, expiresAt },
  subscription: { uuid, expiresAt, subscriptionUrl },
});

const isClaimed = (siblings: readonly Sibling<BuyOrder>[], uuid: string): boolean =>
  siblings.some(({ goods }) => goods?.kind === 'vpn-buy' && sameUuid(goods.uuid, uuid));

/** A subscription that was not there before, and that no other purchase brought. */
export const examineBought: PurchaseKind<BuyOrder>['examine'] = async (api, purchase, options) => {
  const { id, client, before, sentAt, siblings, order } = purchase;
  const { value } = await api.vpn.info(client, options);
  const then = listBefore(before);
  const fresh = value.filter(({ uuid }) => !then.some((one) => sameUuid(one.uuid, uuid)) && !isClaimed(siblings, uuid));
  const expected = addMonths(sentAt, order.periodMonths);
  const fitting = fresh
    .filter(({ expiresAt }) => expiresAt !== null && isAbout(expiresAt, expected, order.periodMonths))
    .toSorted((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0));
  const counts = { fact: 'subscriptions' as const, before: then.length, after: value.length };
  const [best] = [...fitting, ...fresh];
  if (best === undefined) return { sign: 'absent', facts: [counts] };

  // What an earlier one brought was there before this one; what a later one brings is new to both.
  const alike = siblings.filter(
    (one) => one.id > id && !isSettled(one.state) && one.order.periodMonths === order.periodMonths,
  ).length;
  return {
    sign: fitting.length > alike ? 'found' : 'vague',
    handover: handoverOf('vpn-buy', best),
    facts: [counts, { fact: 'new-subscription', before: null, after: best.uuid }],
  };
};

/** The end of the subscription moved forward by about the period. */
export const examineRenewed: PurchaseKind<RenewOrder>['examine'] = async (api, purchase, options) => {
  const { id, client, before, sentAt, siblings, order } = purchase;
  const { value } = await api.vpn.info(client, options);
  const now = value.find((one) => sameUuid(one.uuid, order.uuid));
  const then = listBefore(before).find((one) => sameUuid(one.uuid, order.uuid))?.expiresAt ?? null;
  const facts = [{ fact: 'expires-at' as const, before: then, after: now?.expiresAt ?? null }];
  if (now === undefined || now.expiresAt === null || then === null) return { sign: 'untold', facts };

  const others = siblings.filter((one) => one.id > id && sameUuid(one.order.uuid, order.uuid));
  const known = others.filter((one) => isCharged(one.state)).reduce((sum, one) => sum + one.order.periodMonths, 0);
  const sign = renewalSign({ then, end: now.expiresAt, sentAt, known, months: order.periodMonths });
  return { sign, handover: handoverOf('vpn-renew', now), facts };
};

interface Ends {
  readonly then: number;
  readonly end: number;
  readonly sentAt: number;
  /** Months that later renewals of ours brought. */
  readonly known: number;
  readonly months: number;
}

/** One that had ended may start again at its old end or on the day of the renewal. */
const renewalSign = ({ then, end, sentAt, known, months }: Ends): GoodsFinding['sign'] => {
  const starts = [then, Math.max(then, sentAt)];
  if (starts.some((start) => isAbout(end, addMonths(start, known + months), known + months))) return 'found';
  if (known === 0) return end - then <= SAME_END_MS ? 'absent' : 'vague';
  if (starts.some((start) => isAbout(end, addMonths(start, known), known))) return 'absent';
  return end > then ? 'vague' : 'untold';
};

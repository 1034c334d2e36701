import type { DueTarget } from '#core/money/products/due.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { proxyDatesAsOf } from '#core/service/account/restored-desk.ts';
import { recurringRulesOf } from '#shared/domain/products/index.ts';
import { MISSED_AFTER_MS, mayRetry } from '#shared/domain/standing-rules.ts';
import { isInLateSum } from './due-item-repository.ts';
import { type Due, type OrderCheckContext, setStates } from './order-check-context.ts';
import type { ReadableOrder } from './stored-order.ts';

/** A target that was charged within this time and is due again is asked about. */
const CHARGED_LATELY_MS = 86_400_000;
/** The number of targets after which other work gets its turn. */
const SLICE = 200;

/** Finds the due item of each target, or writes a new one, and marks the items that are no longer due. */
export const syncDueItems = async (
  { clock, dueItems, changed }: OrderCheckContext,
  order: ReadableOrder,
  targets: readonly DueTarget[],
): Promise<Due[]> => {
  const now = clock.now();
  const pool = recurringRulesOf(order.action.kind).poolOf(order.action);
  if (pool !== null && dueItems.endRefilled(order.id, pool.poolType, pool.belowGb, now)) changed();
  const all: Due[] = [];
  const seen = new Set<number>();
  for (const [index, due] of targets.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    const missed = due.dueAt > order.lookedAt && now - due.dueAt > MISSED_AFTER_MS;
    const dueItem = dueItems.findOrInsert(order, due, now, missed);
    seen.add(dueItem.id);
    all.push({ due, dueItem });
  }
  for (const { id, state, outcome } of dueItems.open(order.id)) {
    const isUnderWay = state === 'started' || outcome === 'open' || outcome === 'pending';
    if (seen.has(id) || isUnderWay) continue;
    dueItems.set(id, 'no-longer-due', now);
    changed();
  }
  return all;
};

/**
 * Returns the items that may be paid for now, and those that only the user may decide. The others rest, are being paid
 * for, or are over, and keep their state.
 */
export const sortDueItems = (
  context: OrderCheckContext,
  order: ReadableOrder,
  all: readonly Due[],
): { readonly ready: Due[]; readonly unsure: Due[] } => {
  const { db, clock, dueItems } = context;
  const now = clock.now();
  const ready: Due[] = [];
  const unsure: Due[] = [];
  const { hasEnd } = recurringRulesOf(order.action.kind);
  const charged = hasEnd ? dueItems.chargedSince(order.accountId, now - CHARGED_LATELY_MS) : new Set();
  for (const one of all) {
    const { due, dueItem } = one;
    const { state, outcome, basis, tries, triedAt } = dueItem;
    if (state === 'abandoned' || outcome === 'charged' || outcome === 'open' || outcome === 'pending') continue;
    if (state === 'started' || dueItem.isSilent) continue;
    if (isInLateSum(dueItem, clock)) continue;
    const isResting = tries > 0 && !mayRetry(tries, triedAt, now);
    if (isResting && state !== 'blocked') continue;
    const needsConfirmation =
      due.show === 'ask' ||
      (outcome === 'not-charged' && basis === 'evidence') ||
      charged.has(due.target) ||
      (due.serviceId !== null && proxyDatesAsOf(db, order.accountId, [due.serviceId]) !== null);
    if (due.show === 'wait') setStates(context, [one], 'awaiting-topup');
    else (needsConfirmation ? unsure : ready).push(one);
  }
  return { ready, unsure };
};

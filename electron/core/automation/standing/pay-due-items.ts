import { toStoredError } from '#core/platform/text/stored-error.ts';
import { DeskError } from '#shared/result.ts';
import { blockedBy } from './blocked-by.ts';
import { setDueItemPrice, startDueItem } from './due-item-repository.ts';
import { monthLeft } from './month.ts';
import { type Due, failItem, type OrderCheckContext, setBlockedReason, setStates } from './order-check-context.ts';
import { isListed, type Payable, paidElsewhere, payableSince } from './paid-elsewhere.ts';
import { type OrderPlan, type PayableLine, planOrder } from './plan-order.ts';
import { settleStarted } from './settle-started.ts';
import { isOrderAsItWas, setOrderTries } from './standing-repository.ts';
import type { ReadableOrder } from './stored-order.ts';

const NONE: ReadonlySet<string> = new Set();

/** Stores the prices of a plan, and the reasons for which it leaves items out, so that the user sees them. */
const noteRefused = (
  context: OrderCheckContext,
  order: ReadableOrder,
  batch: readonly Due[],
  plan: OrderPlan,
): void => {
  const { db, clock, dueItemStates } = context;
  const now = clock.now();
  const byTarget = new Map(batch.map((one) => [one.due.target, one.dueItem]));
  for (const [target, price] of plan.prices) {
    const dueItem = byTarget.get(target);
    if (dueItem !== undefined) setDueItemPrice(db, dueItem.id, price);
  }
  for (const [target, why] of plan.choice.refused) {
    const dueItem = byTarget.get(target);
    if (dueItem !== undefined) dueItemStates.set(dueItem.id, why, now);
  }
  for (const { due, code, words } of plan.cannot) {
    const dueItem = byTarget.get(due.target);
    if (dueItem === undefined) continue;
    if (code === 'outcome-open') dueItemStates.set(dueItem.id, 'blocked', now);
    else {
      const error = new DeskError('rejected', code, words === '' ? {} : { serviceMessage: words });
      failItem(context, dueItem, toStoredError(error));
    }
  }
  const reasons = [...plan.choice.refused.values()];
  const leftKopecks = monthLeft(db, order.id, now) ?? 0;
  const { missingKopecks } = plan.choice;
  setBlockedReason(
    context,
    order,
    reasons.includes('insufficient-balance')
      ? { code: 'insufficient-balance', missingKopecks }
      : reasons.includes('month-cap')
        ? { code: 'month-cap', leftKopecks }
        : null,
  );
};

/**
 * Pays for the items that the limits of the order allow, by a run of purchases like any other. The terms of the order
 * take the place of the user's agreement.
 */
export const payDueItems = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  batch: readonly Due[],
): Promise<void> => {
  const { db, clock, runs } = context;
  const { ceilingKopecks } = order;
  const dueAt = new Map(batch.map(({ due, dueItem }) => [due.target, dueItem.dueAt]));
  const payableOf = ({ due, kopecks }: PayableLine): Payable => ({
    target: due.target,
    kopecks,
    since: payableSince(order.checkedAt, dueAt.get(due.target) ?? due.dueAt),
  });
  const limits = {
    ceilingKopecks,
    monthLeftKopecks: monthLeft(db, order.id, clock.now()),
    withinBalance: true,
    maybePaidElsewhere: (lines: readonly PayableLine[]) =>
      isListed(order.action) ? NONE : paidElsewhere(db, order.accountId, lines.map(payableOf)),
  };
  const account = { orderId: order.id, isAutomatic: true };
  const targets = batch.map(({ due }) => due);
  const plan = await planOrder(context, order, targets, limits, account);
  const { run } = plan;
  /** A purchase or a run may begin at any time, and the user may plan one. */
  const readBlocked = () => blockedBy(db, order, targets, clock.now());
  const noteBlocked = (reason: NonNullable<ReturnType<typeof blockedBy>>): void => {
    setStates(context, batch, 'blocked');
    setBlockedReason(context, order, reason);
  };
  const blocked = readBlocked();
  if (blocked !== null) {
    if (run !== null) context.forget(run);
    noteBlocked(blocked);
    return;
  }
  noteRefused(context, order, batch, plan);
  setOrderTries(db, order, 0, null);
  if (run === null) return;
  const detail = runs.detail?.(run);
  const isSame = (): boolean => isOrderAsItWas(db, order) && context.isShown(run.accountId) && !context.isBlocked();
  if (detail?.of !== 'purchases' || !isSame()) {
    context.forget(run);
    return;
  }
  const byTarget = new Map(batch.map((one) => [one.due.target, one.dueItem]));
  // The items are marked as started on the disk, and on the computers that share the desk, before anything is charged.
  // Whatever happens from here on, the order knows its run, and no other computer pays for the items automatically.
  try {
    db.durably(() => {
      for (const { due, charge } of plan.lines) {
        const dueItem = byTarget.get(due.target);
        if (dueItem !== undefined) startDueItem(context, dueItem.id, run.id, charge, clock.now());
      }
    });
  } catch (error) {
    context.forget(run);
    throw error;
  }
  const isConfirmed = await context.lease.confirm(run.accountId);
  const left = monthLeft(db, order.id, clock.now());
  const blockedSince = readBlocked();
  if (!isConfirmed || !isSame() || blockedSince !== null || (left !== null && detail.remainingKopecks > left)) {
    context.forget(run);
    settleStarted(context, order);
    if (blockedSince !== null && isSame()) noteBlocked(blockedSince);
    return;
  }
  const { remainingKopecks, totalKopecks } = detail;
  const capKopecks = Math.max(totalKopecks, left ?? totalKopecks);
  await runs.resume(run, { retry: false, agreed: { remainingKopecks, capKopecks, isUnguarded: false } });
};

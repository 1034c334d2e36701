import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { isWithinHours, nextWithinHours } from '#shared/domain/schedule-time.ts';
import { firstBatch, mayRetry } from '#shared/domain/standing-rules.ts';
import { DeskError } from '#shared/result.ts';
import { blockedBy } from './blocked-by.ts';
import { dueTargets } from './due-now.ts';
import type { LeaseHolder } from './lease-watch.ts';
import { monthLeft } from './month.ts';
import { type OrderCheckContext, setBlockedReason, setStates, settleOwn } from './order-check-context.ts';
import { payDueItems } from './pay-due-items.ts';
import { awaitPayments, refreshStale } from './read-again.ts';
import { reportOrder } from './report-order.ts';
import { takeOverStarted } from './settle-started.ts';
import { sortDueItems, syncDueItems } from './sort-due-items.ts';
import { isSound, type ReadableOrder } from './stored-order.ts';

/** Errors that other parts of the window show, and that end on their own. */
const SILENT = new Set(['offline', 'cancelled', 'signed-out']);

/** The error of a run that could not continue, as it was stored. */
class GeneralFailure extends Error {
  readonly stored: StoredError;

  constructor(stored: StoredError) {
    super(stored.message);
    this.stored = stored;
  }
}

/**
 * Stops the runs of an order on this computer and settles its items, and does nothing else: another computer carries
 * the order out, or nobody can tell whether one does.
 */
const handOff = async (context: OrderCheckContext, order: ReadableOrder, holder: LeaseHolder): Promise<void> => {
  await context.stopRuns(order.id);
  settleOwn(context, order);
  // The other computer finds what falls due from here on.
  if (holder === 'elsewhere') context.repository.noteLook(order, context.clock.now());
};

/** Settles the started items, finds the due ones, and pays for them or asks. `isFresh`: everything was just read again. */
const checkOrder = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  signal: AbortSignal,
  isFresh = false,
): Promise<void> => {
  const { db, clock, repository, dueItems } = context;
  const { id, accountId, mode, hours, zone } = order;
  const now = clock.now();
  const failure = settleOwn(context, order);
  takeOverStarted({ db, dueItems }, order, now);
  if (failure !== null) throw new GeneralFailure(failure);
  await awaitPayments(context, order, signal);
  const moment = { zone: context.zone(), now, uptime: uptimeOf(clock) };
  const all = await syncDueItems(context, order, dueTargets(db, order, moment));
  repository.noteLook(order, now);
  const { ready, unsure } = sortDueItems(context, order, all);
  const open = [...ready, ...unsure];
  const targets = open.map(({ due }) => due);
  const blocked = open.length === 0 ? null : blockedBy(db, order, targets, now);
  if (blocked !== null) {
    setStates(context, open, 'blocked');
    setBlockedReason(context, order, blocked);
    return;
  }
  if (open.length > 0 && !isWithinHours(now, hours, zone)) {
    setStates(context, open, 'outside-hours');
    setBlockedReason(context, order, { code: 'outside-hours', until: nextWithinHours(now, hours, zone) });
    return;
  }
  setStates(context, unsure, 'needs-confirmation');
  if (ready.length === 0) {
    setBlockedReason(context, order, null);
    return;
  }
  if (mode === 'ask') {
    const isSpent = monthLeft(db, id, now) === 0;
    setStates(context, ready, isSpent ? 'month-cap' : 'asked');
    setBlockedReason(context, order, isSpent ? { code: 'month-cap', leftKopecks: 0 } : null);
    return;
  }
  if (!mayRetry(order.tries, order.triedAt, now)) return;
  if (await context.isClockStillWrong()) {
    throw new DeskError('conflict', 'The clock of this computer is wrong.', { code: 'clock-wrong' });
  }
  const batch = firstBatch(ready, ({ dueItem }) => dueItem.state === 'ceiling');
  if (!isFresh && (await refreshStale(context, order, batch, signal))) {
    const { lookedAt } = order;
    const again = repository.find(accountId, id);
    if (isSound(again) && repository.isAsItWas(order) && !context.isBlocked())
      await checkOrder(context, { ...again, lookedAt }, signal, true);
    return;
  }
  await payDueItems(context, order, batch);
};

/** Checks one order. If that fails, stores the reason, and the next order is checked all the same. */
const tryOrder = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  holder: LeaseHolder,
  signal: AbortSignal,
): Promise<void> => {
  const { repository, clock } = context;
  try {
    if (holder !== 'here') await handOff(context, order, holder);
    else if (context.onlyAsks(order) === null) await checkOrder(context, order, signal);
    else await handOff(context, order, 'alone');
  } catch (error) {
    if (signal.aborted) throw error;
    const stored = error instanceof GeneralFailure ? error.stored : toStoredError(error);
    if (SILENT.has(stored.kind) || !repository.isAsItWas(order)) return;
    repository.setTries(order, order.tries + 1, clock.now());
    setBlockedReason(context, order, { code: 'failed', error: stored });
  }
  if (repository.isAsItWas(order)) reportOrder(context, order);
};

/** Checks the standing orders for due items, one after the other (docs/money.md#standing-orders). */
export const createOrderCheck = (context: OrderCheckContext): DueSource => {
  const { repository, alerts, lease } = context;
  return {
    look: async (accountId, signal) => {
      if (context.isBlocked()) return;
      for (const order of repository.restored(accountId)) alerts.putStill(order);
      const before = lease.lastKnown(accountId);
      const holder = await lease.refresh(accountId);
      if (holder !== before && (holder === 'alone' || before === 'alone')) context.changed();
      // The other computers count a started item as spent until they hear that it was not charged.
      for (const order of repository.startedBeforeOff(accountId)) settleOwn(context, order);
      for (const order of repository.flawed(accountId)) {
        await context.stopRuns(order.id);
        settleOwn(context, order);
        alerts.putStill(order);
      }
      for (const order of repository.enabled(accountId)) {
        await nextTurn();
        if (signal.aborted || context.isBlocked() || !context.isShown(accountId)) return;
        // An order that was switched off or edited meanwhile is skipped. An edit requests another check.
        if (repository.isAsItWas(order)) await tryOrder(context, order, holder, signal);
      }
      alerts.notifyDesktop();
    },
  };
};

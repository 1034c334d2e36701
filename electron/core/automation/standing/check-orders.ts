import type { DueTarget } from '#core/money/products/due.ts';
import { recurringOf } from '#core/money/products/index.ts';
import { FATAL_ERRORS } from '#core/money/products/plan.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { copyAsOf, proxyDatesAsOf } from '#core/service/account/restored-desk.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { isWithinHours, nextWithinHours } from '#shared/domain/schedule-time.ts';
import { firstBatch, MISSED_AFTER_MS, mayRetry } from '#shared/domain/standing-rules.ts';
import { recurringRulesOf } from '#shared/products/index.ts';
import { DeskError } from '#shared/result.ts';
import { blockedBy, doubtsAbout, openPurchaseOf } from './blocked-by.ts';
import {
  endRefilledDueItems,
  findOrInsertDueItem,
  isInLateSum,
  openDueItems,
  setTopUpSeen,
  targetsChargedSince,
  unseenTopUps,
} from './due-item-repository.ts';
import { dueTargets, unmetConditions } from './due-now.ts';
import type { LeaseHolder } from './lease-watch.ts';
import { monthLeft } from './month.ts';
import { type Due, failItem, type OrderCheckContext, setBlockedReason, setStates } from './order-check-context.ts';
import { payDueItems } from './pay-due-items.ts';
import { settleStarted, takeOverStarted } from './settle-started.ts';
import { reportOrder, reportStill } from './standing-alerts.ts';
import {
  enabledOrders,
  findOrder,
  flawedOrders,
  isOrderAsItWas,
  noteOrderCheck,
  ordersStartedBeforeOff,
  restoredOrders,
  setOrderTries,
} from './standing-repository.ts';
import { isSound, type ReadableOrder } from './stored-order.ts';

/** Errors that other parts of the window show, and that end on their own. */
const PASSING_ERRORS = new Set(['offline', 'cancelled', 'signed-out']);

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
  settleStarted(context, order);
  // The other computer finds what falls due from here on.
  if (holder === 'elsewhere') noteOrderCheck(context.db, order, context.clock.now());
};

const DAY = 86_400_000;

/**
 * Reads one client, and returns why that failed; `null` if it did not. Throws an error that would keep the next client
 * from being read, too.
 */
const failureOf = async (
  { isBlocked }: OrderCheckContext,
  read: () => Promise<void>,
  signal: AbortSignal,
): Promise<StoredError | null> => {
  signal.throwIfAborted();
  if (isBlocked()) throw new DeskError('cancelled', 'Everything is paused.');
  try {
    await read();
    return null;
  } catch (error) {
    if (!(error instanceof DeskError) || FATAL_ERRORS.has(error.kind)) throw error;
    return toStoredError(error);
  }
};

/** Reads again what is about to be paid for. Returns whether anything was too old; if not, all of it is fresh. */
const refreshStale = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  batch: readonly Due[],
  signal: AbortSignal,
): Promise<boolean> => {
  const { db, clock } = context;
  const { accountId, action } = order;
  const { reading } = recurringOf(action.kind).due;
  if (reading === null) return false;
  const copy = copyAsOf(db, accountId) ?? 0;
  const read = context.readers[reading.of];
  const isOld = ({ due: { asOf } }: Due): boolean =>
    asOf === null || asOf <= copy || Math.abs(clock.now() - asOf) > reading.freshMs;
  const clientIds = new Set(batch.filter(isOld).flatMap(({ due }) => due.clientId ?? []));
  for (const clientId of clientIds) {
    const error = await failureOf(context, () => read(clientId, accountId), signal);
    if (error === null) continue;
    for (const { due, dueItem } of batch) if (due.clientId === clientId) failItem(context, dueItem, error);
  }
  return clientIds.size > 0;
};

/** Looks for the payments of the order until a reading shows them. */
const awaitPayments = async (context: OrderCheckContext, order: ReadableOrder, signal: AbortSignal): Promise<void> => {
  const { db, clock } = context;
  const { awaited, reading } = recurringOf(order.action.kind).due;
  if (reading === null) return;
  const read = context.readers[reading.of];
  const ofOrder = () => unseenTopUps(db, order.id, clock.now() - DAY);
  for (const clientId of awaited(order, { db, clock, ofOrder, setSeen: ({ id }) => setTopUpSeen(db, id) })) {
    await failureOf(context, () => read(clientId, order.accountId), signal);
  }
};

/** A target that was charged within this time and is due again is asked about. */
const CHARGED_LATELY_MS = 86_400_000;
/** The number of targets after which other work gets its turn. */
const SLICE = 200;

/** Finds the due item of each target, or writes a new one, and marks the items that are no longer due. */
const syncDueItems = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  targets: readonly DueTarget[],
): Promise<Due[]> => {
  const { db, clock, dueItemStates } = context;
  const now = clock.now();
  const pool = recurringRulesOf(order.action.kind).poolOf(order.action);
  if (pool !== null) endRefilledDueItems(context, order.id, pool.poolType, pool.belowGb, now);
  const all: Due[] = [];
  const seen = new Set<number>();
  for (const [index, due] of targets.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    const missed = due.dueAt > order.checkedAt && now - due.dueAt > MISSED_AFTER_MS;
    const dueItem = findOrInsertDueItem(db, order, due, now, missed);
    seen.add(dueItem.id);
    all.push({ due, dueItem });
  }
  for (const { id, state, outcome } of openDueItems(db, order.id)) {
    const isUnderWay = state === 'started' || outcome === 'open' || outcome === 'pending';
    if (seen.has(id) || isUnderWay) continue;
    dueItemStates.set(id, 'no-longer-due', now);
  }
  return all;
};

/**
 * Returns the items that may be paid for now, and those that only the user may decide. The others rest, are being paid
 * for, are over, or do not meet the order's conditions.
 */
const sortDueItems = (
  context: OrderCheckContext,
  order: ReadableOrder,
  all: readonly Due[],
): { readonly ready: Due[]; readonly unsure: Due[] } => {
  const { db, clock } = context;
  const now = clock.now();
  const ready: Due[] = [];
  const unsure: Due[] = [];
  const { hasEnd } = recurringRulesOf(order.action.kind);
  const doubtOf = doubtsAbout(db, order, { now, uptime: uptimeOf(clock) });
  const charged = hasEnd ? targetsChargedSince(db, order.accountId, now - CHARGED_LATELY_MS) : new Set();
  for (const one of all) {
    const { due, dueItem } = one;
    const { state, outcome, basis, tries, triedAt } = dueItem;
    if (state === 'abandoned' || outcome === 'charged' || outcome === 'open' || outcome === 'pending') continue;
    if (state === 'started' || dueItem.isSilent) continue;
    const doubt = doubtOf(due);
    if (isInLateSum(dueItem, clock) || doubt === 'refused-lately') continue;
    const isResting = tries > 0 && !mayRetry(tries, triedAt, now);
    if (isResting && state !== 'blocked') continue;
    const needsConfirmation =
      due.show === 'ask' ||
      (outcome === 'not-charged' && basis === 'evidence') ||
      doubt === 'probably-not-charged' ||
      charged.has(due.target) ||
      (due.serviceId !== null && proxyDatesAsOf(db, order.accountId, [due.serviceId]) !== null);
    if (due.show === 'wait') setStates(context, [one], 'awaiting-topup');
    else (needsConfirmation ? unsure : ready).push(one);
  }
  // Items that the order asks about come first, so that their clients' money is not counted for other items as well.
  const unmet = unmetConditions(
    db,
    order,
    [...unsure, ...ready].map(({ due }) => due),
  );
  const meets = ({ due }: Due): boolean => !unmet.has(due.target);
  for (const state of ['awaiting-payment', 'times-reached'] as const)
    setStates(
      context,
      [...unsure, ...ready].filter(({ due }) => unmet.get(due.target) === state),
      state,
    );
  return { ready: ready.filter(meets), unsure: unsure.filter(meets) };
};

/** Settles the started items, finds the due ones, and pays for them or asks. `isFresh`: everything was just read again. */
const checkOrder = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  signal: AbortSignal,
  isFresh = false,
): Promise<void> => {
  const { db, clock } = context;
  const { id, accountId, mode, hours, zone } = order;
  const now = clock.now();
  const failure = settleStarted(context, order);
  takeOverStarted(context, order);
  if (failure !== null) throw new GeneralFailure(failure);
  await awaitPayments(context, order, signal);
  const moment = { zone: context.assumedZone(), now, uptime: uptimeOf(clock) };
  const all = await syncDueItems(context, order, dueTargets(db, order, moment));
  noteOrderCheck(db, order, now);
  const { ready, unsure } = sortDueItems(context, order, all);
  const open = [...ready, ...unsure];
  const targets = open.map(({ due }) => due);
  const blocked = open.length === 0 ? openPurchaseOf(db, order) : blockedBy(db, order, targets, now);
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
    const { checkedAt } = order;
    const again = findOrder(db, accountId, id);
    if (isSound(again) && isOrderAsItWas(db, order) && !context.isBlocked())
      await checkOrder(context, { ...again, checkedAt }, signal, true);
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
  const { db, clock } = context;
  try {
    if (holder !== 'here') await handOff(context, order, holder);
    else if (context.onlyAsks(order) === null) await checkOrder(context, order, signal);
    else await handOff(context, order, 'alone');
  } catch (error) {
    if (signal.aborted) throw error;
    const stored = error instanceof GeneralFailure ? error.stored : toStoredError(error);
    if (PASSING_ERRORS.has(stored.kind) || !isOrderAsItWas(db, order)) return;
    setOrderTries(db, order, order.tries + 1, clock.now());
    setBlockedReason(context, order, { code: 'failed', error: stored });
  }
  if (isOrderAsItWas(db, order)) reportOrder(context, order);
};

/** Checks the standing orders of an account for due items, one after the other (docs/money.md#standing-orders). */
export const checkOrders = async (
  context: OrderCheckContext,
  accountId: string,
  signal: AbortSignal,
): Promise<void> => {
  const { db, alerts, lease } = context;
  if (context.isBlocked()) return;
  for (const order of restoredOrders(db, accountId)) reportStill(alerts, order);
  const before = lease.lastKnown(accountId);
  const holder = await lease.refresh(accountId);
  if (holder !== before && (holder === 'alone' || before === 'alone')) context.changed();
  // The other computers count a started item as spent until they hear that it was not charged.
  for (const order of ordersStartedBeforeOff(db, accountId)) settleStarted(context, order);
  for (const order of flawedOrders(db, accountId)) {
    await context.stopRuns(order.id);
    settleStarted(context, order);
    reportStill(alerts, order);
  }
  for (const order of enabledOrders(db, accountId)) {
    await nextTurn();
    if (signal.aborted || context.isBlocked() || !context.isShown(accountId)) return;
    // An order that was switched off or edited meanwhile is skipped. An edit requests another check.
    if (isOrderAsItWas(db, order)) await tryOrder(context, order, holder, signal);
  }
  void alerts.notify();
};

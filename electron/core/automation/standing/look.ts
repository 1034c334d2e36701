import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import type { PurchasesRuns } from '#core/jobs/purchases/purchases-run.ts';
import { FATAL_ERRORS } from '#core/money/products/plan.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { toKeptError } from '#core/platform/text/kept-error.ts';
import type { Clock } from '#core/ports.ts';
import { copyAsOf, proxyDatesAsOf } from '#core/service/account/restored-desk.ts';
import type { StoredError } from '#shared/contract/kept-error.ts';
import type { StandingHindrance } from '#shared/contract/standing.ts';
import { ASKED_STATES } from '#shared/domain/due-item-states.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { dueUntil, isWithinHours, nextWithinHours } from '#shared/domain/schedule-time.ts';
import { firstBatch, MISSED_AFTER_MS, mayRetry, STILL_DUE_DAYS, showsTopUp } from '#shared/domain/standing-rules.ts';
import { DeskError } from '#shared/result.ts';
import { blockedBy } from './blocked-by.ts';
import { type DueItem, type DueItemRepository, isInLateSum } from './due-item-repository.ts';
import { dueNow } from './due-now.ts';
import { type DueTarget, dueTargets, lastTopUp, unlistedRenewals } from './due-targets.ts';
import type { createLeaseWatch, LeaseHolder } from './lease-watch.ts';
import { monthLeft } from './month.ts';
import { isListed, type Payable, paidElsewhere, payableSince } from './paid-elsewhere.ts';
import { type OrderPlan, type PayableLine, planOrder } from './pay.ts';
import { settleStarted, takeOverBegun } from './settle-started.ts';
import type { StandingAlerts } from './standing-alerts.ts';
import type { StandingRepository } from './standing-repository.ts';
import { isSound, type KeptOrder, type StoredOrder, saysWhat } from './stored-order.ts';

export interface LookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly repository: StandingRepository;
  readonly dueItems: DueItemRepository;
  readonly alerts: StandingAlerts;
  readonly zone: () => string;
  /** Nothing may be asked or begun now: paused, asleep, offline. */
  readonly isHindered: () => boolean;
  /** See `ConnectionFeature`. */
  readonly isClockStillWrong: () => Promise<boolean>;
  /** The window shows this account now. */
  readonly isShown: (accountId: string) => boolean;
  readonly readSubscriptions: (clientId: number, accountId: string) => Promise<void>;
  readonly readTraffic: (clientId: number, accountId: string) => Promise<void>;
  readonly runs: PurchasesRuns;
  readonly plan: Parameters<typeof planOrder>[0];
  readonly lease: ReturnType<typeof createLeaseWatch>;
  /** Why it pays for nothing by itself now, though this computer may be the one to carry it out; `null`: it may. */
  readonly onlyAsks: (order: StoredOrder) => 'alone' | 'unproven' | null;
  /** What an order has begun by itself here goes no further. */
  readonly stopRuns: (orderId: number) => Promise<void>;
  /** See `settleStarted`. */
  readonly closeRun: (runId: number) => void;
  /** Something that the window shows has changed. */
  readonly changed: () => void;
}

/** A due target with its due item. */
interface Due {
  readonly due: DueTarget;
  readonly dueItem: DueItem;
}

const DAY = 86_400_000;
/** Ends do not move by themselves; they are read again all the same before anything is paid by itself. */
const ENDS_FRESH_MS = 15 * 60_000;
const TRAFFIC_FRESH_MS = 5 * 60_000;
/** A top-up that does not show yet is looked for so often. */
const TOP_UP_READ_MS = 10 * 60_000;
/** Longer than a charge takes, with all that its computer tells of it. */
const ABANDONED_AFTER_MS = 2 * 60_000;
const NONE: ReadonlySet<string> = new Set();
/** It is told elsewhere, and over by itself. */
const SILENT = new Set(['offline', 'cancelled', 'signed-out']);

/** Standing orders, looked at one after the other (docs/money.md#standing-orders). */
export const createStandingLook = (deps: LookDeps): DueSource => {
  const { db, clock, repository, dueItems, alerts, runs, changed } = deps;

  /** Not of an order that is another one by now, or off: nothing of it is on the user's mind then. */
  const setBlockedReason = (order: StoredOrder, hindrance: StandingHindrance | null): void => {
    if (repository.isAsItWas(order) && repository.setHindrance(order, hindrance)) changed();
  };
  const setAll = (all: readonly Due[], state: Parameters<DueItemRepository['set']>[1]): void => {
    const now = clock.now();
    for (const { dueItem } of all) dueItems.set(dueItem.id, state, now);
    if (all.some(({ dueItem }) => dueItem.state !== state)) changed();
  };

  /** Each target with its due item, which is written down when it is new; what is due no longer is marked so. */
  const syncDueItems = async (order: StoredOrder, targets: readonly DueTarget[]): Promise<Due[]> => {
    const now = clock.now();
    const { action } = order;
    if (action.kind === 'traffic' && dueItems.endRefilled(order.id, action.poolType, action.belowGb, now)) changed();
    const all: Due[] = [];
    const seen = new Set<number>();
    for (const [index, due] of targets.entries()) {
      if (index % 200 === 199) await nextTurn();
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

  /** What one client could not be read for; throws what would keep the next from being read, too. */
  const failureOf = async (read: () => Promise<void>, signal: AbortSignal): Promise<StoredError | null> => {
    signal.throwIfAborted();
    if (deps.isHindered()) throw new DeskError('cancelled', 'Everything is paused.');
    try {
      await read();
      return null;
    } catch (error) {
      if (!(error instanceof DeskError) || FATAL_ERRORS.has(error.kind) || error.kind === 'rate-limited') throw error;
      return toKeptError(error);
    }
  };

  /** What is known of what is about to be paid for is read again; false: all of it is fresh. */
  const refreshStale = async (order: StoredOrder, batch: readonly Due[], signal: AbortSignal): Promise<boolean> => {
    const { accountId, action } = order;
    if (action.kind === 'dedicated-prolong') return false;
    const copy = copyAsOf(db, accountId) ?? 0;
    const [read, within] =
      action.kind === 'traffic' ? [deps.readTraffic, TRAFFIC_FRESH_MS] : [deps.readSubscriptions, ENDS_FRESH_MS];
    const isOld = ({ due: { asOf } }: Due): boolean =>
      asOf === null || asOf <= copy || Math.abs(clock.now() - asOf) > within;
    const clientIds = new Set(batch.filter(isOld).flatMap(({ due }) => due.clientId ?? []));
    for (const clientId of clientIds) {
      const error = await failureOf(() => read(clientId, accountId), signal);
      if (error === null) continue;
      for (const { due, dueItem } of batch) if (due.clientId === clientId) fail(dueItem, error);
    }
    return clientIds.size > 0;
  };

  const fail = (dueItem: DueItem, error: StoredError): void => {
    dueItems.fail(dueItem, error, clock.now());
    changed();
  };

  /** Top-ups of the order are looked for until a reading shows them. */
  const awaitTopUps = async (order: StoredOrder, signal: AbortSignal): Promise<void> => {
    const { action, accountId, id } = order;
    if (action.kind !== 'traffic') return;
    for (const one of dueItems.unseen(id, clock.now() - DAY)) {
      const last = lastTopUp(db, one.purchaseId, action.poolType, uptimeOf(clock));
      const reading = () =>
        db.get<{ gb: number; asOf: number }>(sql`SELECT traffic_gb AS gb, as_of FROM traffic_balances
          WHERE client_id = ${one.clientId} AND pool_type = ${action.poolType}`);
      let now = reading();
      if (last === null || now === undefined) continue;
      if (!showsTopUp(last, now) && Math.abs(clock.now() - now.asOf) > TOP_UP_READ_MS) {
        await failureOf(() => deps.readTraffic(one.clientId, accountId), signal);
        now = reading() ?? now;
      }
      if (showsTopUp(last, now)) dueItems.setSeen(one.id);
    }
  };

  /** Renewals are looked for until the list shows them. */
  const seeEnds = async (order: StoredOrder, signal: AbortSignal): Promise<void> => {
    const { action, accountId, zone } = order;
    if (action.kind !== 'vpn-renew') return;
    const now = clock.now();
    const dueIn = { from: now - STILL_DUE_DAYS * DAY, until: dueUntil(now, action.daysBefore, zone) };
    for (const { clientId, asOf } of unlistedRenewals(db, accountId, { since: now - DAY, ...dueIn })) {
      if (asOf !== null && Math.abs(now - asOf) <= ENDS_FRESH_MS) continue;
      await failureOf(() => deps.readSubscriptions(clientId, accountId), signal);
    }
  };

  /** What may be paid for now, and what only the user may decide. What is neither has its state already. */
  const sorted = (order: StoredOrder, all: readonly Due[]): { readonly ready: Due[]; readonly unsure: Due[] } => {
    const now = clock.now();
    const ready: Due[] = [];
    const unsure: Due[] = [];
    const charged = order.action.kind === 'traffic' ? new Set() : dueItems.chargedSince(order.accountId, now - DAY);
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
      if (due.show === 'wait') setAll([one], 'awaiting-topup');
      else (needsConfirmation ? unsure : ready).push(one);
    }
    return { ready, unsure };
  };

  /** The plan's other outcomes, each where the user finds it. */
  const noteRefused = (order: StoredOrder, batch: readonly Due[], plan: OrderPlan): void => {
    const now = clock.now();
    const byTarget = new Map(batch.map((one) => [one.due.target, one.dueItem]));
    for (const [target, price] of plan.prices) {
      const dueItem = byTarget.get(target);
      if (dueItem !== undefined) dueItems.setPrice(dueItem.id, price);
    }
    for (const [target, why] of plan.choice.refused) {
      const dueItem = byTarget.get(target);
      if (dueItem !== undefined) dueItems.set(dueItem.id, why, now);
    }
    for (const { due, code, words } of plan.cannot) {
      const dueItem = byTarget.get(due.target);
      if (dueItem === undefined) continue;
      if (code === 'outcome-open') dueItems.set(dueItem.id, 'blocked', now);
      else fail(dueItem, toKeptError(new DeskError('rejected', code, words === '' ? {} : { serviceMessage: words })));
    }
    const reasons = [...plan.choice.refused.values()];
    const leftKopecks = monthLeft(db, order.id, now) ?? 0;
    const { missingKopecks } = plan.choice;
    setBlockedReason(
      order,
      reasons.includes('insufficient-balance')
        ? { code: 'insufficient-balance', missingKopecks }
        : reasons.includes('month-cap')
          ? { code: 'month-cap', leftKopecks }
          : null,
    );
    changed();
  };

  /** Pays for what the limits allow: a run of purchases like any other, with the order's word in the place of the user's. */
  const pay = async (order: StoredOrder, batch: readonly Due[]): Promise<void> => {
    const { ceilingKopecks } = order;
    const dueAt = new Map(batch.map(({ due, dueItem }) => [due.target, dueItem.dueAt]));
    const payableOf = ({ due, kopecks }: PayableLine): Payable => ({
      target: due.target,
      kopecks,
      since: payableSince(order.lookedAt, dueAt.get(due.target) ?? due.dueAt),
    });
    const limits = {
      ceilingKopecks,
      monthLeftKopecks: monthLeft(db, order.id, clock.now()),
      withinBalance: true,
      doubted: (lines: readonly PayableLine[]) =>
        isListed(order.action) ? NONE : paidElsewhere(db, order.accountId, lines.map(payableOf)),
    };
    const account = { orderId: order.id, isAutomatic: true };
    const targets = batch.map(({ due }) => due);
    const plan = await planOrder(deps.plan, order, targets, limits, account);
    const { run } = plan;
    const held = blockedBy(db, order, targets, clock.now());
    if (held !== null) {
      // Begun, or planned by the user, while this was planned.
      if (run !== null) deps.plan.forget(run);
      setAll(batch, 'blocked');
      setBlockedReason(order, held);
      return;
    }
    noteRefused(order, batch, plan);
    repository.setTries(order, 0, null);
    if (run === null) return;
    const detail = runs.detail?.(run);
    const isSame = (): boolean => repository.isAsItWas(order) && deps.isShown(run.accountId) && !deps.isHindered();
    if (detail?.of !== 'purchases' || !isSame()) {
      deps.plan.forget(run);
      return;
    }
    const byTarget = new Map(batch.map((one) => [one.due.target, one.dueItem]));
    // On the disk, and known to the computers that share the desk, before anything is charged: whatever happens from here on,
    // the order knows which run it is, and no other computer pays for it by itself.
    try {
      db.durably(() => {
        for (const { due, charge } of plan.lines) {
          const dueItem = byTarget.get(due.target);
          if (dueItem !== undefined) dueItems.start(dueItem.id, run.id, charge, clock.now());
        }
      });
    } catch (error) {
      deps.plan.forget(run);
      throw error;
    }
    const isConfirmed = await deps.lease.confirm(run.accountId);
    const left = monthLeft(db, order.id, clock.now());
    if (!isConfirmed || !isSame() || (left !== null && detail.remainingKopecks > left)) {
      deps.plan.forget(run);
      settleBegun(order);
      return;
    }
    const { remainingKopecks, totalKopecks } = detail;
    const capKopecks = Math.max(totalKopecks, left ?? totalKopecks);
    await runs.resume(run, { retry: false, agreed: { remainingKopecks, capKopecks, isUnguarded: false } });
    changed();
  };

  const settleBegun = (order: KeptOrder): StoredError | null =>
    settleStarted({ db, dueItems, close: deps.closeRun }, order, clock.now());

  /** Another computer carries it out, or nobody can say whether one does: what was begun here is ended, and nothing else. */
  const handOff = async (order: StoredOrder, holder: LeaseHolder): Promise<void> => {
    await deps.stopRuns(order.id);
    settleBegun(order);
    // What falls due from here on is found there.
    if (holder === 'elsewhere') repository.noteLook(order, clock.now());
  };

  const lookAtOrder = async (order: StoredOrder, signal: AbortSignal, isFresh = false): Promise<void> => {
    const { id, accountId, mode, hours, zone } = order;
    const now = clock.now();
    const failure = settleBegun(order);
    takeOverBegun({ db, dueItems }, order, now);
    if (failure !== null) throw new GeneralFailure(failure);
    await awaitTopUps(order, signal);
    await seeEnds(order, signal);
    const all = await syncDueItems(order, dueTargets(db, order, { zone: deps.zone(), now, uptime: uptimeOf(clock) }));
    repository.noteLook(order, now);
    const { ready, unsure } = sorted(order, all);
    const open = [...ready, ...unsure];
    const targets = open.map(({ due }) => due);
    const held = open.length === 0 ? null : blockedBy(db, order, targets, now);
    if (held !== null) {
      setAll(open, 'blocked');
      setBlockedReason(order, held);
      return;
    }
    if (open.length > 0 && !isWithinHours(now, hours, zone)) {
      setAll(open, 'outside-hours');
      setBlockedReason(order, { code: 'outside-hours', until: nextWithinHours(now, hours, zone) });
      return;
    }
    setAll(unsure, 'needs-confirmation');
    if (ready.length === 0) {
      setBlockedReason(order, null);
      return;
    }
    if (mode === 'ask') {
      const isSpent = monthLeft(db, id, now) === 0;
      setAll(ready, isSpent ? 'month-cap' : 'asked');
      setBlockedReason(order, isSpent ? { code: 'month-cap', leftKopecks: 0 } : null);
      return;
    }
    if (!mayRetry(order.tries, order.triedAt, now)) return;
    if (await deps.isClockStillWrong()) {
      throw new DeskError('conflict', 'The clock of this computer is wrong.', { code: 'clock-wrong' });
    }
    const batch = firstBatch(ready, ({ dueItem }) => dueItem.state === 'ceiling');
    if (!isFresh && (await refreshStale(order, batch, signal))) {
      const { lookedAt } = order;
      const again = repository.find(accountId, id);
      if (isSound(again) && repository.isAsItWas(order) && !deps.isHindered())
        await lookAtOrder({ ...again, lookedAt }, signal, true);
      return;
    }
    await pay(order, batch);
  };

  /** A colleague's that is under way for long: the computer is off, or cut off. Times as of `Sending`. */
  const isAbandoned = (purchaseId: number | null): boolean => {
    const heard = db.value<number>(sql`SELECT coalesce(ended_uptime, 0) FROM purchases
      WHERE id = ${purchaseId} AND outcome = 'pending' AND computer IS NOT NULL`);
    return heard !== null && elapsedSince(heard, uptimeOf(clock)) >= ABANDONED_AFTER_MS;
  };
  const isStuck = (hindrance: StandingHindrance | null): boolean => {
    if (hindrance?.code !== 'blocked') return false;
    const { purchaseId, runId } = hindrance;
    return (
      isAbandoned(purchaseId) ||
      db.has(sql`SELECT 1 FROM purchases WHERE id = ${purchaseId} AND outcome = 'open'`) ||
      db.has(sql`SELECT 1 FROM runs WHERE id = ${runId} AND state IN ('paused', 'interrupted', 'stopped')`)
    );
  };

  /** Tells what an order asks and what is wrong with it, each once, and takes back what is over. */
  const tell = (order: StoredOrder): void => {
    const now = repository.find(order.accountId, order.id);
    const counts = dueItems.counts(order.id);
    const code = deps.onlyAsks(order);
    if (code !== null && saysWhat(now)) {
      const due = dueNow(db, dueItems, now, { zone: deps.zone(), now: clock.now(), uptime: uptimeOf(clock) });
      alerts.put(
        { ...now, hindrance: { code } },
        { asks: due.length, newestAsk: 0, failed: 0, error: null, isStuck: false },
      );
      return;
    }
    alerts.put(now, {
      asks: ASKED_STATES.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
      newestAsk: dueItems.newestAsk(order.id),
      failed: counts.get('failed') ?? 0,
      error: dueItems.lastError(order.id),
      isStuck: isStuck(now.hindrance),
    });
  };

  return {
    look: async (accountId, signal) => {
      if (deps.isHindered()) return;
      for (const order of repository.restored(accountId)) alerts.putStill(order);
      const before = deps.lease.lastKnown(accountId);
      const holder = await deps.lease.refresh(accountId);
      if (holder !== before && (holder === 'alone' || before === 'alone')) changed();
      // The others count it as spent until they hear that it was not.
      for (const order of repository.begunBeforeOff(accountId)) settleBegun(order);
      for (const order of repository.flawed(accountId)) {
        await deps.stopRuns(order.id);
        settleBegun(order);
        alerts.putStill(order);
      }
      for (const order of repository.enabled(accountId)) {
        await nextTurn();
        if (signal.aborted || deps.isHindered() || !deps.isShown(accountId)) return;
        // Edited, which has it looked at again, or switched off meanwhile.
        if (!repository.isAsItWas(order)) continue;
        try {
          if (holder !== 'here') await handOff(order, holder);
          else if (deps.onlyAsks(order) === null) await lookAtOrder(order, signal);
          else await handOff(order, 'alone');
        } catch (error) {
          if (signal.aborted) throw error;
          const kept = error instanceof GeneralFailure ? error.kept : toKeptError(error);
          if (SILENT.has(kept.kind) || !repository.isAsItWas(order)) continue;
          repository.setTries(order, order.tries + 1, clock.now());
          setBlockedReason(order, { code: 'failed', error: kept });
        }
        if (repository.isAsItWas(order)) tell(order);
      }
      alerts.tellDesktop();
    },
  };
};

/** Of a run that could not go on, as it is kept. */
class GeneralFailure extends Error {
  readonly kept: StoredError;

  constructor(kept: StoredError) {
    super(kept.message);
    this.kept = kept;
  }
}

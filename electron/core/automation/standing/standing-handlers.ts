import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import type { DeskContext } from '#core/context.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import { endRun, getRun } from '#core/engine/run-repository.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { PurchasesRuns } from '#core/jobs/purchases/purchases-run.ts';
import { assertMayLetOrdersPay, mayCarryOrders } from '#core/money/rights/computer-rights.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { repeatInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { StandingOrder } from '#shared/contract/standing.ts';
import { ASKED_STATES } from '#shared/domain/due-item-states.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { MAX_STANDING_ORDERS, NO_CONDITIONS } from '#shared/domain/standing-rules.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import { DeskError } from '#shared/result.ts';
import { checkDraft } from './check-draft.ts';
import { checkOrders } from './check-orders.ts';
import {
  attachDueItem,
  countDueItems,
  createDueItemList,
  createDueItemStates,
  findOrInsertDueItem,
  isDueItemInRun,
  lastDueAt,
} from './due-item-repository.ts';
import { dueNow, dueTargets, unmetConditions } from './due-now.ts';
import { forecastOrders } from './forecast.ts';
import { knownCost } from './known-cost.ts';
import { createLeaseWatch, type SharedOrders } from './lease-watch.ts';
import { monthLeft, spentInMonth } from './month.ts';
import type { OrderCheckContext } from './order-check-context.ts';
import { planOrder } from './plan-order.ts';
import { dropAlerts } from './standing-alerts.ts';
import {
  countOrders,
  countOrdersOn,
  countTargets,
  findOrder,
  ordersCoveringClient,
  ordersPage,
  purgeSomeOfOrder,
  removedOrderIds,
  saveOrder,
  setOrderOn,
  setOrderRemoved,
  switchOffAllOrders,
  targetsOfOrder,
} from './standing-repository.ts';
import { isReadable, isSound, type ReadableOrder, type StoredOrder } from './stored-order.ts';

interface StandingDeps
  extends Pick<Runs, 'engine' | 'dismiss'>,
    Pick<OrderCheckContext, 'alerts' | 'isBlocked' | 'isClockStillWrong' | 'isShown' | 'readers'> {
  readonly purchases: PurchasesRuns;
  /** Returns the balance as it was last read. */
  readonly balance: (accountId: string) => { readonly balanceKopecks: number; readonly asOf: number } | null;
  /** Requests a check soon, because an order has changed. */
  readonly checkDueSoon: () => void;
  readonly shared: SharedOrders;
  /** Returns whether nobody can tell if another copy of the account's desk is in use (platform/copies/desk-mark.ts). */
  readonly isUnproven: (accountId: string) => boolean;
}

export interface StandingOrders {
  readonly handlers: FeatureHandlers<'standing'>;
  readonly source: DueSource;
  /** Deletes the orders that were removed before this start of the app, with their history. */
  purgeRemoved(): Promise<void>;
  /**
   * Returns whether this computer could carry out the orders of an account for all computers now: it has checked them
   * lately, and nothing blocks it.
   */
  mayCarry(accountId: string): boolean;
  /** Returns the number of orders that are on. */
  countOn(accountId: string): number;
  /**
   * Stops the automatic runs of orders that other computers have edited, and requests a check. `edited`: the ids of the
   * orders; `null` if there are many, which stops the runs of all orders.
   */
  noteColleagues(edited: readonly number[] | null): void;
  /** Stops the runs that the orders of an account have begun automatically. */
  stop(accountId: string): Promise<void>;
  /**
   * Switches off all orders of an account, because from now on others carry them out, or nobody does. Joins the
   * caller's transaction.
   */
  switchOffAll(accountId: string, code: 'joined' | 'parted'): void;
}

const SLICE = 500;
/** The time of several checks, which are a minute apart. */
const CARRIES_MS = 5 * 60_000;

/** Returns the terms of a new order that its user did not set. */
const newTerms = (): Pick<StoredOrder, 'zone' | 'payment' | 'timesEach'> => ({
  ...NO_CONDITIONS,
  zone: localZone(),
});

/** Returns an order whose action can be read. Throws DeskError `conflict` for any other. */
const withAction = (order: StoredOrder): ReadableOrder => {
  if (isReadable(order)) return order;
  throw new DeskError('conflict', 'The terms of the standing order cannot be read.', { code: 'standing-unreadable' });
};

const inRun = (): DeskError =>
  new DeskError('conflict', 'A run already pays for the due items.', { code: 'standing-in-run' });

/** Creates the feature "standing orders", which renews, extends or tops up automatically, or asks the user first. */
export const createStanding = (context: DeskContext, deps: StandingDeps): StandingOrders => {
  const { db, clock, emit, session, undos, assumedZone } = context;
  const { engine, purchases, checkDueSoon, alerts } = deps;
  const dueItemStates = createDueItemStates(db, context);
  const dueItemPage = createDueItemList(db, assumedZone);
  const changed = (): void => emit('standing.changed', {});
  const find = (orderId: number): StoredOrder => findOrder(db, session.accountId(), orderId);
  const lease = createLeaseWatch(deps.shared, clock);
  let lastCheck: { readonly accountId: string; readonly uptime: number } | null = null;

  /**
   * The orders that the user has switched on or edited since the app started. By doing so, the user vouches that no
   * other copy of the desk is in use.
   */
  const vouchedFor = new Set<number>();
  const onlyAsks = ({ id, accountId, mode }: StoredOrder): 'alone' | 'unproven' | null => {
    if (lease.lastKnown(accountId) === 'alone') return 'alone';
    return mode === 'do' && deps.isUnproven(accountId) && !vouchedFor.has(id) ? 'unproven' : null;
  };

  /**
   * Returns the number of items that an order asks about. If `onlyAsks` gives a reason, no check writes due items, so
   * they are counted here.
   */
  const asksOf = (order: StoredOrder): number => {
    if (!isSound(order)) return 0;
    if (!order.isOn || onlyAsks(order) === null) {
      const counts = countDueItems(db, order.id);
      return ASKED_STATES.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
    }
    return dueNow(db, order, { zone: assumedZone(), now: clock.now(), uptime: uptimeOf(clock) }).length;
  };
  const view = (order: StoredOrder): StandingOrder => {
    const { id, name, action, mode, ceilingKopecks, monthCapKopecks, payment, timesEach } = order;
    const { hours, zone, isOn, overruled, targetsOf, tag } = order;
    const code = order.flaw ?? (isOn ? onlyAsks(order) : null);
    return {
      id,
      name,
      action,
      mode,
      ceilingKopecks,
      monthCapKopecks,
      payment,
      timesEach,
      hours,
      zone,
      isOn,
      overruled,
      blockedReason: code === null ? order.blockedReason : { code },
      targets: { of: targetsOf, tag, count: countTargets(db, order) },
      asks: asksOf(order),
      failed: code !== null ? 0 : (countDueItems(db, id).get('failed') ?? 0),
      monthKopecks: spentInMonth(db, id, clock.now()),
      lastAt: lastDueAt(db, id),
    };
  };
  const viewOf = (orderId: number): StandingOrder => view(find(orderId));

  /** Stops the automatic runs of an order, because its terms have changed. */
  const stopRuns = (orderId: number): Promise<void> => stopAll(sql`standing_order_id = ${orderId}`);
  const stopAll = async (whose: Sql): Promise<void> => {
    const running = db.values<number>(
      sql`SELECT id FROM runs WHERE ${whose} AND is_automatic = 1 AND state = 'running'`,
    );
    await Promise.all(running.map((id) => engine.stop(id, 'interrupted')));
  };

  const forget = ({ id }: { readonly id: number }): void => {
    db.run(sql`DELETE FROM runs WHERE id = ${id} AND state = 'planned'`);
  };
  const checkContext: OrderCheckContext = {
    ...deps,
    db,
    clock,
    assumedZone,
    dueItemStates,
    forget,
    changed,
    lease,
    onlyAsks,
    stopRuns,
    runs: purchases,
    closeRun: (runId) => {
      const run = getRun(db, runId);
      if (run === undefined) return;
      endRun(db, runId, { state: 'partial', reason: run.reason, error: run.error }, clock.now());
      deps.dismiss(run.accountId, [runId]);
    },
  };

  return {
    source: {
      checkDue: (accountId, signal) => {
        lastCheck = { accountId, uptime: uptimeOf(clock) };
        return checkOrders(checkContext, accountId, signal);
      },
    },
    mayCarry: (accountId) =>
      lastCheck?.accountId === accountId &&
      elapsedSince(lastCheck.uptime, uptimeOf(clock)) < CARRIES_MS &&
      !deps.isBlocked() &&
      mayCarryOrders(db, accountId),
    countOn: (accountId) => countOrdersOn(db, accountId),
    noteColleagues: (edited) => {
      const stopped = edited === null ? [stopAll(sql`true`)] : edited.map(stopRuns);
      // A stop may fail. Then the run keeps the reason for which it ended.
      void Promise.allSettled(stopped);
      checkDueSoon();
    },
    stop: (accountId) => stopAll(sql`account_id = ${accountId}`),
    switchOffAll: (accountId, code) => switchOffAllOrders(db, accountId, code),
    purgeRemoved: async () => {
      for (const orderId of removedOrderIds(db)) {
        await repeatInSlices(db, () => purgeSomeOfOrder(db, orderId, SLICE));
      }
    },
    handlers: {
      'standing.list': ({ offset, limit }) => {
        const accountId = session.accountId();
        return {
          total: countOrders(db, accountId),
          rows: ordersPage(db, accountId, offset, limit).map(view),
        };
      },
      'standing.get': ({ orderId }) => {
        const order = find(orderId);
        return { order: view(order), targets: targetsOfOrder(db, order) };
      },
      'standing.save': async ({ orderId, ...typed }) => {
        const accountId = session.accountId();
        const before = orderId === undefined ? newTerms() : find(orderId);
        const { zone = before.zone, payment = before.payment, timesEach = before.timesEach } = typed;
        const draft = { ...typed, zone, payment, timesEach };
        checkDraft(draft);
        if (draft.mode === 'do') assertMayLetOrdersPay(db, accountId);
        if (orderId === undefined && countOrders(db, accountId) >= MAX_STANDING_ORDERS) {
          const params = { max: MAX_STANDING_ORDERS };
          throw new DeskError('conflict', 'The account has the highest number of standing orders.', {
            code: 'standing-many',
            params,
          });
        }
        if (orderId !== undefined) {
          find(orderId);
          await stopRuns(orderId);
        }
        const id = saveOrder(db, accountId, orderId, draft, clock.now());
        vouchedFor.add(id);
        checkDueSoon();
        return viewOf(id);
      },
      'standing.knownCost': (bought) => knownCost(db, session.accountId(), bought),
      'standing.setOn': async ({ orderId, isOn }) => {
        const order = find(orderId);
        // An order from a copy is checked as strictly as one that the user has just entered.
        if (isOn) {
          checkDraft({ ...withAction(order), targets: targetsOfOrder(db, order) });
          if (order.mode === 'do') assertMayLetOrdersPay(db, order.accountId);
        } else await stopRuns(orderId);
        setOrderOn(db, orderId, isOn, clock.now());
        if (isOn) vouchedFor.add(orderId);
        dropAlerts(alerts, order);
        checkDueSoon();
        return viewOf(orderId);
      },
      'standing.remove': async ({ orderId }) => {
        const order = find(orderId);
        await stopRuns(orderId);
        setOrderRemoved(db, orderId, true);
        dropAlerts(alerts, order);
        const undo = async (): Promise<number> => {
          setOrderRemoved(db, orderId, false);
          checkDueSoon();
          return 1;
        };
        return { undoId: undos.keep(order.accountId, undo) };
      },
      'standing.occasions': ({ orderId, show, ...page }) => {
        const { accountId, id } = find(orderId);
        return dueItemPage(accountId, id, show, page);
      },
      'standing.plan': async ({ orderId }) => {
        const order = withAction(find(orderId));
        const now = clock.now();
        const open = dueTargets(db, order, { zone: assumedZone(), now, uptime: uptimeOf(clock) })
          .map((one) => ({ ...one, dueItem: findOrInsertDueItem(db, order, one, now) }))
          .filter(({ show, dueItem }) => {
            const isOpen = dueItem.outcome !== 'charged' && dueItem.state !== 'abandoned';
            const isUnderWay = dueItem.isSilent && lease.lastKnown(order.accountId) === 'elsewhere';
            return show !== 'wait' && isOpen && !(isUnderWay && dueItem.state === 'started');
          });
        if (open.length === 0) {
          throw new DeskError('conflict', 'Nothing of the order is due now.', { code: 'standing-nothing-due' });
        }
        const unmet = unmetConditions(db, order, open);
        const payable = open.filter(({ target }) => !unmet.has(target));
        if (payable.length === 0) {
          throw new DeskError('conflict', 'Nothing that is due meets the conditions of the order.', {
            code: 'standing-conditions',
          });
        }
        const due = payable.filter(({ dueItem }) => !isDueItemInRun(db, dueItem.id));
        if (due.length === 0) throw inRun();
        // The user sees the prices, so only the limit for the month applies to the plan.
        const limits = { ceilingKopecks: null, monthLeftKopecks: monthLeft(db, orderId, now), withinBalance: false };
        const { run, lines } = await planOrder(checkContext, order, due, limits, { orderId, isAutomatic: false });
        if (run === null) {
          throw new DeskError('conflict', 'The order may spend nothing more this month.', { code: 'standing-cap' });
        }
        const found = new Map(due.map(({ target, dueItem }) => [target, dueItem]));
        try {
          db.transaction(() => {
            for (const { due: one, charge } of lines) {
              const before = found.get(one.target);
              if (before === undefined) continue;
              const dueItem = findOrInsertDueItem(db, order, one, now);
              // The new plan has replaced an earlier plan of the user, and with it the run of the item.
              const isAsItWas = dueItem.runId === before.runId || dueItem.runId === null;
              if (!isAsItWas || dueItem.purchaseId !== before.purchaseId) throw inRun();
              if (!attachDueItem(db, dueItem, run.id, charge)) throw inRun();
            }
          });
        } catch (error) {
          forget(run);
          throw error;
        }
        return { runId: run.id };
      },
      'standing.forecast': () => {
        const accountId = session.accountId();
        const zone = assumedZone();
        return forecastOrders({ db, accountId, zone, balance: deps.balance(accountId) }, clock.now());
      },
      'standing.ofClient': ({ clientId }) => ({ orders: ordersCoveringClient(db, session.accountId(), clientId) }),
    },
  };
};

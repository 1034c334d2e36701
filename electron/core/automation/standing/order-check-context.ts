import type { PurchasesRuns } from '#core/jobs/purchases/purchases-run.ts';
import type { DueTarget, ReadingName } from '#core/money/products/due.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import type { StandingBlockedReason } from '#shared/contract/standing.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import type { StoredDueItemState } from '#shared/domain/due-item-states.ts';
import type { DueItem, DueItemRepository } from './due-item-repository.ts';
import type { createLeaseWatch } from './lease-watch.ts';
import type { planOrder } from './plan-order.ts';
import { settleStarted } from './settle-started.ts';
import type { StandingAlerts } from './standing-alerts.ts';
import type { StandingRepository } from './standing-repository.ts';
import type { ReadableOrder, StoredOrder } from './stored-order.ts';

/** Everything that a check of standing orders needs. */
export interface OrderCheckContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly repository: StandingRepository;
  readonly dueItems: DueItemRepository;
  readonly alerts: StandingAlerts;
  readonly zone: () => string;
  /** Returns whether nothing may be asked or begun now: everything is paused, or the computer is asleep or offline. */
  readonly isBlocked: () => boolean;
  /** See `ConnectionFeature`. */
  readonly isClockStillWrong: () => Promise<boolean>;
  /** Returns whether the window shows this account now. */
  readonly isShown: (accountId: string) => boolean;
  /** Each reads one client from the service. */
  readonly readers: Readonly<Record<ReadingName, (clientId: number, accountId: string) => Promise<void>>>;
  readonly runs: PurchasesRuns;
  readonly plan: Parameters<typeof planOrder>[0];
  readonly lease: ReturnType<typeof createLeaseWatch>;
  /**
   * Returns why an order pays for nothing automatically now, although this computer may be the one to carry it out;
   * `null` if it may pay.
   */
  readonly onlyAsks: (order: ReadableOrder) => 'alone' | 'unproven' | null;
  /** Stops the runs that an order has begun automatically on this computer. */
  readonly stopRuns: (orderId: number) => Promise<void>;
  /** See `settleStarted`. */
  readonly closeRun: (runId: number) => void;
  /** Tells the window that something it shows has changed. */
  readonly changed: () => void;
}

/** A due target with its due item. */
export interface Due {
  readonly due: DueTarget;
  readonly dueItem: DueItem;
}

/**
 * Stores the reason that keeps an order from continuing. An order that was edited or switched off meanwhile keeps the
 * reason that it has, because this one concerns the earlier terms.
 */
export const setBlockedReason = (
  { repository, changed }: OrderCheckContext,
  order: ReadableOrder,
  blockedReason: StandingBlockedReason | null,
): void => {
  if (repository.isAsItWas(order) && repository.setBlockedReason(order, blockedReason)) changed();
};

export const setStates = (
  { dueItems, clock, changed }: OrderCheckContext,
  all: readonly Due[],
  state: StoredDueItemState,
): void => {
  const now = clock.now();
  for (const { dueItem } of all) dueItems.set(dueItem.id, state, now);
  if (all.some(({ dueItem }) => dueItem.state !== state)) changed();
};

export const failItem = (
  { dueItems, clock, changed }: OrderCheckContext,
  dueItem: DueItem,
  error: StoredError,
): void => {
  dueItems.fail(dueItem, error, clock.now());
  changed();
};

/** Ends the due items that this computer started, as far as their outcomes are known; see `settleStarted`. */
export const settleOwn = (
  { db, dueItems, closeRun, clock }: OrderCheckContext,
  order: StoredOrder,
): StoredError | null => settleStarted({ db, dueItems, close: closeRun }, order, clock.now());

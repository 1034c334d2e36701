import type { DeskContext } from '#core/context.ts';
import type { StoredRun } from '#core/engine/run-repository.ts';
import type { PurchasesRuns } from '#core/jobs/purchases/purchases-run.ts';
import type { DueTarget, ReadingName } from '#core/money/products/due.ts';
import type { StandingAlert } from '#shared/contract/alerts.ts';
import type { StandingBlockedReason } from '#shared/contract/standing.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import type { StoredDueItemState } from '#shared/domain/due-item-states.ts';
import { type DueItem, type DueItemStates, failDueItem } from './due-item-repository.ts';
import type { createLeaseWatch } from './lease-watch.ts';
import { isOrderAsItWas, writeBlockedReason } from './standing-repository.ts';
import type { ReadableOrder } from './stored-order.ts';

/** An alert of a standing order. `newest`: the id of the newest item it asks about; a newer one is reported again. */
export interface StandingNews extends StandingAlert {
  readonly newest: number;
}

/** The place that shows alerts and notifies the desktop of them. Provided by views/alerts. */
export interface AlertBoard {
  /** Sets the alert of a standing order about one subject; `null` takes it back. */
  putStanding(accountId: string, subject: string, news: StandingNews | null): void;
  /** Notifies the desktop of the alerts that are waiting, if it may. Never rejects. */
  notify(): Promise<void>;
}

/** Everything that a check of standing orders needs. */
export interface OrderCheckContext extends Pick<DeskContext, 'db' | 'clock' | 'assumedZone'> {
  readonly dueItemStates: DueItemStates;
  readonly alerts: AlertBoard;
  /** Returns whether nothing may be asked or begun now: everything is paused, or the computer is asleep or offline. */
  readonly isBlocked: () => boolean;
  /** See `ConnectionFeature`. */
  readonly isClockStillWrong: () => Promise<boolean>;
  /** Returns whether the window shows this account now. */
  readonly isShown: (accountId: string) => boolean;
  /** Each reads one client from the service. */
  readonly readers: Readonly<Record<ReadingName, (clientId: number, accountId: string) => Promise<void>>>;
  readonly runs: PurchasesRuns;
  /** Deletes a plan that nobody will start. */
  readonly forget: (run: Pick<StoredRun, 'id'>) => void;
  readonly lease: ReturnType<typeof createLeaseWatch>;
  /**
   * Returns why an order pays for nothing automatically now, although this computer may be the one to carry it out;
   * `null` if it may pay.
   */
  readonly onlyAsks: (order: ReadableOrder) => 'alone' | 'unproven' | null;
  /** Stops the runs that an order has begun automatically on this computer. */
  readonly stopRuns: (orderId: number) => Promise<void>;
  /**
   * Ends a run without its remaining charges, and without asking the user to look at it: the order plans again, and
   * reports problems itself.
   */
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
  { db }: OrderCheckContext,
  order: ReadableOrder,
  blockedReason: StandingBlockedReason | null,
): void => {
  if (isOrderAsItWas(db, order)) writeBlockedReason(db, order, blockedReason);
};

/** Moves the due items to a state, with the present time. */
export const setStates = (
  { dueItemStates, clock }: OrderCheckContext,
  all: readonly Due[],
  state: StoredDueItemState,
): void => {
  const now = clock.now();
  for (const { dueItem } of all) dueItemStates.set(dueItem.id, state, now);
};

/** Marks a due item as failed, with the reason. */
export const failItem = (context: OrderCheckContext, dueItem: DueItem, error: StoredError): void => {
  failDueItem(context, dueItem, error, context.clock.now());
};

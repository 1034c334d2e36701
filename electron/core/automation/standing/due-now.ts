import type { DueTarget, Moment } from '#core/money/products/due.ts';
import { recurringOf } from '#core/money/products/index.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { isWithinHours } from '#shared/domain/schedule-time.ts';
import type { DueItemRepository } from './due-item-repository.ts';
import type { StoredOrder } from './stored-order.ts';

/** Returns everything that an order should pay for at a moment, what ends first before the rest. */
export const dueTargets = (db: Database, order: StoredOrder, moment: Moment): DueTarget[] =>
  recurringOf(order.action.kind).due.targets(db, order, moment);

/**
 * What of an order is due and, as far as is known here, not paid for. Nothing is written: what this computer takes for due
 * without hearing of the others is not theirs to know.
 */
export const dueNow = (
  db: Database,
  dueItems: Pick<DueItemRepository, 'find'>,
  order: StoredOrder,
  moment: Moment,
): readonly DueTarget[] =>
  !isWithinHours(moment.now, order.hours, order.zone)
    ? []
    : dueTargets(db, order, moment).filter((due) => {
        const known = dueItems.find(order, due);
        const isOver = known?.state === 'abandoned' || (known?.outcome ?? 'not-charged') !== 'not-charged';
        return due.show !== 'wait' && !isOver;
      });

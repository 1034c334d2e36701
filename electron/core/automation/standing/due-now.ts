import type { Database } from '#core/platform/sqlite/database.ts';
import { isWithinHours } from '#shared/domain/schedule-time.ts';
import type { DueItemRepository } from './due-item-repository.ts';
import { type DueTarget, dueTargets, type Moment } from './due-targets.ts';
import type { StoredOrder } from './stored-order.ts';

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

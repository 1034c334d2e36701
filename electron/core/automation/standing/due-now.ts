import type { DueTarget, Moment } from '#core/money/products/due.ts';
import { recurringOf } from '#core/money/products/index.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { isWithinHours } from '#shared/domain/schedule-time.ts';
import type { DueItemRepository } from './due-item-repository.ts';
import { unmetConditions } from './order-conditions.ts';
import type { ReadableOrder } from './stored-order.ts';

/** Returns everything that an order should pay for at a moment, the earliest end first. */
export const dueTargets = (db: Database, order: ReadableOrder, moment: Moment): DueTarget[] =>
  recurringOf(order.action.kind).due.targets(db, order, moment);

/**
 * Returns the due targets of an order that meet its conditions and are not paid for, as far as this computer knows. Writes nothing, because a
 * computer that hears nobody must not tell the others which items are due.
 */
export const dueNow = (
  db: Database,
  dueItems: Pick<DueItemRepository, 'find'>,
  order: ReadableOrder,
  moment: Moment,
): readonly DueTarget[] => {
  if (!isWithinHours(moment.now, order.hours, order.zone)) return [];
  const open = dueTargets(db, order, moment).filter((due) => {
    const known = dueItems.find(order, due);
    const isOver = known?.state === 'abandoned' || (known?.outcome ?? 'not-charged') !== 'not-charged';
    return due.show !== 'wait' && !isOver;
  });
  const unmet = unmetConditions(db, order, open);
  return open.filter(({ target }) => !unmet.has(target));
};

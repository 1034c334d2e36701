import { recurringOf } from '#core/money/products/index.ts';
import { FATAL_ERRORS } from '#core/money/products/plan.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { copyAsOf } from '#core/service/account/restored-desk.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { DeskError } from '#shared/result.ts';
import { type Due, failItem, type OrderCheckContext } from './order-check-context.ts';
import type { ReadableOrder } from './stored-order.ts';

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
    if (!(error instanceof DeskError) || FATAL_ERRORS.has(error.kind) || error.kind === 'rate-limited') throw error;
    return toStoredError(error);
  }
};

/** Reads again what is about to be paid for. Returns whether anything was too old; if not, all of it is fresh. */
export const refreshStale = async (
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
export const awaitPayments = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, dueItems } = context;
  const { awaited, reading } = recurringOf(order.action.kind).due;
  if (reading === null) return;
  const read = context.readers[reading.of];
  const ofOrder = () => dueItems.unseen(order.id, clock.now() - DAY);
  for (const clientId of awaited(order, { db, clock, ofOrder, setSeen: ({ id }) => dueItems.setSeen(id) })) {
    await failureOf(context, () => read(clientId, order.accountId), signal);
  }
};

import { recurringOf } from '#core/money/products/index.ts';
import { FATAL_ERRORS } from '#core/money/products/plan.ts';
import { lastTopUp } from '#core/money/products/traffic-due.ts';
import { ENDS_FRESH_MS, unlistedRenewals } from '#core/money/products/vpn-due.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { copyAsOf } from '#core/service/account/restored-desk.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { dueUntil } from '#shared/domain/schedule-time.ts';
import { STILL_DUE_DAYS, showsTopUp } from '#shared/domain/standing-rules.ts';
import { DeskError } from '#shared/result.ts';
import { type Due, failItem, type OrderCheckContext } from './order-check-context.ts';
import type { ReadableOrder } from './stored-order.ts';

const DAY = 86_400_000;
/** How often the app looks for a top-up that is not visible yet. */
const TOP_UP_READ_MS = 10 * 60_000;

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
  const read = reading.of === 'traffic' ? context.readTraffic : context.readSubscriptions;
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

/** Looks for the top-ups of the order until a reading shows them. */
export const awaitTopUps = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, dueItems } = context;
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
      await failureOf(context, () => context.readTraffic(one.clientId, accountId), signal);
      now = reading() ?? now;
    }
    if (showsTopUp(last, now)) dueItems.setSeen(one.id);
  }
};

/** Looks for renewals until the service's list shows their new ends. */
export const awaitRenewals = async (
  context: OrderCheckContext,
  order: ReadableOrder,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock } = context;
  const { action, accountId, zone } = order;
  if (action.kind !== 'vpn-renew') return;
  const now = clock.now();
  const dueIn = { from: now - STILL_DUE_DAYS * DAY, until: dueUntil(now, action.daysBefore, zone) };
  for (const { clientId, asOf } of unlistedRenewals(db, accountId, { since: now - DAY, ...dueIn })) {
    if (asOf !== null && Math.abs(now - asOf) <= ENDS_FRESH_MS) continue;
    await failureOf(context, () => context.readSubscriptions(clientId, accountId), signal);
  }
};

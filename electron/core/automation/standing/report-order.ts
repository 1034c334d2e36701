import { uptimeOf } from '#core/platform/async/uptime.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { StandingBlockedReason } from '#shared/contract/standing.ts';
import { ASKED_STATES } from '#shared/domain/due-item-states.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { dueNow } from './due-now.ts';
import type { OrderCheckContext } from './order-check-context.ts';
import { isReadable, type ReadableOrder } from './stored-order.ts';

/** A charge takes less time than this, including everything that its computer publishes about it. */
const ABANDONED_AFTER_MS = 2 * 60_000;

/**
 * Returns whether a colleague's purchase has been under way for long, because the computer is off or cut off. For its
 * times see `Sending`.
 */
const isAbandoned = ({ db, clock }: OrderCheckContext, purchaseId: number | null): boolean => {
  const heard = db.value<number>(sql`SELECT coalesce(ended_uptime, 0) FROM purchases
    WHERE id = ${purchaseId} AND outcome = 'pending' AND computer IS NOT NULL`);
  return heard !== null && elapsedSince(heard, uptimeOf(clock)) >= ABANDONED_AFTER_MS;
};

/** Returns whether the order waits for something that does not end on its own. */
const isStuck = (context: OrderCheckContext, blockedReason: StandingBlockedReason | null): boolean => {
  if (blockedReason?.code !== 'blocked') return false;
  const { purchaseId, runId } = blockedReason;
  return (
    isAbandoned(context, purchaseId) ||
    context.db.has(sql`SELECT 1 FROM purchases WHERE id = ${purchaseId} AND outcome = 'open'`) ||
    context.db.has(sql`SELECT 1 FROM runs WHERE id = ${runId} AND state IN ('paused', 'interrupted', 'stopped')`)
  );
};

/** Alerts the user to what an order asks and what is wrong with it, each once, and takes back alerts that are over. */
export const reportOrder = (context: OrderCheckContext, order: ReadableOrder): void => {
  const { db, clock, repository, dueItems, alerts } = context;
  const now = repository.find(order.accountId, order.id);
  const counts = dueItems.counts(order.id);
  const code = context.onlyAsks(order);
  if (code !== null && isReadable(now)) {
    const due = dueNow(db, dueItems, now, { zone: context.zone(), now: clock.now(), uptime: uptimeOf(clock) });
    const summary = { asks: due.length, newestAsk: 0, failed: 0, error: null, isStuck: false };
    alerts.put({ ...now, blockedReason: { code } }, summary);
    return;
  }
  alerts.put(now, {
    asks: ASKED_STATES.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
    newestAsk: dueItems.newestAsk(order.id),
    failed: counts.get('failed') ?? 0,
    error: dueItems.lastError(order.id),
    isStuck: isStuck(context, now.blockedReason),
  });
};

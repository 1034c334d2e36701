import { uptimeOf } from '#core/platform/async/uptime.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { StandingBlockedReason } from '#shared/contract/standing.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { ASKED_STATES } from '#shared/domain/due-item-states.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { countDueItems, lastDueItemError, newestAskedItem } from './due-item-repository.ts';
import { dueNow } from './due-now.ts';
import type { AlertBoard, OrderCheckContext, StandingNews } from './order-check-context.ts';
import { findOrder } from './standing-repository.ts';
import { isReadable, type ReadableOrder, type StoredOrder } from './stored-order.ts';

interface OrderSummary {
  readonly asks: number;
  /** The id of the newest item that it asks about. The user is alerted again about a newer one. */
  readonly newestAsk: number;
  readonly failed: number;
  readonly error: StoredError | null;
  /**
   * The order waits for a purchase whose outcome may never be known, or for a run that does not continue on its own.
   */
  readonly isStuck: boolean;
}

type News = Omit<StandingNews, 'orderId' | 'name' | 'kind'>;
type AlertParts = Pick<News, 'topic'> & Partial<News>;

const NOTHING: OrderSummary = { asks: 0, newestAsk: 0, failed: 0, error: null, isStuck: false };

/**
 * Sets the alerts of an order as it is now, and takes back those that are over. An order has up to three: about the
 * items it asks about, about the reason that keeps it from continuing, and about terms that were overruled.
 */
const putAlerts = (
  alerts: AlertBoard,
  order: StoredOrder,
  { asks, newestAsk, failed, error, isStuck }: OrderSummary,
) => {
  const { id, accountId, name, action, flaw, overruled } = order;
  const blockedReason = flaw === null ? order.blockedReason : ({ code: flaw } as const);
  const about = { orderId: id, name, kind: action?.kind ?? null };
  const nothing: Omit<News, 'topic'> = {
    count: 0,
    newest: 0,
    missingKopecks: 0,
    purchaseId: null,
    runId: null,
    words: '',
  };
  // The block is usually over soon. The question stays until then, so that the user is not asked twice.
  if (blockedReason?.code !== 'blocked') {
    const topic = blockedReason?.code === 'alone' || blockedReason?.code === 'unproven' ? blockedReason.code : 'ask';
    const ask = { ...about, ...nothing, topic, count: asks, newest: newestAsk } as const;
    alerts.putStanding(accountId, `${id} ask`, asks === 0 ? null : ask);
  }
  const trouble = ((): AlertParts | null => {
    switch (blockedReason?.code) {
      case 'restored':
      case 'damaged':
      case 'newer':
      case 'mixed':
        return { topic: blockedReason.code };
      case 'insufficient-balance':
        return { topic: 'insufficient-balance', missingKopecks: blockedReason.missingKopecks };
      case 'month-cap':
        return { topic: 'month-cap' };
      case 'failed':
        return { topic: 'failed', words: blockedReason.error.details?.serviceMessage ?? '' };
      case 'blocked':
        // A purchase that is under way ends on its own.
        return isStuck ? { topic: 'blocked' } : null;
      default:
        return failed === 0 ? null : { topic: 'failed', count: failed, words: error?.details?.serviceMessage ?? '' };
    }
  })();
  const blocking =
    blockedReason?.code === 'blocked' ? { purchaseId: blockedReason.purchaseId, runId: blockedReason.runId } : {};
  const putParts = (subject: string, parts: AlertParts | null): void =>
    alerts.putStanding(accountId, subject, parts === null ? null : { ...about, ...nothing, ...parts });
  putParts(`${id} trouble`, trouble === null ? null : { ...blocking, ...trouble });
  putParts(`${id} terms`, overruled.length === 0 ? null : { topic: 'overruled' });
};

/** Sets the alerts of an order that does nothing now, or asks nothing. */
export const reportStill = (alerts: AlertBoard, order: StoredOrder): void => putAlerts(alerts, order, NOTHING);

/** Takes back all alerts of an order, because it was removed, or switched on or off. */
export const dropAlerts = (alerts: AlertBoard, { id, accountId }: Pick<StoredOrder, 'id' | 'accountId'>): void => {
  for (const about of ['ask', 'trouble', 'terms']) alerts.putStanding(accountId, `${id} ${about}`, null);
};

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
  const { db, clock, alerts } = context;
  const now = findOrder(db, order.accountId, order.id);
  const counts = countDueItems(db, order.id);
  const code = context.onlyAsks(order);
  if (code !== null && isReadable(now)) {
    const due = dueNow(db, now, { zone: context.assumedZone(), now: clock.now(), uptime: uptimeOf(clock) });
    const summary = { asks: due.length, newestAsk: 0, failed: 0, error: null, isStuck: false };
    putAlerts(alerts, { ...now, blockedReason: { code } }, summary);
    return;
  }
  putAlerts(alerts, now, {
    asks: ASKED_STATES.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
    newestAsk: newestAskedItem(db, order.id),
    failed: counts.get('failed') ?? 0,
    error: lastDueItemError(db, order.id),
    isStuck: isStuck(context, now.blockedReason),
  });
};

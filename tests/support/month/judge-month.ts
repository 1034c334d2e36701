import { join } from 'node:path';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { StandingDueItem, StandingOrder } from '#shared/contract/standing.ts';
import type { MonthDesk } from './month-desk.ts';
import type { MonthCharge } from './month-service.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

export interface Month {
  /** Violations in words: things that must never happen and did. An empty list means that all is well. */
  readonly wrong: readonly string[];
  /** The number of automatic purchases. */
  readonly bySelf: number;
}

/** The events of a month, and the clients they concern. */
interface Played {
  readonly desk: MonthDesk;
  readonly purchases: readonly Purchase[];
  /** The charges of this desk, in the order of its purchases. */
  readonly charges: readonly MonthCharge[];
  readonly orders: readonly StandingOrder[];
  /** The times at which the user or another computer bought for a target; ms since the epoch, UTC. */
  readonly byOthers: readonly { readonly target: string; readonly at: number }[];
  /** The longest delay with which the service reported its lists; ms. */
  readonly lastLagMs: number;
  /** The furthest that the desk's clock was ahead during an automatic purchase; ms. */
  readonly aheadMs: number;
  readonly clientIds: readonly number[];
  /** The clients' names at the service. */
  readonly names: readonly string[];
  readonly uuids: readonly { readonly uuid: string; readonly client: number }[];
}

/**
 * Looks for violations in a month: the two books must agree, no order may exceed its limits, and no due item may be
 * forgotten.
 */
export const judgeMonth = async (played: Played): Promise<Month> => {
  const { desk, purchases, charges, orders, byOthers, lastLagMs, aheadMs, clientIds, names, uuids } = played;
  const { call, clock, service } = desk;
  const [first = 0, second = 0] = clientIds;
  const now = clock.truth();
  const wrong: string[] = [];
  if (charges.length !== purchases.length) wrong.push(`${charges.length} requests, ${purchases.length} in the ledger`);
  let certain = 0;
  let possible = 0;
  for (const [index, one] of purchases.entries()) {
    const truth = charges[index]?.charged ?? null;
    const told = `${one.order.kind} ${one.id}: ${one.outcome} by ${one.basis}`;
    if (one.outcome === 'charged') certain += one.chargedKopecks ?? 0;
    if (one.basis === null) possible += one.priceKopecks;
    if ((one.basis === 'answer' || one.basis === 'user') && (one.outcome === 'charged') !== (truth !== null)) {
      wrong.push(`${told}, and the service ${truth === null ? 'did not charge' : 'charged'} it`);
    }
  }
  const spent = charges.reduce((sum, { charged }) => sum + (charged ?? 0), 0);
  const byEvidence = purchases.filter(({ basis }) => basis === 'evidence').length;
  if (byEvidence === 0 && (spent < certain || spent > certain + possible)) {
    wrong.push(`the service charged ${spent}, the ledger has ${certain} to ${certain + possible}`);
  }

  // The purchases that an order made, and the limits that the order had.
  const db = openDatabase(join(desk.data, 'desk.db'));
  const made = db.all<{ id: number; orderId: number | null; createdAt: number }>(
    'SELECT id, standing_order_id AS orderId, created_at AS createdAt FROM purchases ORDER BY id',
  );
  db.close();
  const spentBy = new Map<string, number>();
  let bySelf = 0;
  for (const [index, { id, orderId, createdAt }] of made.entries()) {
    const charge = charges[index];
    const order = orders.find((one) => one.id === orderId);
    if (charge === undefined || order === undefined) continue;
    bySelf += 1;
    if (charge.charged === null) continue;
    const what = `purchase ${id} (${charge.path} ${charge.target})`;
    const each = charge.price / charge.target.split(' ').length;
    const isTopUp = order.action?.kind === 'traffic';
    if (order.ceilingKopecks !== null && (isTopUp ? charge.price : each) > order.ceilingKopecks)
      wrong.push(`${what} was above its ceiling`);
    // Nobody can know about a purchase of another computer until the service reports it.
    const isBlind = byOthers.some(
      ({ target, at }) =>
        target === charge.target && at <= charge.sentAt && charge.sentAt - at < lastLagMs + 20 * MINUTE,
    );
    const { action } = order;
    const isEarly =
      action?.kind === 'traffic'
        ? charge.before >= action.belowGb + 0.2
        : charge.before - charge.sentAt > ((action?.daysBefore ?? 0) + 1) * DAY + aheadMs;
    if (isEarly && !isBlind) {
      const had =
        action?.kind === 'traffic'
          ? `${charge.before} GB`
          : `${Math.round((charge.before - charge.sentAt) / DAY)} days`;
      wrong.push(`${what} was paid for with ${had} left`);
    }
    const at = new Date(createdAt);
    const month = `${order.id} ${at.getFullYear()}-${at.getMonth()}`;
    spentBy.set(month, (spentBy.get(month) ?? 0) + charge.charged);
    if ((spentBy.get(month) ?? 0) > (order.monthCapKopecks ?? 0)) wrong.push(`${what} was beyond the cap of ${month}`);
  }

  // No due item was forgotten.
  const explained: ReadonlySet<StandingDueItem['state']> = new Set([
    'asked',
    'ceiling',
    'needs-confirmation',
    'month-cap',
    'awaiting-topup',
    'bought',
    'abandoned',
  ] as const);
  const { subscriptions, pools } = service.stock();
  for (const order of orders) {
    const history = await call('standing.occasions', { orderId: order.id, show: 'all', offset: 0, limit: 500 });
    // The rows are not sorted by due time, because the clock was set differently then.
    const rows = history.rows.toSorted((a, b) => b.id - a.id);
    const { action } = order;
    if (action === null) {
      wrong.push(`order ${order.id} cannot be read`);
      continue;
    }
    const stuck = rows.filter(({ state }) => state === 'due' || state === 'started' || state === 'blocked');
    if (stuck.length > 0) {
      const { blockedReason } = (await call('standing.get', { orderId: order.id })).order;
      wrong.push(
        `order ${order.id} still has ${stuck.map(({ state }) => state).join()}: ${JSON.stringify(blockedReason)}`,
      );
    }
    if (action.kind === 'vpn-renew') {
      for (const { uuid, client } of uuids) {
        const clientId = clientIds[client] ?? 0;
        const isIts = order.targets.of === 'tag' ? client !== 5 : clientId === first || clientId === second;
        const left = (subscriptions.get(uuid)?.endsAt ?? 0) - now;
        if (!isIts || left > (action.daysBefore - 1) * DAY || left < -6 * DAY) continue;
        const newest = rows.find(({ target }) => target === uuid);
        if (newest === undefined || !explained.has(newest.state)) {
          wrong.push(`${uuid} has ${Math.round(left / DAY)} days left, and order ${order.id} says ${newest?.state}`);
        }
      }
    }
    if (action.kind === 'traffic') {
      for (const [index, name] of names.slice(0, 4).entries()) {
        if ((pools.get(name) ?? 0) >= action.belowGb) continue;
        const newest = rows.find(({ clientId }) => clientId === clientIds[index]);
        if (newest === undefined || !explained.has(newest.state)) {
          wrong.push(`${name} has ${pools.get(name)} GB, and order ${order.id} says ${newest?.state}`);
        }
      }
    }
  }
  const standing = (await call('runs.list', { show: 'open', offset: 0, limit: 50 })).rows;
  if (standing.length > 0) wrong.push(`${standing.length} runs were left lying`);

  return { wrong, bySelf };
};

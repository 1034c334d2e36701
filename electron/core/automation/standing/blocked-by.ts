import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { CHARGE_AHEAD } from '#core/jobs/purchases/charges.ts';
import type { DueTarget, Moment, WaitingLine } from '#core/money/products/due.ts';
import { recurringOf } from '#core/money/products/index.ts';
import { type Doubt, doubtfulPurchases, openPurchases } from '#core/money/purchases/target.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { StandingBlockedReason } from '#shared/contract/standing.ts';
import { recurringRulesOf } from '#shared/products/index.ts';
import type { ReadableOrder } from './stored-order.ts';

type Blocked = Extract<StandingBlockedReason, { code: 'blocked' }>;

/**
 * A plan that the user leaves untouched blocks an order only for this long. That is safe, because its targets are read
 * once more before anything is charged.
 */
const PLAN_HOLDS_MS = 15 * 60_000;
/** An id that no order has, so that the plans of all orders count. */
const NO_ORDER = 0;

interface RunLine extends WaitingLine {
  readonly runId: number;
}

/**
 * The condition that the run `r` is under way, or that the user may continue it. A stopped run that an order began
 * automatically does not count, because the order plans its rest again.
 */
export const RUN_AHEAD = sql`r.reason IS NOT 'restored' AND (r.state IN ('running', 'paused')
  OR r.is_automatic = 0 AND r.state IN ('interrupted', 'stopped'))`;

/**
 * Returns the lines that runs of the same kind still have to pay for: runs under way, runs that the user may continue,
 * and recent plans of the user. The user's plan of this very order counts only if the order pays automatically, because
 * it would then pay for the same items that the user is about to buy.
 */
const waitingLines = (db: Database, { id, accountId, action, mode }: ReadableOrder, now: number): RunLine[] =>
  db.all<RunLine>(sql`SELECT r.id AS runId, l.messenger_id, l.client_key, l.target, l.service_id, l.expires_at,
      r.started_at, r.params_json ->> '$.poolType' AS poolType
    FROM runs r CROSS JOIN run_lines l ON l.run_id = r.id
    CROSS JOIN run_charges c ON c.run_id = l.run_id AND c.charge = l.charge
    LEFT JOIN purchases p ON p.id = c.purchase_id
    WHERE r.account_id = ${accountId} AND r.kind = 'purchases' AND r.params_json ->> '$.kind' = ${action.kind}
      AND (${CHARGE_AHEAD}) AND (${RUN_AHEAD} OR r.is_automatic = 0 AND r.state = 'planned'
        AND r.standing_order_id IS NOT ${mode === 'ask' ? id : NO_ORDER}
        AND abs(${now} - r.started_at) < ${PLAN_HOLDS_MS})`);

/**
 * Returns the purchase or run that an order has to wait for, or `null`. An open purchase of one of its targets, or by
 * the order itself, blocks the whole order: with two purchases at once, the service's totals could no longer show
 * whether the first one was charged.
 */
export const blockedBy = (
  db: Database,
  order: ReadableOrder,
  targets: readonly DueTarget[],
  now: number,
): Blocked | null => {
  const { id, accountId, action } = order;
  const own = db.value<number>(sql`SELECT id FROM purchases
    WHERE standing_order_id = ${id} AND outcome IN ('pending', 'open') ORDER BY id LIMIT 1`);
  if (own !== null) return { code: 'blocked', purchaseId: own, runId: null };
  const openOf = openPurchases(db, accountId, action.kind);
  const { orderFor } = recurringRulesOf(action.kind);
  for (const due of targets) {
    const wanted = orderFor(action, due);
    if (wanted === null) continue;
    const pair = due.clientId === null ? null : pairOf(db, accountId, due.clientId);
    const open = openOf(wanted, pair)[0];
    if (open !== undefined) return { code: 'blocked', purchaseId: open.purchaseId, runId: null };
  }
  // An order that pays automatically waits for every run of purchases. An order that only asks need not wait.
  const running =
    order.mode === 'ask'
      ? null
      : db.value<number>(sql`SELECT id FROM runs
          WHERE account_id = ${accountId} AND kind = 'purchases' AND state = 'running'`);
  if (running !== null) return { code: 'blocked', purchaseId: null, runId: running };
  const { isPaidBy } = recurringOf(action.kind).due;
  const waiting = waitingLines(db, order, now);
  const line = waiting.find((one) => targets.some((due) => isPaidBy(due, one, now)));
  return line === undefined ? null : { code: 'blocked', purchaseId: null, runId: line.runId };
};

/** Returns an open purchase of the order, if it has no other item to wait with: the user should hear of it as well. */
export const openPurchaseOf = (db: Database, { id }: ReadableOrder): Blocked | null => {
  const open = db.value<number>(sql`SELECT id FROM purchases
    WHERE standing_order_id = ${id} AND outcome = 'open' ORDER BY id LIMIT 1`);
  return open === null ? null : { code: 'blocked', purchaseId: open, runId: null };
};

/**
 * Returns a function that says why an order does not pay automatically for a due item that may have been paid for: by
 * any order, a script or by hand.
 */
export const doubtsAbout = (
  db: Database,
  { accountId, action }: ReadableOrder,
  moment: Pick<Moment, 'now' | 'uptime'>,
): ((due: DueTarget) => Doubt['why'] | null) => {
  const doubtOf = doubtfulPurchases(db, accountId, action.kind, moment);
  if (doubtOf === null) return () => null;
  const { orderFor } = recurringRulesOf(action.kind);
  return (due) => {
    const wanted = orderFor(action, due);
    if (wanted === null) return null;
    const pair = due.clientId === null ? null : pairOf(db, accountId, due.clientId);
    return doubtOf(wanted, pair)?.why ?? null;
  };
};

const pairOf = (db: Database, accountId: string, clientId: number) => {
  try {
    return findClientPair(db, accountId, clientId);
  } catch {
    return null;
  }
};

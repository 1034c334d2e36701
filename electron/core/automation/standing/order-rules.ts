import type { DeskContext } from '#core/context.ts';
import type { OrderRules } from '#core/jobs/purchases/purchases-run.ts';
import { type Moment, roundingMsOf } from '#core/money/products/due.ts';
import { recurringOf } from '#core/money/products/index.ts';
import type { Evidence } from '#core/money/products/product.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { isWithinHours } from '#shared/domain/schedule-time.ts';
import { doubtsAbout } from './blocked-by.ts';
import { abandonDueItems, createDueItemStates } from './due-item-repository.ts';
import { dueTargets, unmetConditions } from './due-now.ts';
import { monthLeft } from './month.ts';
import { isListed, paidElsewhere, partsOf, payableSince } from './paid-elsewhere.ts';
import { enabledOrders } from './standing-repository.ts';
import type { ReadableOrder } from './stored-order.ts';

interface PlannedRow {
  readonly accountId: string;
  readonly orderId: number | null;
  readonly target: string | null;
  readonly version: number | null;
  readonly dueAt: number | null;
}

const isPaidElsewhere = (
  db: Database,
  { accountId, action, checkedAt }: ReadableOrder,
  { runId, charge }: { readonly runId: number; readonly charge: number },
  planned: readonly PlannedRow[],
): boolean => {
  if (isListed(action)) return false;
  const total = db.value<number>(
    sql`SELECT price_kopecks FROM run_charges WHERE run_id = ${runId} AND charge = ${charge}`,
  );
  const lines = db
    .all<{ readonly kopecks: number | null }>(sql`SELECT price_kopecks AS kopecks FROM run_lines
      WHERE run_id = ${runId} AND charge = ${charge} ORDER BY line`)
    .map(({ kopecks }) => kopecks);
  const since = payableSince(checkedAt, Math.min(...planned.map(({ dueAt }) => dueAt ?? checkedAt)));
  const payables = partsOf(total ?? 0, lines).map((kopecks, index) => ({ target: String(index), kopecks, since }));
  return paidElsewhere(db, accountId, payables).size > 0;
};

/**
 * Returns whether an automatic order would still start this charge of its run, which may be hours after the plan;
 * always true for a run that the user started. Throws `target-changed` if the reading made just before the charge
 * (`evidence`) shows that the pool is no longer low.
 */
const isStillDue = (
  db: Database,
  { runId, charge }: { readonly runId: number; readonly charge: number },
  evidence: Evidence,
  moment: Moment & { readonly isClockWrong: boolean },
): boolean => {
  const planned = db.all<PlannedRow>(sql`SELECT r.account_id, r.standing_order_id AS orderId, o.target,
    o.version, o.due_at FROM runs r LEFT JOIN due_items o ON o.run_id = r.id AND o.charge = ${charge}
    WHERE r.id = ${runId} AND r.is_automatic = 1`);
  const [first] = planned;
  if (first === undefined) return true;
  if (moment.isClockWrong) return false;
  const order = enabledOrders(db, first.accountId).find(({ id }) => id === first.orderId);
  if (order === undefined || !isWithinHours(moment.now, order.hours, order.zone)) return false;
  const due = new Map(dueTargets(db, order, moment).map((one) => [one.target, one]));
  // One charge may extend several proxies.
  const isDue = ({ target, version }: PlannedRow): boolean => {
    const present = due.get(target ?? '');
    if (present?.show !== 'ready' || version === null) return false;
    return Math.abs(present.version - version) <= roundingMsOf(present);
  };
  const present = planned.flatMap(({ target }) => due.get(target ?? '') ?? []);
  if (!planned.every(isDue) || isPaidElsewhere(db, order, { runId, charge }, planned)) return false;
  // Another payment for the same may have been refused meanwhile, and nobody knows yet whether it was charged.
  const doubtOf = doubtsAbout(db, order, moment);
  if (present.some((one) => doubtOf(one) !== null)) return false;
  // A colleague may have sold something to the client meanwhile, or a payment may have turned out to be none.
  if (unmetConditions(db, order, present, runId).size > 0) return false;
  recurringOf(order.action.kind).due.assertStillDue(order, evidence);
  return true;
};

/** Returns the rules of standing orders for the runs that buy on their account. */
export const orderRulesOf = (
  context: Pick<DeskContext, 'db' | 'clock' | 'assumedZone' | 'logger' | 'isStrict'>,
  /** See `ConnectionFeature`. */
  isClockWrong: () => boolean,
): OrderRules => {
  const { db, clock } = context;
  return {
    monthLeft: (orderId, besidesKopecks) => monthLeft(db, orderId, clock.now(), besidesKopecks),
    isStillDue: (charge, evidence) =>
      isStillDue(db, charge, evidence, {
        zone: context.assumedZone(),
        now: clock.now(),
        uptime: uptimeOf(clock),
        isClockWrong: isClockWrong(),
      }),
    abandonDueItems: (runId) => abandonDueItems(db, createDueItemStates(db, context), runId, clock.now()),
  };
};

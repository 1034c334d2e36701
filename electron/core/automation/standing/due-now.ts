import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { DueTarget, Moment } from '#core/money/products/due.ts';
import { recurringOf } from '#core/money/products/index.ts';
import { POOL_TARGET } from '#core/money/products/traffic-due.ts';
import { suggestPrice } from '#core/money/sales/price-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { isWithinHours } from '#shared/domain/schedule-time.ts';
import { recurringRulesOf } from '#shared/products/index.ts';
import { findDueItem, leftOut } from './due-item-repository.ts';
import type { ReadableOrder } from './stored-order.ts';

/** Why an order may not pay for a due item yet: its client has not paid, or the order paid for it as often as it may. */
type UnmetCondition = 'awaiting-payment' | 'times-reached';

/** The debt of a client, in kopecks. Below zero the client has paid ahead. */
interface ClientMoney {
  readonly owedKopecks: number;
  /**
   * The price of what the client bought and whose outcome is unknown. It may turn out to be owed. The purchase that the run is
   * about to send is not part of it: on a shared desk its intent is written before the last check.
   */
  readonly undecidedKopecks: number;
  /** The part of the debt that comes from earlier charges of the run. */
  readonly soldInRunKopecks: number;
}

/** An id that no run has. */
const NO_RUN = 0;

const moneyOf = (db: Database, clientId: number, runId: number): ClientMoney => {
  const row = db.get<ClientMoney>(sql`SELECT coalesce(c.owed_kopecks, 0) AS owedKopecks,
    (SELECT coalesce(sum(s.price_kopecks), 0) FROM sales s JOIN purchases p ON p.id = s.purchase_id
      WHERE s.client_id = c.id AND (p.outcome = 'open' OR p.outcome = 'pending'
        AND NOT EXISTS (SELECT 1 FROM run_charges r WHERE r.purchase_id = p.id AND r.run_id = ${runId})))
      AS undecidedKopecks,
    (SELECT coalesce(sum(s.price_kopecks), 0) FROM sales s JOIN purchases p ON p.id = s.purchase_id
      JOIN run_charges r ON r.purchase_id = p.id
      WHERE s.client_id = c.id AND r.run_id = ${runId} AND p.${IS_CHARGED}) AS soldInRunKopecks
    FROM clients c WHERE c.id = ${clientId}`);
  return row ?? { owedKopecks: 0, undecidedKopecks: 0, soldInRunKopecks: 0 };
};

/**
 * Returns a function that decides for one due item after the other whether its client has paid as the order requires.
 * Money that was paid ahead is used once: two items of one client need the prices of both.
 */
const paymentCheck = (db: Database, order: ReadableOrder, runId: number): ((due: DueTarget) => boolean) => {
  const { accountId, action, payment } = order;
  const { orderFor } = recurringRulesOf(action.kind);
  const ahead = new Map<number, number>();
  return (due) => {
    if (payment === 'any') return true;
    // Nobody is known who could have paid for a proxy without a client.
    const { clientId } = due;
    if (clientId === null) return false;
    const { owedKopecks, undecidedKopecks, soldInRunKopecks } = moneyOf(db, clientId, runId);
    // A client who owed nothing gets everything that is due, although the first of it is sold before the second.
    if (payment === 'no-debt') return owedKopecks - soldInRunKopecks <= 0;
    const left = ahead.get(clientId) ?? -owedKopecks - undecidedKopecks;
    if (left <= 0) return false;
    const wanted = orderFor(action, due);
    const price = wanted === null ? null : suggestPrice(db, accountId, wanted, clientId);
    if (price === null || price > left) return false;
    ahead.set(clientId, left - price);
    return true;
  };
};

/**
 * Returns the targets that an order has paid for as often as it may. It counts purchases, because an item that was paid for
 * once more knows only its last purchase, and an earlier one may turn out to be charged.
 */
export const targetsReached = (db: Database, { id, timesEach }: ReadableOrder): ReadonlySet<string> =>
  timesEach === null
    ? new Set()
    : new Set(
        db.values<string>(sql`SELECT coalesce(p.order_json ->> '$.uuid', CAST(s.value AS TEXT), ${POOL_TARGET}) AS target
          FROM purchases p LEFT JOIN json_each(p.order_json, '$.serviceIds') s
          WHERE p.standing_order_id = ${id} AND p.${IS_CHARGED} AND NOT (${leftOut(sql`CAST(s.value AS TEXT)`)})
          GROUP BY 1 HAVING count(*) >= ${timesEach}`),
      );

/**
 * Returns, by target, the conditions of an order that due items do not meet. `runId`: a run that is paying for them, whose
 * earlier charges do not count as the client's debt.
 */
export const unmetConditions = (
  db: Database,
  order: ReadableOrder,
  due: readonly DueTarget[],
  runId: number = NO_RUN,
): ReadonlyMap<string, UnmetCondition> => {
  const unmet = new Map<string, UnmetCondition>();
  if (order.payment === 'any' && order.timesEach === null) return unmet;
  const reached = targetsReached(db, order);
  const hasPaid = paymentCheck(db, order, runId);
  for (const one of due) {
    if (reached.has(one.target)) unmet.set(one.target, 'times-reached');
    else if (!hasPaid(one)) unmet.set(one.target, 'awaiting-payment');
  }
  return unmet;
};

/** Returns everything that an order should pay for at a moment, the earliest end first. */
export const dueTargets = (db: Database, order: ReadableOrder, moment: Moment): DueTarget[] =>
  recurringOf(order.action.kind).due.targets(db, order, moment);

/**
 * Returns the due targets of an order that meet its conditions and are not paid for, as far as this computer knows.
 * Writes nothing, because a computer that hears nobody must not tell the others which items are due.
 */
export const dueNow = (db: Database, order: ReadableOrder, moment: Moment): readonly DueTarget[] => {
  if (!isWithinHours(moment.now, order.hours, order.zone)) return [];
  const open = dueTargets(db, order, moment).filter((due) => {
    const known = findDueItem(db, order, due);
    const isOver = known?.state === 'abandoned' || (known?.outcome ?? 'not-charged') !== 'not-charged';
    return due.show !== 'wait' && !isOver;
  });
  const unmet = unmetConditions(db, order, open);
  return open.filter(({ target }) => !unmet.has(target));
};

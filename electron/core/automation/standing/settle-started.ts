import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import type { PurchasesProblem, RunState } from '#shared/contract/runs.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { isPaying } from '#shared/domain/due-item-states.ts';
import type { RunReason } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';
import { type DueItem, endDueItem, failDueItem, setDueItemTries, startedDueItems } from './due-item-repository.ts';
import type { OrderCheckContext } from './order-check-context.ts';
import type { ReadableOrder } from './stored-order.ts';

type SettleContext = Pick<OrderCheckContext, 'db' | 'clock' | 'dueItemStates'>;

interface EndedRun {
  readonly id: number;
  readonly state: RunState;
  readonly reason: RunReason | null;
  readonly error: StoredError | null;
}

/** The reasons for which the next line, and the next run, would end in the same way. */
const GENERAL: ReadonlySet<RunReason> = new Set(['error', 'failures', 'rate-limited']);

const refused = (words: string): StoredError =>
  toStoredError(
    new DeskError('rejected', 'The service refused the payment.', words === '' ? {} : { serviceMessage: words }),
  );

/**
 * Returns what the journal says about an attempt that was not charged. `isLater`: the service did not refuse it, so it
 * may be tried again.
 */
const uncharged = (
  db: Database,
  { basis, purchaseId }: DueItem,
): { readonly isLater: boolean; readonly note: string } => {
  const { reason, note } = db.get<{ reason: string | null; note: string }>(sql`SELECT reason, note FROM purchases
    WHERE id = ${purchaseId}`) ?? { reason: null, note: '' };
  return { isLater: basis === 'user' || reason === 'not-sent' || reason === 'rate-limited', note };
};

const settleUncharged = (context: SettleContext, dueItem: DueItem, now: number): void => {
  const { db, dueItemStates } = context;
  const { id, basis } = dueItem;
  const { isLater, note } = uncharged(db, dueItem);
  if (basis === 'evidence') dueItemStates.set(id, 'needs-confirmation', now);
  else if (isLater) dueItemStates.set(id, 'due', now);
  else failDueItem(context, dueItem, refused(note), now);
};

/**
 * Settles the items of an order that other computers have started, because this computer carries the order out now. As
 * long as a computer has not reported whether its item was charged, only the user can decide about it.
 */
export const takeOverStarted = (context: SettleContext, order: ReadableOrder): void => {
  const { db, clock, dueItemStates } = context;
  const now = clock.now();
  for (const dueItem of startedDueItems(db, order.id, 'others')) {
    if (!isPaying(dueItem.state) || dueItem.outcome === 'charged') continue;
    if (dueItem.isSilent) dueItemStates.set(dueItem.id, 'started-elsewhere', now);
    else {
      settleUncharged(context, dueItem, now);
      endDueItem(db, dueItem.id);
    }
  }
};

/**
 * Settles the due items of an order whose runs are over or have stopped. A stopped run is closed, unless the user
 * paused it, and the items that are still due can be planned again, with the present targets, prices and limits.
 * Returns the error that stopped the last run, if it would stop the next one in the same way; otherwise `null`.
 */
export const settleStarted = (
  context: SettleContext & Pick<OrderCheckContext, 'closeRun'>,
  order: Pick<ReadableOrder, 'id'>,
): StoredError | null => {
  const { db, clock, dueItemStates, closeRun } = context;
  const now = clock.now();
  let failure: StoredError | null = null;
  const runOf = (runId: number | null): EndedRun | undefined =>
    runId === null
      ? undefined
      : db.get<EndedRun>(sql`SELECT id, state, reason, error_json AS "error:json" FROM runs WHERE id = ${runId}`);
  const problemOf = ({ runId, charge }: DueItem): PurchasesProblem | null =>
    db.value<PurchasesProblem>(sql`SELECT problem_json AS "problem:json" FROM run_charges
      WHERE run_id = ${runId ?? 0} AND charge = ${charge ?? 0}`);
  const settle = (dueItem: DueItem, run: EndedRun | undefined): void => {
    const { id, outcome, basis } = dueItem;
    const problem = outcome === null ? problemOf(dueItem) : null;
    const isUndone =
      outcome === null || (outcome === 'not-charged' && basis === 'answer' && uncharged(db, dueItem).isLater);
    if (problem?.code === 'refused') failDueItem(context, dueItem, refused(problem.words), now);
    // The user has given up the run, and with it the item for good.
    else if (run?.state === 'cancelled' && isUndone) dueItemStates.set(id, 'abandoned', now);
    else if (outcome === 'not-charged') settleUncharged(context, dueItem, now);
    else if (outcome === null) {
      // The next reading shows what has changed. Until then the item rests.
      if (problem !== null) setDueItemTries(db, id, dueItem.tries + 1, now);
      dueItemStates.set(id, 'due', now);
    }
  };

  const standing = db.all<EndedRun>(sql`SELECT id, state, reason, error_json AS "error:json" FROM runs
    WHERE standing_order_id = ${order.id} AND is_automatic = 1 AND state IN ('interrupted', 'stopped') ORDER BY id`);
  for (const run of standing) {
    if (run.reason !== null && GENERAL.has(run.reason)) failure = run.error ?? failure;
    closeRun(run.id);
  }
  for (const dueItem of startedDueItems(db, order.id, 'this')) {
    const run = runOf(dueItem.runId);
    if (run?.state === 'running' || run?.state === 'paused') continue;
    if (isPaying(dueItem.state)) settle(dueItem, run);
    endDueItem(db, dueItem.id);
  }
  return failure;
};

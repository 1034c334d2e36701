import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { toKeptError } from '#core/platform/text/kept-error.ts';
import type { StoredError } from '#shared/contract/kept-error.ts';
import type { PurchasesProblem, RunState } from '#shared/contract/runs.ts';
import { isPaying } from '#shared/domain/due-item-states.ts';
import type { RunReason } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';
import type { DueItem, DueItemRepository } from './due-item-repository.ts';
import type { StoredOrder } from './stored-order.ts';

interface EndedRun {
  readonly id: number;
  readonly state: RunState;
  readonly reason: RunReason | null;
  readonly error: StoredError | null;
}

/** The next line, and the next run, would end the same way. */
const GENERAL: ReadonlySet<RunReason> = new Set(['error', 'failures', 'rate-limited']);

const refused = (words: string): StoredError =>
  toKeptError(new DeskError('rejected', 'The service refused it.', words === '' ? {} : { serviceMessage: words }));

/** What the journal says of a try that was not charged. `isLater`: the service has not refused it, and may be asked again. */
const uncharged = (
  db: Database,
  { basis, purchaseId }: DueItem,
): { readonly isLater: boolean; readonly note: string } => {
  const { reason, note } = db.get<{ reason: string | null; note: string }>(sql`SELECT reason, note FROM purchases
    WHERE id = ${purchaseId}`) ?? { reason: null, note: '' };
  return { isLater: basis === 'user' || reason === 'not-sent' || reason === 'rate-limited', note };
};

const settleUncharged = (db: Database, dueItems: DueItemRepository, dueItem: DueItem, now: number): void => {
  const { id, basis } = dueItem;
  const { isLater, note } = uncharged(db, dueItem);
  if (basis === 'evidence') dueItems.set(id, 'needs-confirmation', now);
  else if (isLater) dueItems.set(id, 'due', now);
  else dueItems.fail(dueItem, refused(note), now);
};

/**
 * What other computers have begun of an order that this one carries out now. Of what they do not say whether it was charged
 * only the user decides; they do as soon as they are back.
 */
export const takeOverStarted = (
  { db, dueItems }: Pick<SettleDeps, 'db' | 'dueItems'>,
  order: StoredOrder,
  now: number,
): void => {
  for (const dueItem of dueItems.started(order.id, 'others')) {
    if (!isPaying(dueItem.state) || dueItem.outcome === 'charged') continue;
    if (dueItem.isSilent) dueItems.set(dueItem.id, 'started-elsewhere', now);
    else {
      settleUncharged(db, dueItems, dueItem, now);
      dueItems.end(dueItem.id);
    }
  }
};

interface SettleDeps {
  readonly db: Database;
  readonly dueItems: DueItemRepository;
  /** The rest of it is left undone, and it asks for no look: the order plans anew, and says itself what is wrong. */
  readonly close: (runId: number) => void;
}

/**
 * What an order's runs that are over, or stand, have left of its due items. One that stands is closed, unless the user
 * paused it: what is still due is planned anew, with the targets, prices and caps of now. Answers with why the last one
 * could not go on, where the next would end the same way.
 */
export const settleStarted = (
  { db, dueItems, close }: SettleDeps,
  order: Pick<StoredOrder, 'id'>,
  now: number,
): StoredError | null => {
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
    if (problem?.code === 'refused') dueItems.fail(dueItem, refused(problem.words), now);
    // The user leaves it undone, for good.
    else if (run?.state === 'cancelled' && isUndone) dueItems.set(id, 'abandoned', now);
    else if (outcome === 'not-charged') settleUncharged(db, dueItems, dueItem, now);
    else if (outcome === null) {
      // What has changed meanwhile is seen with the next reading; until then it rests.
      if (problem !== null) dueItems.setTries(id, dueItem.tries + 1, now);
      dueItems.set(id, 'due', now);
    }
  };

  const standing = db.all<EndedRun>(sql`SELECT id, state, reason, error_json AS "error:json" FROM runs
    WHERE standing_order_id = ${order.id} AND by_itself = 1 AND state IN ('interrupted', 'stopped') ORDER BY id`);
  for (const run of standing) {
    if (run.reason !== null && GENERAL.has(run.reason)) failure = run.error ?? failure;
    close(run.id);
  }
  for (const dueItem of dueItems.started(order.id, 'this')) {
    const run = runOf(dueItem.runId);
    if (run?.state === 'running' || run?.state === 'paused') continue;
    if (isPaying(dueItem.state)) settle(dueItem, run);
    dueItems.end(dueItem.id);
  }
  return failure;
};

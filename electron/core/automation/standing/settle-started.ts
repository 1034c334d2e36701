import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { toKeptError } from '#core/platform/text/kept-error.ts';
import type { StoredError } from '#shared/contract/kept-error.ts';
import type { PurchasesProblem, RunState } from '#shared/contract/runs.ts';
import type { RunReason } from '#shared/domain/run-rules.ts';
import type { DueItemState } from '#shared/domain/standing-rules.ts';
import { DeskError } from '#shared/result.ts';
import type { DueItem, DueItemRepository } from './occasion-repository.ts';
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

const settleUncharged = (db: Database, occasions: DueItemRepository, occasion: DueItem, now: number): void => {
  const { id, basis } = occasion;
  const { isLater, note } = uncharged(db, occasion);
  if (basis === 'evidence') occasions.set(id, 'unsure', now);
  else if (isLater) occasions.set(id, 'due', now);
  else occasions.fail(occasion, refused(note), now);
};

/** Somebody began to pay for it, and nothing else was made of it since. */
const BEGUN: ReadonlySet<DueItemState> = new Set(['started', 'begun']);

/**
 * What other computers have begun of an order that this one carries out now. Of what they do not say whether it was charged
 * only the user decides; they do as soon as they are back.
 */
export const takeOverBegun = (
  { db, occasions }: Pick<SettleDeps, 'db' | 'occasions'>,
  order: StoredOrder,
  now: number,
): void => {
  for (const occasion of occasions.begun(order.id, 'others')) {
    if (!BEGUN.has(occasion.state) || occasion.outcome === 'charged') continue;
    if (occasion.isSilent) occasions.set(occasion.id, 'begun', now);
    else {
      settleUncharged(db, occasions, occasion, now);
      occasions.end(occasion.id);
    }
  }
};

interface SettleDeps {
  readonly db: Database;
  readonly occasions: DueItemRepository;
  /** The rest of it is left undone, and it asks for no look: the order plans anew, and says itself what is wrong. */
  readonly close: (runId: number) => void;
}

/**
 * What an order's runs that are over, or stand, have left of its occasions. One that stands is closed, unless the user
 * paused it: what is still due is planned anew, with the targets, prices and caps of now. Answers with why the last one
 * could not go on, where the next would end the same way.
 */
export const settleStarted = (
  { db, occasions, close }: SettleDeps,
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
  const settle = (occasion: DueItem, run: EndedRun | undefined): void => {
    const { id, outcome, basis } = occasion;
    const problem = outcome === null ? problemOf(occasion) : null;
    const isUndone =
      outcome === null || (outcome === 'not-charged' && basis === 'answer' && uncharged(db, occasion).isLater);
    if (problem?.code === 'refused') occasions.fail(occasion, refused(problem.words), now);
    // The user leaves it undone, for good.
    else if (run?.state === 'cancelled' && isUndone) occasions.set(id, 'left', now);
    else if (outcome === 'not-charged') settleUncharged(db, occasions, occasion, now);
    else if (outcome === null) {
      // What has changed meanwhile is seen with the next reading; until then it rests.
      if (problem !== null) occasions.setTries(id, occasion.tries + 1, now);
      occasions.set(id, 'due', now);
    }
  };

  const standing = db.all<EndedRun>(sql`SELECT id, state, reason, error_json AS "error:json" FROM runs
    WHERE standing_order_id = ${order.id} AND by_itself = 1 AND state IN ('interrupted', 'stopped') ORDER BY id`);
  for (const run of standing) {
    if (run.reason !== null && GENERAL.has(run.reason)) failure = run.error ?? failure;
    close(run.id);
  }
  for (const occasion of occasions.begun(order.id, 'this')) {
    const run = runOf(occasion.runId);
    if (run?.state === 'running' || run?.state === 'paused') continue;
    if (BEGUN.has(occasion.state)) settle(occasion, run);
    occasions.end(occasion.id);
  }
  return failure;
};

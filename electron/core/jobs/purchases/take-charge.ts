import type { LineEnd } from '#core/engine/run-engine.ts';
import type { Evidence } from '#core/money/products/product.ts';
import type { Buying } from '#core/money/purchases/buying.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { PurchasesProblem } from '#shared/contract/runs.ts';
import { statusLabel } from '#shared/domain/journal.ts';
import { DeskError, type ErrorKind } from '#shared/result.ts';
import {
  isLinked,
  linkPurchase,
  type PurchasesRun,
  plannedCharge,
  type StoredCharge,
  setChargePrice,
  setChargeProblem,
  termsOf,
} from './charges.ts';

interface TakeDeps {
  readonly db: Database;
  readonly buyPlanned: Buying['buyPlanned'];
}

interface TakeTerms {
  readonly signal: AbortSignal;
  readonly isUnguarded: boolean;
  /** See `PlannedPart`. Its errors of the kind `cancelled` end the run elsewhere, those with `RUN_CAP` here. */
  readonly assertStill: (evidence: Evidence, intendedKopecks: number) => void;
}

export const RUN_CAP = 'run-cap';

/** The next charge may succeed, unless several in a row end like this. */
const REFUSED: LineEnd = {
  ended: 'failed',
  error: new DeskError('rejected', 'Several in a row went wrong, and the service refused the last one.', {
    code: 'run-rejections',
  }),
};

/**
 * The service charged for another product or a smaller amount. The user must look at a single such answer; among
 * several failures in a row it is no accident.
 */
const NOT_AS_ORDERED: LineEnd = {
  ended: 'failed',
  error: new DeskError('malformed', 'Several in a row went wrong, and the answer to the last one was not as ordered.', {
    code: 'run-not-as-ordered',
  }),
};

/** Buys one charge of a run through the journal, which is the only source of its outcome. */
export const takeCharge = async (
  run: PurchasesRun,
  next: StoredCharge,
  { signal, isUnguarded, assertStill }: TakeTerms,
  { db, buyPlanned }: TakeDeps,
): Promise<LineEnd> => {
  const { charge, priceKopecks } = next;
  const withIntent = (purchaseId: number): void => linkPurchase(db, run.id, charge, purchaseId);
  let retryAfterMs: number | undefined;
  const onRetryAfter = (ms: number): void => {
    retryAfterMs = ms;
  };
  let purchase: Purchase;
  try {
    const { ledgerMark: mark } = termsOf(db, run.id);
    const agreed = { ...plannedCharge(db, run.id, charge), mark, priceKopecks, isUnguarded, isOnly: true };
    purchase = await buyPlanned(run.accountId, agreed, {
      signal,
      withIntent,
      onRetryAfter,
      assertStill,
    });
  } catch (error) {
    return afterError(db, run.id, next, error, signal);
  }
  // Without its link the charge would seem to wait and would be sent again.
  if (!isLinked(db, run.id, charge, purchase.id)) throw new Error(`purchase ${purchase.id} is not in its run`);
  const { outcome, basis, reason, note } = purchase;
  if (statusLabel(purchase, reason) === 'not-as-ordered') return NOT_AS_ORDERED;
  if (outcome !== 'not-charged' || basis !== 'answer') return { ended: 'done' };
  if (reason === 'not-sent') return stopFor(new DeskError('offline', 'The request did not leave this computer.'));
  const general = GENERAL_REFUSALS.find((kind) => kind === reason);
  if (general === undefined) return REFUSED;
  const error = new DeskError(general, 'The service refused the purchase.', {
    ...(note === '' ? {} : { serviceMessage: note }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  return general === 'rate-limited' ? { ended: 'rate-limited', error } : stopFor(error);
};

/** Refusals that the next purchase would get as well. */
const GENERAL_REFUSALS = ['unauthorized', 'forbidden', 'rate-limited'] as const satisfies readonly ErrorKind[];

/**
 * Returns how the line ends after an error. Nothing was sent, unless the disk failed: then the journal has the
 * purchase, and the next step finds it open.
 */
const afterError = (
  db: Database,
  runId: number,
  { charge, priceKopecks }: StoredCharge,
  error: unknown,
  signal: AbortSignal,
): LineEnd => {
  if (signal.aborted) return { ended: 'requeue' };
  if (!(error instanceof DeskError)) throw error;
  if (error.kind === 'rate-limited') return { ended: 'rate-limited', error };
  if (error.details?.code === RUN_CAP) return { ended: 'halt-run', reason: 'cap', error };
  if (error.kind === 'price-changed') {
    const price = error.details?.params?.priceKopecks;
    if (typeof price !== 'number') throw error;
    setChargePrice(db, runId, charge, price);
    // A lower price needs no new agreement.
    return price < priceKopecks ? { ended: 'requeue' } : { ended: 'halt-run', reason: 'price-changed', error };
  }
  const problem = problemOfError(error);
  if (problem === null) return stopFor(error);
  setChargeProblem(db, runId, charge, problem);
  return problem.code === 'refused' ? REFUSED : { ended: 'requeue' };
};

/** Returns the problem of this charge alone; `null` if the next one would end the same way. */
const problemOfError = ({ kind, details }: DeskError): PurchasesProblem | null => {
  const { before, after, what, purchaseId } = details?.params ?? {};
  switch (kind) {
    case 'not-found':
      if (details?.code === 'client') return { code: 'client-removed', words: '' };
      return details?.code === 'subscription-not-there' ? { code: 'subscription-gone', words: '' } : null;
    case 'rejected':
      return { code: 'refused', words: details?.serviceMessage ?? '' };
    case 'target-open':
      return { code: 'outcome-open', words: '', ...numbered(purchaseId) };
    case 'target-changed':
      if (what === 'bought') return { code: 'bought-meanwhile', words: '', ...numbered(after) };
      return { code: 'target-changed', words: '', before: before ?? '', after: after ?? '' };
    default:
      return null;
  }
};

const numbered = (purchaseId: unknown): Pick<PurchasesProblem, 'purchaseId'> =>
  typeof purchaseId === 'number' ? { purchaseId } : {};

const stopFor = (error: DeskError): LineEnd => {
  const reason = error.kind === 'insufficient-balance' || error.kind === 'signed-out' ? error.kind : 'error';
  return { ended: 'halt-run', reason, error };
};

import type { BulkProblem, StopReason } from '#shared/contract/bulk.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { nextRunStep } from '#shared/domain/bulk-run.ts';
import { waitForService } from '#shared/domain/run-rules.ts';
import { DeskError, type ErrorKind } from '#shared/result.ts';
import { toKeptError } from '../common/kept-error.ts';
import type { Buying } from '../purchases/buying.ts';
import { isInterruption, type RunContext } from '../runs/run-engine.ts';
import type { RunEnd } from '../runs/run-repository.ts';
import type { BulkRepository, StoredCharge, StoredRun } from './bulk-repository.ts';
import { runBooksOf } from './run-view.ts';

export interface RunDeps {
  readonly repository: BulkRepository;
  readonly buyPlanned: Buying['buyPlanned'];
  readonly now: () => number;
  readonly changed: (runId: number) => void;
  /** Lets the run rest, for the user to see. Ends early, and never rejects, when the signal is aborted. */
  readonly rest: (runId: number, ms: number, signal: AbortSignal) => Promise<void>;
}

/** What one try to buy came to. */
type Tried =
  | { readonly ended: 'bought' | 'rejected' | 'again' }
  /** The service asked for fewer requests; nothing was charged. */
  | { readonly ended: 'too-soon'; readonly error: DeskError }
  | { readonly ended: 'stop'; readonly why: StopReason; readonly error: DeskError | null };

/**
 * Takes the charges of a run one by one through the money journal. Before each it reads from the journal what was spent
 * and what is unknown, so nothing depends on what this process remembers.
 */
export const runBulk = async (run: StoredRun, context: RunContext, deps: RunDeps): Promise<RunEnd> => {
  try {
    return await takeCharges(run, context, deps);
  } catch (error) {
    // Something that should not be possible, or a disk that takes nothing: the run must not count as running for ever.
    deps.repository.end(run.id, 'stopped', { reason: 'error', error: toKeptError(error) }, deps.now());
    deps.changed(run.id);
    throw error;
  }
};

const takeCharges = async (run: StoredRun, context: RunContext, deps: RunDeps): Promise<RunEnd> => {
  const { repository, now, changed, rest } = deps;
  const { id: runId, capKopecks } = run;
  const { signal } = context;
  let rejectionsInRow = 0;
  let waitsInRow = 0;

  const stop = (why: StopReason, error: DeskError | null): RunEnd => {
    const kept = error === null ? null : toKeptError(error);
    repository.end(runId, 'stopped', { reason: why, error: kept }, now());
    changed(runId);
    if (why === 'paused') return { state: 'cancelled', error: null };
    return { state: why === 'interrupted' ? 'interrupted' : 'partial', error: kept };
  };

  const finish = (charges: readonly StoredCharge[]): RunEnd => {
    repository.end(runId, 'finished', { reason: null, error: null }, now());
    changed(runId);
    return { state: charges.every(({ state }) => state === 'done') ? 'done' : 'partial', error: null };
  };

  for (;;) {
    const charges = repository.charges(runId);
    const { next, ...books } = runBooksOf(charges, capKopecks ?? 0, rejectionsInRow);
    context.progress(charges.reduce((sum, { state, lines }) => (state === 'waiting' ? sum : sum + lines), 0));
    const step = nextRunStep(books);
    if (step.do === 'finish') return finish(charges);
    if (step.do === 'stop') return stop(step.why, explained(step.why));
    if (signal.aborted) return stop(isInterruption(signal.reason) ? 'interrupted' : 'paused', null);
    if (next === null) throw new Error('a run buys without a charge that waits');
    const tried = await tryToBuy(run, next, signal, deps);
    changed(runId);
    if (tried.ended === 'stop') return stop(tried.why, tried.error);
    if (tried.ended === 'too-soon') {
      const ms = waitForService(tried.error.details?.retryAfterMs, waitsInRow);
      if (ms === null) return stop('rate-limited', tried.error);
      waitsInRow += 1;
      await rest(runId, ms, signal);
    } else if (tried.ended !== 'again') {
      rejectionsInRow = tried.ended === 'rejected' ? rejectionsInRow + 1 : 0;
      waitsInRow = 0;
    }
  }
};

const tryToBuy = async (run: StoredRun, next: StoredCharge, signal: AbortSignal, deps: RunDeps): Promise<Tried> => {
  const { repository, buyPlanned } = deps;
  const { charge, priceKopecks } = next;
  const withIntent = (purchaseId: number): void => repository.link(run.id, charge, purchaseId);
  let retryAfterMs: number | undefined;
  const onRetryAfter = (ms: number): void => {
    retryAfterMs = ms;
  };
  let purchase: Purchase;
  try {
    const agreed = { ...repository.planned(run.id, charge), mark: run.ledgerMark, priceKopecks };
    purchase = await buyPlanned(run.accountId, agreed, { signal, withIntent, onRetryAfter });
  } catch (error) {
    return afterError(run.id, next, error, signal, deps);
  }
  // Without its link the charge would seem to wait, and be sent again.
  if (!repository.isLinked(run.id, charge, purchase.id)) throw new Error(`purchase ${purchase.id} is not in its run`);
  const { outcome, basis, reason, note } = purchase;
  if (outcome !== 'not-charged' || basis !== 'answer') return { ended: 'bought' };
  if (reason === 'not-sent') return stopFor(new DeskError('offline', 'The request did not leave this computer.'));
  const general = GENERAL_REFUSALS.find((kind) => kind === reason);
  if (general === undefined) return { ended: 'rejected' };
  const error = new DeskError(general, 'The service refused the purchase.', {
    ...(note === '' ? {} : { serviceMessage: note }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  return general === 'rate-limited' ? { ended: 'too-soon', error } : stopFor(error);
};

/** A refusal that the next purchase would get as well. */
const GENERAL_REFUSALS = ['unauthorized', 'forbidden', 'rate-limited'] as const satisfies readonly ErrorKind[];

/** Nothing was sent, unless the disk failed: then the journal has it, and the next look finds it open. */
const afterError = (
  runId: number,
  { charge, priceKopecks }: StoredCharge,
  error: unknown,
  signal: AbortSignal,
  { repository }: RunDeps,
): Tried => {
  if (signal.aborted) return { ended: 'again' };
  if (!(error instanceof DeskError)) throw error;
  if (error.kind === 'rate-limited') return { ended: 'too-soon', error };
  if (error.kind === 'price-changed') {
    const price = error.details?.params?.priceKopecks;
    if (typeof price !== 'number') throw error;
    repository.setPrice(runId, charge, price);
    // Cheaper than agreed needs no new agreement.
    return price < priceKopecks ? { ended: 'again' } : { ended: 'stop', why: 'price-changed', error };
  }
  const problem = problemOfError(error);
  if (problem === null) return stopFor(error);
  repository.setProblem(runId, charge, problem);
  return problem.code === 'refused' ? { ended: 'rejected' } : { ended: 'again' };
};

/** What concerns this one charge only; `null`: the next one would end the same way. */
const problemOfError = ({ kind, details }: DeskError): BulkProblem | null => {
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

const numbered = (purchaseId: unknown): Pick<BulkProblem, 'purchaseId'> =>
  typeof purchaseId === 'number' ? { purchaseId } : {};

const stopFor = (error: DeskError): Tried => {
  const why = error.kind === 'insufficient-balance' || error.kind === 'signed-out' ? error.kind : 'error';
  return { ended: 'stop', why, error };
};

/** For the list of jobs, which knows nothing of runs. */
const explained = (why: StopReason): DeskError | null => {
  switch (why) {
    case 'unknown':
      return new DeskError('outcome-unknown', 'Nobody knows yet what became of a purchase.', { code: 'bulk-unknown' });
    case 'cap':
      return new DeskError('conflict', 'The next purchase would go beyond the spending cap.', { code: 'bulk-cap' });
    case 'rejections':
      return new DeskError('rejected', 'The service refused several in a row.', { code: 'bulk-rejections' });
    default:
      return null;
  }
};

import type { BatchProblem } from '#shared/contract/batch.ts';
import type { FormatId, HostVariant } from '#shared/contract/lists.ts';
import { type BatchStopReason, MAX_FAILURES_IN_ROW } from '#shared/domain/batch-rules.ts';
import { DeskError } from '#shared/result.ts';
import { toKeptError } from '../common/kept-error.ts';
import { createBreather } from '../common/slices.ts';
import { linesOfVariant } from '../lists/list-formats.ts';
import type { ListRecord, ListRepository } from '../lists/list-repository.ts';
import { assertOutput } from '../lists/save-list.ts';
import { isInterruption, type RunContext } from '../runs/run-engine.ts';
import type { RunEnd } from '../runs/run-repository.ts';
import { sqliteCode, storageError } from '../storage/sqlite-errors.ts';
import { isGeneral, problemOf, problemOfList } from './batch-problem.ts';
import type { BatchRepository, StoredBatch, StoredItem } from './batch-repository.ts';

/** A list that came, or why none did. `error`: it broke off. */
export interface Made {
  readonly list: ListRecord | null;
  readonly error: BatchProblem | null;
}

export interface RunDeps {
  readonly repository: BatchRepository;
  readonly lists: ListRepository;
  /** Generates the item's list, or takes the one that is there. Throws the signal's reason when aborted. */
  readonly make: (item: StoredItem, context: RunContext) => Promise<Made>;
  /** Writes the item's file; the id of the export. `null`: where none is wanted. */
  readonly saveOne:
    | ((item: StoredItem, list: ListRecord, formatId: FormatId, signal: AbortSignal) => Promise<number>)
    | null;
  readonly saveAll: (signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly changed: (ended: boolean) => void;
}

type Ended =
  | { readonly step: 'next'; readonly failed: boolean }
  | { readonly step: 'stop'; readonly why: BatchStopReason; readonly error: DeskError | null };

/** Any error as one that can be told: SQLite's own become `storage`. */
const told = (error: unknown): DeskError => {
  const known = sqliteCode(error) === null ? error : storageError(error);
  return known instanceof DeskError ? known : new DeskError('internal', 'Something in the app went wrong.');
};

/** What the service may get over, so that a few in a row stop the batch. */
const PASSING = new Set<BatchProblem['code']>(['timeout', 'server', 'rate-limited', 'malformed']);

/**
 * Takes the items that wait one by one. Everything that is known of an item is stored before the next begins, so a
 * crash or a stop costs at most the list that was under way.
 */
export const runBatch = async (batch: StoredBatch, context: RunContext, deps: RunDeps): Promise<RunEnd> => {
  const { repository, now, changed } = deps;
  const stop = (why: BatchStopReason, error: DeskError | null): RunEnd => {
    const kept = error === null ? null : toKeptError(error);
    repository.end(batch.id, 'stopped', { reason: why, error: kept }, now());
    changed(true);
    if (why === 'cancelled') return { state: 'cancelled', error: null };
    return { state: why === 'interrupted' ? 'interrupted' : 'partial', error: kept };
  };
  const aborted = (): RunEnd => stop(isInterruption(context.signal.reason) ? 'interrupted' : 'cancelled', null);

  try {
    const before = repository.counts(batch.id);
    let done = Object.values(before).reduce((sum, n) => sum + n, 0) - before.waiting;
    let failuresInRow = 0;
    const breathe = createBreather();
    context.progress(done);
    for (let item = repository.next(batch.id); item !== undefined; item = repository.next(batch.id)) {
      await breathe();
      if (context.signal.aborted) return aborted();
      const ended = await takeItem(batch, item, context, deps);
      if (ended.step === 'stop') return context.signal.aborted ? aborted() : stop(ended.why, ended.error);
      done += 1;
      context.progress(done);
      changed(false);
      failuresInRow = ended.failed ? failuresInRow + 1 : 0;
      if (failuresInRow >= MAX_FAILURES_IN_ROW) {
        return stop('failures', new DeskError('server', 'Several in a row failed.', { code: 'batch-failures' }));
      }
    }
    await deps.saveAll(context.signal);
    repository.end(batch.id, 'finished', { reason: null, error: null }, now());
    changed(true);
    const after = repository.counts(batch.id);
    return { state: after.partial + after.unsaved + after.failed === 0 ? 'done' : 'partial', error: null };
  } catch (error) {
    // The combined file could not be written, or the disk takes nothing: it must not count as running for ever.
    return context.signal.aborted ? aborted() : stop('error', told(error));
  }
};

const takeItem = async (batch: StoredBatch, item: StoredItem, context: RunContext, deps: RunDeps): Promise<Ended> => {
  const { repository } = deps;
  const wait = (): void =>
    repository.endItem(batch.id, item.item, { state: 'waiting', problem: null, lines: 0, exportId: null });
  const fail = (problem: BatchProblem): Ended => {
    repository.endItem(batch.id, item.item, { state: 'failed', problem, lines: 0, exportId: null });
    return { step: 'next', failed: PASSING.has(problem.code) };
  };
  let made: Made;
  try {
    made = await deps.make(item, context);
  } catch (error) {
    const known = told(error);
    const problem = problemOf(known);
    if (!context.signal.aborted && !isGeneral(problem)) return fail(problem);
    wait();
    return { step: 'stop', why: 'error', error: known };
  }
  if (made.list === null) return fail(made.error ?? { code: 'no-lines', words: '' });
  try {
    return await saveItem(batch, item, { ...made, list: made.list }, context.signal, deps);
  } catch (error) {
    // The list is whole and stays: only its file is still to be written.
    wait();
    return { step: 'stop', why: 'error', error: told(error) };
  }
};

/** Throws what the next file would meet as well. */
const saveItem = async (
  batch: StoredBatch,
  item: StoredItem,
  { list, error }: { readonly list: ListRecord; readonly error: BatchProblem | null },
  signal: AbortSignal,
  { repository, saveOne }: RunDeps,
): Promise<Ended> => {
  const { params } = batch;
  const problem = error ?? (params.kind === 'generate' ? problemOfList(list) : null);
  const isWhole = problem === null || problem.code === 'layout';
  const end = (exportId: number | null, lines: number): Ended => {
    const state = isWhole ? 'done' : 'partial';
    repository.endItem(batch.id, item.item, { state, problem, lines, exportId });
    return { step: 'next', failed: false };
  };
  if (params.output.mode === 'none') return end(null, list.lineCount);
  const variant: HostVariant = params.output.variant;
  const formatId = (params.kind === 'export' ? params.formatId : null) ?? list.recipe.formatId;
  try {
    assertOutput(list, { variant, formatId });
    return end(saveOne === null ? null : await saveOne(item, list, formatId, signal), linesOfVariant(list, variant));
  } catch (failure) {
    if (signal.aborted) throw failure;
    const known = told(failure);
    const why = problemOf(known);
    if (isGeneral(why)) throw known;
    const state = params.kind === 'generate' ? 'unsaved' : 'failed';
    repository.endItem(batch.id, item.item, { state, problem: why, lines: 0, exportId: null });
    return { step: 'next', failed: false };
  }
};

import { DeskError } from '#shared/result.ts';
import { toKeptError } from '../jobs/kept-error.ts';
import type { Gate } from './gate.ts';
import type { ReadClient } from './read-client.ts';
import { troubleOf } from './reading-trouble.ts';
import type { RefreshRepository } from './refresh-repository.ts';

export interface ReadAllDeps {
  readonly repository: RefreshRepository;
  readonly readClient: ReadClient;
  readonly gate: Gate;
  readonly now: () => number;
  /** Clients are being added to the run. */
  readonly isGrowing: () => boolean;
  readonly isArchived: (clientId: number) => boolean;
  /** A client was read, or could not be. */
  readonly noted: (clientId: number) => void;
  /** It waits, or goes on. */
  readonly waits: () => void;
}

export interface ReadAllTask {
  readonly runId: number;
  readonly accountId: string;
  readonly whitelistBefore: number;
  /** Clients archived since it was planned are left out. */
  readonly skipArchived: boolean;
}

/** So that the pacer never waits for a slow answer; what it lets through is the pace, not this number. */
const AT_ONCE = 3;
/** So many in a row that fail alike are no coincidence. */
const HOPELESS = 10;

/**
 * Reads the run's clients in the order of need until none waits. Throws the signal's reason when it is aborted, and a
 * DeskError when nobody can be read: then the rest still waits. Every step is kept before the next one.
 */
export const readAll = async (task: ReadAllTask, deps: ReadAllDeps, signal: AbortSignal): Promise<void> => {
  const { repository, gate, readClient } = deps;
  const { runId, accountId } = task;
  const taken = new Set<number>();
  const tries = new Map<number, number>();
  const stopping = new AbortController();
  const stopped = AbortSignal.any([signal, stopping.signal]);
  let failuresInRow = 0;
  let refusalsInRow = 0;

  const stop = (error: unknown): void => stopping.abort(error);

  const trouble = (clientId: number, error: unknown): void => {
    const attempt = (tries.get(clientId) ?? 0) + 1;
    const what = troubleOf(error, attempt);
    switch (what.does) {
      case 'stop':
        stop(what.error);
        return;
      case 'forget':
        repository.forget(runId, clientId);
        return;
      case 'again':
        if (error instanceof DeskError && error.kind !== 'cancelled') tries.set(clientId, attempt);
        if (what.holdMs === 0) return;
        refusalsInRow += 1;
        if (refusalsInRow >= HOPELESS) stop(error);
        else gate.hold(what.holdMs);
        return;
      case 'fail':
        repository.fail(runId, clientId, toKeptError(what.error), deps.now());
        deps.noted(clientId);
        failuresInRow = what.isGeneral ? failuresInRow + 1 : 0;
        if (failuresInRow >= HOPELESS) stop(what.error);
    }
  };

  const readOne = async (clientId: number): Promise<void> => {
    if (task.skipArchived && deps.isArchived(clientId)) {
      repository.forget(runId, clientId);
      return;
    }
    try {
      const reading = AbortSignal.any([stopped, gate.awake()]);
      await readClient({ clientId, accountId, whitelistBefore: task.whitelistBefore }, reading);
    } catch (error) {
      trouble(clientId, error);
      return;
    }
    failuresInRow = 0;
    refusalsInRow = 0;
    repository.succeed(runId, clientId);
    deps.noted(clientId);
  };

  const work = async (): Promise<void> => {
    for (;;) {
      await gate.pass(stopped, deps.waits);
      const clientId = repository.next(runId, AT_ONCE + 1).find((id) => !taken.has(id));
      if (clientId === undefined) {
        if (!deps.isGrowing()) return;
        await gate.change(stopped);
        continue;
      }
      taken.add(clientId);
      try {
        await readOne(clientId);
      } catch (error) {
        stop(error);
      } finally {
        taken.delete(clientId);
      }
    }
  };

  await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  // The caller's reason before our own: it is why the run is to end.
  signal.throwIfAborted();
  stopping.signal.throwIfAborted();
};

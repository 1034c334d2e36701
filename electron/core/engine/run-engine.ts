import type { CommonDeps } from '#core/context.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { createThrottle } from '#core/platform/async/throttle.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import type { Run, RunKind } from '#shared/contract/runs.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { createPace, type Pace } from '#shared/domain/run-pace.ts';
import { hasLines, waitForService } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';
import type { Gate } from './gate.ts';
import {
  endRun,
  getRun,
  insertRun,
  isPlanning,
  type NewRun,
  type RunEnd,
  reopenRun,
  type StoredRun,
  setRunProgress,
} from './run-repository.ts';

const PROGRESS_INTERVAL_MS = 100;
/** No timer runs while the computer sleeps. Waiting in pieces ends a wait on time if it was over before the waking. */
const WAIT_PIECE_MS = 20_000;
/** How often the end of a run is written again that the disk did not store. */
const END_AGAIN_MS = 5_000;

/** The state in which a stopped run is left. */
type StopAs = 'paused' | 'cancelled' | 'interrupted';

const stopOf = (as: StopAs): DeskError => new DeskError('cancelled', 'The run was told to stop.', { code: as });
/** Returns the abort reason for a run when the app closes. Its code distinguishes it from a cancel. */
export const interruption = (): DeskError => stopOf('interrupted');

/** Returns the end of a run whose signal was aborted for this reason. */
export const endAfter = (reason: unknown): RunEnd => {
  const as = reason instanceof DeskError ? reason.details?.code : undefined;
  return { state: as === 'paused' || as === 'interrupted' ? as : 'cancelled', error: null };
};

/** Whether a run that was aborted for this reason ends as interrupted. */
export const isInterruption = (reason: unknown): boolean => endAfter(reason).state === 'interrupted';

export interface RunContext {
  readonly runId: number;
  /** Aborted when the run should stop. The reason decides the state in which it is left. */
  readonly signal: AbortSignal;
  /** Stores how much is done, and the run's total if it has grown. */
  progress(done: number, total?: number | null): void;
  /** Publishes a change of the run to the window, at most ten times a second. */
  changed(): void;
}

/** The result of one line. */
export type LineEnd =
  | { readonly ended: 'done' }
  /** The next line may fail as well. */
  | { readonly ended: 'failed'; readonly error: DeskError | null }
  /** The line returns to the waiting ones, because nothing is wrong with it. */
  | { readonly ended: 'requeue' }
  /** The service asked for fewer requests. */
  | { readonly ended: 'rate-limited'; readonly error: DeskError }
  /** The next line would end the same way, so the run stops. */
  | { readonly ended: 'halt-run'; readonly error: DeskError | null; readonly reason?: RunEnd['reason'] };

/**
 * The work of a run that goes line by line. `take` must store everything known of a line before it resolves, or soon
 * after if taking the line twice does no harm.
 */
export interface Lines<L extends { readonly line: number }> {
  /** How many lines are taken at the same time. */
  readonly atOnce: number;
  /** The run stops after this many failures in a row. */
  readonly failuresInRow: number;
  /** Whether the run waits while there is no network or the computer sleeps. */
  readonly waitsForNetwork: boolean;
  /** Whether runs of this kind would disturb each other. The run then waits for those that started before it. */
  readonly takesTurns?: boolean;
  /**
   * Returns the next waiting line, the end of the run if there is a reason to stop before that line, or `undefined` if
   * none waits.
   */
  next(taken: ReadonlySet<number>): { readonly line: L } | { readonly end: RunEnd } | undefined;
  /** Carries out one line. Rejects only for errors that should be impossible. */
  take(line: L, signal: AbortSignal): Promise<LineEnd>;
  /** Whether more lines are being added, so that the run does not end when none waits. */
  readonly isGrowing?: () => boolean;
  /** Ends the run after its last line. */
  finish(): Promise<RunEnd> | RunEnd;
}

export type Work = (context: RunContext) => Promise<RunEnd>;

interface Active {
  readonly accountId: string;
  readonly kind: RunKind;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  readonly pace: Pace;
  readonly tell: () => void;
  waitsUntil: number | null;
  /** Whether the run also waits for the network and the computer; `null` if it waits for neither pause nor network. */
  waitsForNetwork: boolean | null;
  takesTurns: boolean;
}

interface RunEngineDeps extends CommonDeps<'db' | 'clock' | 'emit' | 'logger' | 'closing'> {
  readonly gate: Gate;
  /** Whether the window shows this account. Runs of other accounts are not published. */
  readonly isShown: (accountId: string) => boolean;
}

export type RunEngine = ReturnType<typeof createRunEngine>;

/**
 * Creates the engine of all long work that outlives its request. Runs are recorded, reported, paused and resumed, and
 * never lost.
 */
export const createRunEngine = (deps: RunEngineDeps) => {
  const { db, clock, emit, logger, gate, closing } = deps;
  const active = new Map<number, Active>();

  const blockedBy = (runId: number): Run['waitingFor'] => {
    const mine = active.get(runId);
    if (mine === undefined) return null;
    const outside = mine.waitsForNetwork === null ? null : gate.blockedReason(mine.waitsForNetwork);
    if (outside !== null) return outside;
    // Runs of a kind proceed in the order in which they started.
    const first = [...active.values()].find(
      ({ kind, accountId }) => kind === mine.kind && accountId === mine.accountId,
    );
    return mine.takesTurns && first !== mine ? 'turn' : mine.waitsUntil === null ? null : 'service';
  };

  const view = ({ accountId: _, params: __, ...run }: StoredRun): Run => {
    const mine = active.get(run.id);
    const blockedReason = blockedBy(run.id);
    const isMoving = mine !== undefined && blockedReason === null;
    return {
      ...run,
      waitingFor: blockedReason ?? (mine !== undefined && isPlanning(db, run.id) ? 'plan' : null),
      waitsUntil: mine?.waitsUntil ?? null,
      timeLeftMs: isMoving ? mine.pace.timeLeft(run.total - run.done, performance.now()) : null,
    };
  };

  const tell = (runId: number): void => {
    const run = getRun(db, runId);
    if (run !== undefined && deps.isShown(run.accountId)) emit('runs.changed', view(run));
  };

  /** The further writes of ends that the disk has not stored yet. */
  const unwritten = new Map<number, () => void>();

  const storeEnd = (runId: number, end: RunEnd): void => {
    const alsoWrite = end.alsoWrite ?? unwritten.get(runId);
    db.transaction(() => {
      alsoWrite?.();
      endRun(db, runId, end, end.state === 'paused' ? null : clock.now());
    });
    unwritten.delete(runId);
    tell(runId);
  };

  /**
   * Writes the end of a run as soon as the disk takes it. Until then the run counts as running, so no other run and no
   * standing order may buy. The user may stop the run meanwhile, or stop it and continue it.
   */
  const storeEndLater = async (runId: number, end: RunEnd): Promise<void> => {
    if (end.alsoWrite !== undefined) unwritten.set(runId, end.alsoWrite);
    for (;;) {
      await clock.sleep(END_AGAIN_MS, closing);
      try {
        if (!active.has(runId) && getRun(db, runId)?.state === 'running') storeEnd(runId, end);
        return;
      } catch {
        // The disk still does not take it.
      }
    }
  };

  const runToEnd = async (context: RunContext, kind: RunKind, work: Work): Promise<void> => {
    const { runId, signal } = context;
    let end: RunEnd;
    try {
      end = await work(context);
    } catch (error) {
      const isCancel = error === signal.reason || (error instanceof DeskError && error.kind === 'cancelled');
      if (signal.aborted && isCancel) end = endAfter(signal.reason);
      else {
        logger.error('a run failed', { run: runId, error: error instanceof Error ? error.name : 'unknown' });
        const kept = toStoredError(error);
        end = hasLines(kind) ? { state: 'stopped', reason: 'error', error: kept } : { state: 'failed', error: kept };
      }
    }
    active.delete(runId);
    gate.look();
    try {
      storeEnd(runId, end);
    } catch (error) {
      logger.error('the end of a run was not stored', {
        run: runId,
        error: error instanceof Error ? error.name : 'unknown',
      });
      // It rejects when the app closes. The next start finds the run as interrupted.
      void storeEndLater(runId, end).catch(() => {});
    }
  };

  const launch = (runId: number, { accountId, kind }: Pick<NewRun, 'accountId' | 'kind'>, work: Work): void => {
    const abort = new AbortController();
    const throttle = createThrottle(clock, PROGRESS_INTERVAL_MS);
    const now = (): void => throttle.force(() => tell(runId));
    const changed = (): void => throttle.attempt(() => tell(runId));
    const context: RunContext = {
      runId,
      signal: abort.signal,
      changed,
      progress: (done, total = null) => {
        setRunProgress(db, runId, done, total);
        changed();
      },
    };
    const ended = Promise.resolve().then(async () => {
      try {
        tell(runId);
      } catch (error) {
        // Publishing is not essential. If it failed here, the run would count as running for ever, and everything that
        // waits for its end would hang.
        logger.warn('the start of a run was not sent to the pages', {
          run: runId,
          error: error instanceof Error ? error.name : 'unknown',
        });
      }
      return runToEnd(context, kind, work);
    });
    const about = { waitsUntil: null, waitsForNetwork: null, takesTurns: false };
    active.set(runId, { accountId, kind, abort, ended, pace: createPace(), tell: now, ...about });
  };

  const stop = async (mine: Active, as: StopAs): Promise<void> => {
    mine.abort.abort(stopOf(as === 'paused' && !hasLines(mine.kind) ? 'cancelled' : as));
    await mine.ended;
  };

  /** Makes the run wait until the service may be called again, and shows this to the user. */
  const waitFor = async (mine: Active, ms: number, signal: AbortSignal): Promise<void> => {
    const begun = uptimeOf(clock);
    mine.waitsUntil = clock.now() + ms;
    mine.tell();
    for (let left = ms; left > 0 && !signal.aborted; left = ms - elapsedSince(begun, uptimeOf(clock))) {
      await clock.sleep(Math.min(left, WAIT_PIECE_MS), signal).catch(() => {});
    }
    mine.waitsUntil = null;
    mine.tell();
    gate.look();
  };

  /**
   * Takes the lines of a run until none waits. Each is stored before the next one, so nothing depends on the memory of
   * this process, and a crash interrupts at most the lines in progress.
   */
  const takeLines = async <L extends { readonly line: number }>(
    { runId, signal, changed }: RunContext,
    work: Lines<L>,
  ): Promise<RunEnd> => {
    const mine = active.get(runId);
    if (mine === undefined) throw new Error(`run ${runId} is not under way`);
    mine.waitsForNetwork = work.waitsForNetwork;
    mine.takesTurns = work.takesTurns === true;
    const stopping = new AbortController();
    const stopped = AbortSignal.any([signal, stopping.signal]);
    const taken = new Set<number>();
    let end: RunEnd | null = null;
    let isLeft = false;
    let lastError: DeskError | null = null;
    let failures = 0;
    let waits = 0;

    const stopWith = (why: RunEnd): void => {
      end ??= why;
      stopping.abort(stopOf('cancelled'));
    };
    const note = (result: LineEnd): void => {
      switch (result.ended) {
        case 'done':
        case 'failed':
          failures = result.ended === 'failed' ? failures + 1 : 0;
          lastError = result.ended === 'failed' ? result.error : null;
          waits = 0;
          mine.pace.note(performance.now());
          return;
        case 'requeue':
          return;
        case 'halt-run': {
          const error = result.error === null ? null : toStoredError(result.error);
          stopWith({ state: 'stopped', reason: result.reason ?? 'error', error });
          return;
        }
        case 'rate-limited': {
          // If several lines were refused at once, the first one already makes the run wait.
          if (mine.waitsUntil !== null) return;
          const ms = waitForService(result.error.details?.retryAfterMs, waits);
          waits += 1;
          if (ms === null) stopWith({ state: 'stopped', reason: 'rate-limited', error: toStoredError(result.error) });
          else void waitFor(mine, ms, stopped);
        }
      }
    };

    // Create the combined signal once per wake-up: one per line would accumulate on the signals that it follows.
    let awake: AbortSignal | null = null;
    let moving = stopped;
    const signalOfLine = (): AbortSignal => {
      if (work.waitsForNetwork && gate.awake() !== awake) {
        awake = gate.awake();
        moving = AbortSignal.any([stopped, awake]);
      }
      return moving;
    };
    const isBlocked = (): boolean => blockedBy(runId) !== null && !stopped.aborted;
    const mayMove = async (): Promise<void> => {
      const hasWaited = isBlocked();
      while (isBlocked()) {
        mine.pace.reset();
        mine.tell();
        await gate.change(stopped).catch(() => {});
      }
      // Show that the run moves again, because its next progress may take a while.
      if (hasWaited && !stopped.aborted) mine.tell();
      // Let other work run: lines without requests would follow each other without a pause, each with its write.
      await nextTurn();
    };
    /** Takes the next line. Returns false if no line is left. */
    const takeNext = async (): Promise<boolean> => {
      await mayMove();
      // This runs even for a run that should stop, because the line in progress may have been the last one.
      const next = end === null ? work.next(taken) : undefined;
      if (next === undefined && work.isGrowing?.() !== true) return false;
      // A request to stop decides how the run ends, even if it would have stopped on its own.
      if (next !== undefined && 'end' in next && !signal.aborted) stopWith(next.end);
      if (stopped.aborted) {
        isLeft = true;
        return false;
      }
      if (next === undefined) {
        await gate.change(stopped).catch(() => {});
        return true;
      }
      if (!('line' in next)) return false;
      if (failures >= work.failuresInRow) {
        const error = lastError ?? new DeskError('server', 'Several lines in a row failed.', { code: 'run-failures' });
        stopWith({ state: 'stopped', reason: 'failures', error: toStoredError(error) });
        return false;
      }
      const { line } = next;
      taken.add(line.line);
      try {
        note(await work.take(line, signalOfLine()));
        changed();
      } finally {
        taken.delete(line.line);
      }
      return true;
    };
    const takeSome = async (): Promise<void> => {
      try {
        while (await takeNext());
      } catch (error) {
        logger.error('a run failed', { run: runId, error: error instanceof Error ? error.name : 'unknown' });
        stopWith({ state: 'stopped', reason: 'error', error: toStoredError(error) });
      }
    };
    await Promise.all(Array.from({ length: work.atOnce }, takeSome));
    if (end !== null) return end;
    if (isLeft) throw signal.reason;
    return work.finish();
  };

  return {
    view,
    tell,
    takeLines,
    isRunning: (runId: number): boolean => active.has(runId),
    /**
     * Records the run immediately, in the caller's transaction if there is one, and starts its work after the caller's
     * turn.
     */
    start: (run: NewRun, work: Work): number => {
      const runId = insertRun(db, run, 'running', clock.now());
      launch(runId, run, work);
      return runId;
    },
    /** Starts a recorded run or continues a stopped one. Returns false if it is running already. */
    proceed: (run: Pick<StoredRun, 'id' | 'accountId' | 'kind'>, work: Work): boolean => {
      if (active.has(run.id)) return false;
      reopenRun(db, run.id, clock.now());
      launch(run.id, run, work);
      return true;
    },
    /** Stops a run and waits until it has stopped. Does nothing if it is not running. */
    stop: async (runId: number, as: StopAs): Promise<void> => {
      const mine = active.get(runId);
      if (mine !== undefined) await stop(mine, as);
      // The end of the run could not be stored earlier, so the user still sees it as running.
      else if (getRun(db, runId)?.state === 'running') storeEnd(runId, endAfter(stopOf(as)));
    },
    /** Stops all runs of an account before its token is removed. */
    stopAll: async (accountId: string): Promise<void> => {
      const all = [...active.values()].filter((one) => one.accountId === accountId);
      // A refresh is cancelled, because the next sign-in starts another one.
      await Promise.all(all.map((one) => stop(one, one.kind === 'refresh' ? 'cancelled' : 'paused')));
    },
    /** Stops all runs as interrupted, because the app closes. */
    close: async (): Promise<void> => {
      await Promise.all([...active.values()].map((one) => stop(one, 'interrupted')));
    },
  };
};

import type { RefreshRun } from '#shared/contract/refresh.ts';
import { createPace } from '#shared/domain/refresh-pace.ts';
import { DeskError } from '#shared/result.ts';
import { nextTurn } from '../common/slices.ts';
import type { Emit } from '../handlers.ts';
import { isInterruption, type JobContext, type JobOutcome, type JobRunner } from '../jobs/job-runner.ts';
import { toKeptError } from '../jobs/kept-error.ts';
import { createThrottle } from '../jobs/throttle.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import type { ChangedClients } from './changed-clients.ts';
import type { Gate } from './gate.ts';
import { planTargets } from './plan-targets.ts';
import { readAll } from './read-all.ts';
import type { ReadClient } from './read-client.ts';
import type { RefreshRepository, RunState, StoredRun, StoredWish, Wish } from './refresh-repository.ts';

export interface RefreshEngineDeps {
  readonly db: Database;
  readonly repository: RefreshRepository;
  readonly jobs: JobRunner;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly gate: Gate;
  readonly readClient: ReadClient;
  readonly changedClients: ChangedClients;
  readonly isShown: (accountId: string) => boolean;
}

/** What a run is asked to read. */
export type Asked = Pick<Wish, 'clientIds' | 'skipReadAfter'>;

export interface RefreshEngine {
  /** Begins a run, or lets these join the one that is not over. */
  start(accountId: string, asked: Asked, origin: StoredRun['origin']): Promise<StoredRun>;
  /** Stops after the requests under way; what remains waits. */
  pause(run: StoredRun): Promise<void>;
  /** Goes on with what remains. */
  resume(run: StoredRun): void;
  cancel(run: StoredRun): Promise<void>;
  /** Another desk is shown: its run goes on, the former's waits until it is shown again. */
  show(accountId: string | null): Promise<void>;
  view(run: StoredRun): RefreshRun;
}

interface Active {
  readonly runId: number;
  readonly accountId: string;
  /** Aborted with the state the run is left in. */
  readonly halt: AbortController;
  readonly ended: Promise<void>;
}

/** Why a run was left; told apart from a cancel and from the end of the app by its class. */
class Halt extends Error {
  readonly state: RunState;
  constructor(state: RunState) {
    super(state);
    this.state = state;
  }
}

const PROGRESS_MS = 250;
const TIDY_ROWS = 400;
const WHITELIST_OLD_MS = 24 * 3_600_000;

export const createRefreshEngine = (deps: RefreshEngineDeps): RefreshEngine => {
  const { db, repository, jobs, clock, emit, gate, isShown } = deps;
  const throttle = createThrottle(clock, PROGRESS_MS);
  const pace = createPace();
  let active: Active | null = null;
  let growing = 0;

  const view = ({ accountId: _, ...run }: StoredRun): RefreshRun => {
    const isActive = active?.runId === run.runId;
    const waitingFor = isActive && run.state === 'running' ? gate.hindrance() : null;
    const left = run.total - run.done - run.failed;
    const canSay = isActive && run.state === 'running' && waitingFor === null;
    return { ...run, waitingFor, timeLeftMs: canSay ? pace.timeLeft(left, performance.now()) : null };
  };
  const tell = ({ accountId, runId }: Pick<StoredRun, 'accountId' | 'runId'>): void => {
    if (isShown(accountId)) emit('refresh.changed', view(repository.find(accountId, runId)));
  };

  /** Deletes what runs that are over have left, a slice at a time. */
  const tidy = async (accountId: string): Promise<void> => {
    while (repository.tidySome(accountId, TIDY_ROWS) > 0) await nextTurn();
  };

  const leave = (run: StoredRun, state: RunState, error: unknown = null): void => {
    const kept = error === null ? null : toKeptError(error);
    const isOver = state === 'done' || state === 'cancelled' || state === 'stopped';
    if (state === 'done') repository.settle(run.runId);
    repository.setState(run.runId, state, kept, isOver ? clock.now() : null);
    if (state === 'done' || state === 'cancelled') repository.forgetWishes(run.runId);
  };

  /** Writes down whom a wish is for. Until that is done it is kept, and may be taken up again. */
  const plan = async (run: StoredRun, wish: StoredWish, signal: AbortSignal): Promise<void> => {
    const { runId, accountId } = run;
    await planTargets(db, repository, { ...wish, runId, accountId }, { now: clock.now(), signal });
    repository.fulfil(wish.wishId);
  };

  /** How the job ends, having written down how the run does. */
  const endedBy = (run: StoredRun, error: unknown, signal: AbortSignal): JobOutcome => {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (isInterruption(reason)) return { state: 'interrupted', error: null };
    if (reason instanceof Halt) {
      leave(run, reason.state);
      return { state: reason.state === 'paused' ? 'paused' : 'interrupted', error: null };
    }
    if (signal.aborted) {
      leave(run, 'cancelled');
      return { state: 'cancelled', error: null };
    }
    leave(run, 'stopped', reason);
    const { done } = repository.find(run.accountId, run.runId);
    return { state: done > 0 ? 'partial' : 'failed', error: toKeptError(reason) };
  };

  const read = async (run: StoredRun, context: JobContext, signal: AbortSignal): Promise<void> => {
    const { runId, accountId, scope } = run;
    const progress = (): void => {
      const { done, failed, total } = repository.find(accountId, runId);
      context.progress(done + failed, total);
      throttle.attempt(() => tell(run));
    };
    progress();
    await readAll(
      {
        runId,
        accountId,
        whitelistBefore: scope === 'all' ? clock.now() - WHITELIST_OLD_MS : clock.now(),
        skipArchived: scope === 'all',
      },
      {
        ...{ repository, gate, readClient: deps.readClient },
        now: () => clock.now(),
        isGrowing: () => growing > 0,
        isArchived: (id) => db.get('SELECT 1 FROM clients WHERE id = ? AND archived = 1', id) !== undefined,
        noted: (clientId) => {
          pace.note(performance.now());
          deps.changedClients.add(clientId);
          progress();
        },
        waits: () => {
          pace.reset();
          tell(run);
        },
      },
      signal,
    );
  };

  const session = async (run: StoredRun, context: JobContext, halt: AbortSignal): Promise<JobOutcome> => {
    const signal = AbortSignal.any([context.signal, halt]);
    pace.reset();
    let outcome: JobOutcome;
    try {
      for (const wish of repository.wishes(run.runId)) await plan(run, wish, signal);
      repository.setState(run.runId, 'running', null, null);
      tell(run);
      await read(run, context, signal);
      leave(run, 'done');
      const { failed } = repository.find(run.accountId, run.runId);
      outcome = { state: failed === 0 ? 'done' : 'partial', error: null };
    } catch (error) {
      outcome = endedBy(run, error, signal);
    }
    deps.changedClients.flush();
    if (active?.runId === run.runId) active = null;
    tell(run);
    if (outcome.state !== 'interrupted') await tidy(run.accountId);
    return outcome;
  };

  const launch = (run: StoredRun): void => {
    const halt = new AbortController();
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const work = (context: JobContext): Promise<JobOutcome> => session(run, context, halt.signal).finally(end);
    active = { runId: run.runId, accountId: run.accountId, halt, ended };
    if (run.jobId !== null && jobs.proceed(run.jobId, run.accountId, work)) return;
    const { accountId, total, runId, scope } = run;
    const name = { what: 'refresh', clients: scope === 'all' ? null : total } as const;
    const job = { accountId, kind: 'refresh', name, total, targetId: runId } as const;
    repository.setJob(
      runId,
      db.transaction(() => jobs.start(job, work)),
    );
  };

  /** Writes further clients into a run; those who read it wait for them. */
  const grow = async (run: StoredRun, wish: Wish): Promise<void> => {
    const wishId = db.transaction(() => {
      if (wish.clientIds === null) repository.widen(run.runId);
      return repository.wish(run.runId, wish);
    });
    growing += 1;
    try {
      await plan(run, { ...wish, wishId }, new AbortController().signal);
    } finally {
      growing -= 1;
      gate.look();
    }
  };

  const halt = async (run: Pick<StoredRun, 'runId'>, state: RunState): Promise<void> => {
    if (active?.runId !== run.runId) return;
    active.halt.abort(new Halt(state));
    await active.ended;
  };

  const resume = (run: StoredRun): void => {
    if (active !== null) return;
    const isPlanned = repository.wishes(run.runId).length === 0;
    repository.setState(run.runId, isPlanned ? 'running' : 'planning', null, null);
    launch(run);
    tell(run);
  };

  return {
    view,
    resume,
    start: async (accountId, asked, origin) => {
      const open = repository.open(accountId);
      if (open === undefined) {
        const scope = asked.clientIds === null ? 'all' : 'selection';
        const runId = db.transaction(() => {
          const id = repository.insert({ accountId, scope, origin, startedAt: clock.now() });
          repository.wish(id, { ...asked, goFirst: false });
          return id;
        });
        launch({ ...repository.find(accountId, runId), total: asked.clientIds?.length ?? 0 });
        tell({ accountId, runId });
        return repository.find(accountId, runId);
      }
      await grow(open, { ...asked, goFirst: asked.clientIds !== null && open.scope === 'all' });
      if (active === null) resume(repository.find(accountId, open.runId));
      tell(open);
      return repository.find(accountId, open.runId);
    },
    pause: async (run) => {
      if (active?.runId === run.runId) await halt(run, 'paused');
      else if (run.state !== 'paused') repository.setState(run.runId, 'paused', null, null);
      tell(run);
    },
    cancel: async (run) => {
      if (active?.runId === run.runId && run.jobId !== null) {
        await jobs.cancel(run.jobId);
        return;
      }
      leave(run, 'cancelled');
      tell(run);
      await tidy(run.accountId);
    },
    show: async (accountId) => {
      if (active !== null && active.accountId !== accountId) await halt(active, 'running');
      if (accountId === null || active !== null) return;
      const open = repository.open(accountId);
      if (open !== undefined && goesOnByItself(open)) resume(open);
    },
  };
};

/** It was under way when the desk was left, or stopped for want of a token that may be there now. */
const goesOnByItself = ({ state, error }: StoredRun): boolean =>
  state === 'running' || state === 'planning' || (state === 'stopped' && TOKEN_TROUBLES.has(error?.kind ?? ''));
const TOKEN_TROUBLES: ReadonlySet<string> = new Set(['unauthorized', 'signed-out', 'keychain']);

/** For the handlers: a run that is over cannot go on. */
export const assertOpen = ({ state }: StoredRun): void => {
  if (state !== 'done' && state !== 'cancelled') return;
  throw new DeskError('conflict', 'This run is over.', { code: 'refresh-over' });
};

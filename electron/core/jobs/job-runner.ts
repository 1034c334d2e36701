import type { Job, JobState, KeptError } from '#shared/contract/jobs.ts';
import { DeskError } from '#shared/result.ts';
import type { Emit } from '../handlers.ts';
import type { Clock, Logger } from '../ports.ts';
import type { JobRepository, NewJob } from './job-repository.ts';
import { toKeptError } from './kept-error.ts';
import { createThrottle } from './throttle.ts';

const PROGRESS_INTERVAL_MS = 100;

export interface JobContext {
  readonly jobId: number;
  /** Aborted by a cancel, or with `interruption` when the app closes. */
  readonly signal: AbortSignal;
  /** How much is done, of the job's total, which may have grown. Told to the window about ten times a second. */
  progress(done: number, total?: number | null): void;
}

export interface JobOutcome {
  readonly state: Exclude<JobState, 'running'>;
  readonly error: KeptError | null;
}

export interface JobRunner {
  /** Records the job at once (joining the caller's transaction) and runs it after the caller's turn. */
  start(job: NewJob, run: (context: JobContext) => Promise<JobOutcome>): number;
  /** Goes on with a job that was paused or broken off; false when it is not known any more. */
  proceed(jobId: number, accountId: string, run: (context: JobContext) => Promise<JobOutcome>): boolean;
  /** Asks a running job to stop and waits until it has; one that has ended is left as it is. */
  cancel(jobId: number): Promise<void>;
  /** The same for every job of an account, because its token is about to be forgotten. */
  cancelAll(accountId: string): Promise<void>;
  /** Stops everything as interrupted, because the app closes. */
  close(): Promise<void>;
}

export interface JobRunnerDeps {
  readonly repository: JobRepository;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly logger: Logger;
  /** The window shows this account now: the jobs of another one are not told to it. */
  readonly isShown: (accountId: string) => boolean;
}

interface Running {
  readonly accountId: string;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

const cancelled = () => new DeskError('cancelled', 'The job was cancelled.');
/** The reason of a job's signal when the app closes; told apart from a cancel by its code. */
export const interruption = () => new DeskError('cancelled', 'The app was closed.', { code: 'interrupted' });

export const isInterruption = (reason: unknown): boolean =>
  reason instanceof DeskError && reason.details?.code === 'interrupted';

/** Runs long work that outlives its request: recorded, reported, cancelled, and never lost track of. */
export const createJobRunner = ({ repository, clock, emit, logger, isShown }: JobRunnerDeps): JobRunner => {
  const running = new Map<number, Running>();

  const tell = (jobId: number, accountId: string) => {
    const job: Job | undefined = isShown(accountId) ? repository.get(jobId) : undefined;
    if (job !== undefined) emit('jobs.changed', job);
  };

  const stop = async ({ abort, ended }: Running): Promise<void> => {
    abort.abort(cancelled());
    await ended;
  };

  const runToEnd = async (
    context: JobContext,
    accountId: string,
    run: (context: JobContext) => Promise<JobOutcome>,
  ): Promise<void> => {
    let outcome: JobOutcome;
    try {
      outcome = await run(context);
    } catch (error) {
      logger.error('a job failed', { job: context.jobId, error: error instanceof Error ? error.name : 'unknown' });
      outcome = { state: 'failed', error: toKeptError(error) };
    }
    running.delete(context.jobId);
    try {
      const finishedAt = outcome.state === 'paused' ? null : clock.now();
      repository.finish(context.jobId, outcome.state, outcome.error, finishedAt);
      tell(context.jobId, accountId);
    } catch (error) {
      // A full disk: the next start finds the job still `running` and says `interrupted`.
      logger.error('the end of a job was not stored', {
        job: context.jobId,
        error: error instanceof Error ? error.name : 'unknown',
      });
    }
  };

  const launch = (jobId: number, accountId: string, run: (context: JobContext) => Promise<JobOutcome>): void => {
    const abort = new AbortController();
    const throttle = createThrottle(clock, PROGRESS_INTERVAL_MS);
    const context: JobContext = {
      jobId,
      signal: abort.signal,
      progress: (done, total = null) => {
        repository.setProgress(jobId, done, total);
        throttle.attempt(() => tell(jobId, accountId));
      },
    };
    const ended = Promise.resolve().then(() => {
      tell(jobId, accountId);
      return runToEnd(context, accountId, run);
    });
    running.set(jobId, { accountId, abort, ended });
  };

  return {
    start: (job, run) => {
      const jobId = repository.insert(job, clock.now());
      launch(jobId, job.accountId, run);
      return jobId;
    },
    proceed: (jobId, accountId, run) => {
      if (running.has(jobId) || !repository.reopen(jobId)) return false;
      launch(jobId, accountId, run);
      return true;
    },
    cancel: async (jobId) => {
      const job = running.get(jobId);
      if (job !== undefined) await stop(job);
    },
    cancelAll: async (accountId) => {
      await Promise.all([...running.values()].filter((job) => job.accountId === accountId).map(stop));
    },
    close: async () => {
      for (const { abort } of running.values()) abort.abort(interruption());
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
};

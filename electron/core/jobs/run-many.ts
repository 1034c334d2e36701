import type { Job, JobState, JobSubject } from '#shared/contract/jobs.ts';
import { isInterruption, type JobRunner } from './job-runner.ts';
import { toKeptError } from './kept-error.ts';

/** Below this a change is over before anybody could look at its progress. */
const MANY = 1_000;
const PROGRESS_EVERY_MS = 100;

export interface ManyContext {
  /** Aborted when the user stops it, or the app closes. */
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

/** What is changed, for Activity. */
export interface ManyChange {
  readonly accountId: string;
  readonly subject: JobSubject;
  readonly total: number;
}

/** Runs a change and answers with its result; a large one is a job meanwhile, with progress and a way to stop it. */
export type RunMany = <T>(change: ManyChange, work: (context: ManyContext) => Promise<T>) => Promise<T>;

export interface JobWork<T> {
  readonly kind: Job['kind'];
  readonly work: (context: ManyContext & { readonly jobId: number }) => Promise<T>;
  /** How it ended, where that is not "done". */
  readonly endedAs?: (value: T) => Exclude<JobState, 'running'>;
}

/** Runs a change as a job of Activity, however small it is, and answers with its result. */
export type RunAsJob = <T>(change: ManyChange, job: JobWork<T>) => Promise<T>;

export const createJobWork =
  (jobs: JobRunner): RunAsJob =>
  <T>({ accountId, subject, total }: ManyChange, { kind, work, endedAs }: JobWork<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      jobs.start({ accountId, kind, name: subject, total, targetId: null }, async (context) => {
        let done = 0;
        let told = Number.NEGATIVE_INFINITY;
        const progress = (count: number): void => {
          done = count;
          // Each is a write to the database, beside thousands of small ones.
          if (performance.now() - told < PROGRESS_EVERY_MS) return;
          told = performance.now();
          context.progress(done);
        };
        let value: T;
        try {
          value = await work({ signal: context.signal, progress, jobId: context.jobId });
          context.progress(done);
          resolve(value);
        } catch (error) {
          reject(error);
          return { state: 'failed', error: toKeptError(error) };
        }
        const { aborted, reason } = context.signal;
        const state = aborted ? (isInterruption(reason) ? 'interrupted' : 'cancelled') : (endedAs?.(value) ?? 'done');
        return { state, error: null };
      });
    });

export const createManyRunner =
  (runAsJob: RunAsJob): RunMany =>
  (change, work) =>
    change.total < MANY
      ? work({ signal: new AbortController().signal, progress: () => {} })
      : runAsJob(change, { kind: 'changes', work });

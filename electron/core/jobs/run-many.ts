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
  readonly title: string;
  readonly total: number;
}

/** Runs a change and answers with its result; a large one is a job meanwhile, with progress and a way to stop it. */
export type RunMany = <T>(change: ManyChange, work: (context: ManyContext) => Promise<T>) => Promise<T>;

export const createManyRunner =
  (jobs: JobRunner): RunMany =>
  <T>({ accountId, title, total }: ManyChange, work: (context: ManyContext) => Promise<T>): Promise<T> => {
    if (total < MANY) return work({ signal: new AbortController().signal, progress: () => {} });
    return new Promise<T>((resolve, reject) => {
      jobs.start({ accountId, kind: 'changes', title, total, targetId: null }, async (context) => {
        let done = 0;
        let told = Number.NEGATIVE_INFINITY;
        const progress = (count: number): void => {
          done = count;
          // Each is a write to the database, beside thousands of small ones.
          if (performance.now() - told < PROGRESS_EVERY_MS) return;
          told = performance.now();
          context.progress(done);
        };
        try {
          const value = await work({ signal: context.signal, progress });
          context.progress(done);
          resolve(value);
        } catch (error) {
          reject(error);
          return { state: 'failed', error: toKeptError(error) };
        }
        const { aborted, reason } = context.signal;
        const state = aborted ? (isInterruption(reason) ? 'interrupted' : 'cancelled') : 'done';
        return { state, error: null };
      });
    });
  };

import type { RunState, RunSubject } from '#shared/contract/runs.ts';
import { endAfter, type RunEngine } from './run-engine.ts';
import type { RunEnd } from './run-repository.ts';

/** A smaller change is finished before a user could read its progress. */
const MANY = 1_000;
const PROGRESS_EVERY_MS = 100;

export interface ManyContext {
  /** Aborted when the user stops the change or the app closes. */
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

/** The change, with the fields that Activity shows. */
interface ManyChange {
  readonly accountId: string;
  readonly subject: RunSubject;
  readonly total: number;
}

export interface AnswerOf<T> {
  readonly kind: 'changes' | 'import';
  readonly work: (context: ManyContext & { readonly runId: number }) => Promise<T>;
  /** The end of the run, if it is not always "done". */
  readonly endedAs?: (value: T) => Extract<RunState, 'done' | 'partial' | 'cancelled'>;
}

/** The part of the engine that starts runs, which is all that a change needs. */
export type RunStarter = Pick<RunEngine, 'start'>;

/** Makes a change as a run, however small it is, and resolves with its result. */
export const runForAnswer = <T>(
  engine: RunStarter,
  { accountId, subject, total }: ManyChange,
  { kind, work, endedAs }: AnswerOf<T>,
): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    engine.start({ accountId, kind, name: subject, total }, async ({ runId, signal, ...context }): Promise<RunEnd> => {
      let done = 0;
      let reportedAt = Number.NEGATIVE_INFINITY;
      const progress = (count: number): void => {
        done = count;
        // Each report is a write to the database, in addition to thousands of small ones.
        if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
        reportedAt = performance.now();
        context.progress(done);
      };
      let value: T;
      try {
        value = await work({ signal, progress, runId });
        context.progress(done);
        resolve(value);
      } catch (error) {
        reject(error);
        throw error;
      }
      return signal.aborted ? endAfter(signal.reason) : { state: endedAs?.(value) ?? 'done', error: null };
    });
  });

/** Makes a large change as a run, and a small one directly. */
export const runMany = <T>(
  engine: RunStarter,
  change: ManyChange,
  work: (context: ManyContext) => Promise<T>,
): Promise<T> =>
  change.total < MANY
    ? work({ signal: new AbortController().signal, progress: () => {} })
    : runForAnswer(engine, change, { kind: 'changes', work });

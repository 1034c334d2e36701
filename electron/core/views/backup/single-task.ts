import type { CommonDeps } from '#core/context.ts';
import { createThrottle } from '#core/platform/async/throttle.ts';
import type { BackupTask } from '#shared/contract/backup.ts';
import { DeskError } from '#shared/result.ts';

export interface TaskContext {
  readonly signal: AbortSignal;
  /** In bytes; published to the window about ten times a second. */
  progress(done: number, total: number): void;
}

const INTERVAL_MS = 100;

/** Returns the error for a second task while one is running. */
export const backupBusy = (): DeskError =>
  new DeskError('conflict', 'Another backup is at work.', { code: 'backup-busy' });

export type SingleTask = ReturnType<typeof createSingleTask>;

/**
 * Creates the only slot for long tasks on the whole desk. They belong to no account, so they are not runs of Activity.
 */
export const createSingleTask = ({ clock, emit }: CommonDeps<'clock' | 'emit'>) => {
  let current: BackupTask | null = null;
  let running: { readonly abort: AbortController; readonly ended: Promise<unknown> } | null = null;

  const become = (task: BackupTask | null): void => {
    current = task;
  };
  const tell = (): void => emit('backup.progress', { task: current });

  return {
    current: (): BackupTask | null => current,
    /** Runs a task. Throws `conflict` (`backup-busy`) while another one runs. */
    run: async <T>(kind: BackupTask['kind'], work: (context: TaskContext) => Promise<T>): Promise<T> => {
      if (running !== null) throw backupBusy();
      const abort = new AbortController();
      const throttle = createThrottle(clock, INTERVAL_MS);
      become({ kind, done: 0, total: 0 });
      const working = work({
        signal: abort.signal,
        progress: (done, total) => {
          become({ kind, done, total });
          throttle.attempt(tell);
        },
      });
      running = { abort, ended: working.catch(() => {}) };
      throttle.force(tell);
      try {
        return await working;
      } finally {
        running = null;
        become(null);
        tell();
      }
    },
    /** Cancels the running task and waits until it has ended. */
    cancel: async (): Promise<void> => {
      running?.abort.abort(new DeskError('cancelled', 'The backup task was cancelled.'));
      await running?.ended;
    },
  };
};

import type { DeskContext } from '#core/context.ts';
import { createGate } from './gate.ts';
import { createRunEngine } from './run-engine.ts';
import { getRun, interruptLeftovers, setRunDismissed } from './run-repository.ts';

export type Runs = ReturnType<typeof createRuns>;

interface RunsDeps {
  /** Whether the window shows this account. */
  readonly isShown: (accountId: string) => boolean;
}

/** Creates the parts that all runs share. Runs that were active when the app last ended become `interrupted`. */
export const createRuns = (context: DeskContext, { isShown }: RunsDeps) => {
  const { db, clock, bus } = context;
  interruptLeftovers(db, clock.now());
  const gate = createGate(context);
  const engine = createRunEngine({ ...context, gate, isShown });

  bus.onSignal('connection.returned', gate.look);
  bus.on('settings.changed', gate.look);

  return {
    /** The engine for features with long work. Close it before the database. */
    engine,
    gate,
    /** Marks ended runs as seen, so that they no longer ask for the user's attention. */
    dismiss: (accountId: string, runIds: readonly number[]): void => {
      for (const runId of runIds) {
        const run = getRun(db, runId);
        if (run?.accountId !== accountId || run.finishedAt === null) continue;
        setRunDismissed(db, runId, true);
        if (isShown(accountId)) bus.emit('runs.changed', engine.view({ ...run, dismissed: true }));
      }
    },
  };
};

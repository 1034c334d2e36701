import type { DeskContext } from '#core/context.ts';
import { createGate } from './gate.ts';
import { createRunEngine } from './run-engine.ts';
import { createRunForAnswer, createRunMany } from './run-many.ts';
import { createRunRepository } from './run-repository.ts';

export type Runs = ReturnType<typeof createRuns>;

interface RunsDeps {
  /** Whether the window shows this account. */
  readonly isShown: (accountId: string) => boolean;
  /** Lines are still being written down for the run. */
  readonly isPlanning: (runId: number) => boolean;
}

/** Creates the parts that all runs share. Runs that were active when the app last ended become `interrupted`. */
export const createRuns = (context: DeskContext, { isShown, isPlanning }: RunsDeps) => {
  const { db, clock, bus } = context;
  const repository = createRunRepository(db);
  repository.interruptLeftovers(clock.now());
  const gate = createGate(context);
  const engine = createRunEngine({ ...context, repository, gate, isShown, isPlanning });
  const runForAnswer = createRunForAnswer(engine);

  bus.onSignal('connection.returned', gate.look);
  bus.on('settings.changed', gate.look);

  return {
    /** The engine for features with long work. Close it before the database. */
    engine,
    repository,
    gate,
    runForAnswer,
    runMany: createRunMany(runForAnswer),
    /** Marks ended runs as seen, so that they no longer ask for the user's attention. */
    dismiss: (accountId: string, runIds: readonly number[]): void => {
      for (const runId of runIds) {
        const run = repository.get(runId);
        if (run?.accountId !== accountId || run.finishedAt === null) continue;
        repository.setDismissed(runId, true);
        if (isShown(accountId)) bus.emit('runs.changed', engine.view({ ...run, dismissed: true }));
      }
    },
  };
};

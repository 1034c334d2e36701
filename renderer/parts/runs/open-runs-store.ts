import { create } from 'zustand';
import type { Run } from '#shared/contract/runs.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { call, subscribe } from '../../bridge/desk.ts';
import { registerRetry } from '../../bridge/unhandled-errors.ts';

/**
 * The unfinished work of the open desk, newest first: running runs, and a refresh with clients left to read. Activity
 * reads the complete list itself.
 */
export const useOpenRuns = create<{ readonly runs: readonly Run[] }>(() => ({ runs: [] }));

const isOpen = (run: Run): boolean => run.state === 'running' || (run.kind === 'refresh' && isHalted(run));

/** The refresh with clients left to read, whether it is running or paused. */
export const useOpenRefresh = (): Run | undefined =>
  useOpenRuns(({ runs }) => runs.find(({ kind }) => kind === 'refresh'));

const note = (run: Run): void => {
  const others = useOpenRuns.getState().runs.filter(({ id }) => id !== run.id);
  const runs = isOpen(run) ? [...others, run].sort((a, b) => b.id - a.id) : others;
  useOpenRuns.setState({ runs });
};

/** Follows the runs that are open. Call once, at start. */
export const hydrateRuns = async (): Promise<void> => {
  const updatedIds = new Set<number>();
  subscribe('runs.changed', (run) => {
    updatedIds.add(run.id);
    note(run);
  });
  const ask = async (): Promise<void> => {
    const result = await call('runs.list', { show: 'open', offset: 0, limit: 100 });
    if (!result.ok) {
      registerRetry(result.error, () => void ask());
      return;
    }
    // An event that arrived before the answer is newer than the answer.
    for (const run of result.value.rows) if (!updatedIds.has(run.id)) note(run);
  };
  await ask();
};

import { create } from 'zustand';
import type { Job } from '#shared/contract/jobs.ts';
import { call, subscribe } from '../bridge/desk.ts';
import { offerAgain } from '../bridge/untold.ts';

/** Jobs that run now, by id: for the status bar. The Activity screen reads the whole list itself. */
export const useRunningJobs = create<{ readonly jobs: ReadonlyMap<number, Job> }>(() => ({ jobs: new Map() }));

const note = (job: Job): void => {
  const jobs = new Map(useRunningJobs.getState().jobs);
  // A refresh has a place of its own in the status bar.
  if (job.kind === 'refresh') return;
  if (job.state === 'running') jobs.set(job.id, job);
  else jobs.delete(job.id);
  useRunningJobs.setState({ jobs });
};

export const hydrateJobs = async (): Promise<void> => {
  const told = new Set<number>();
  subscribe('jobs.changed', (job) => {
    told.add(job.id);
    note(job);
  });
  const ask = async (): Promise<void> => {
    const result = await call('jobs.list', { offset: 0, limit: 100 });
    if (!result.ok) {
      offerAgain(result.error, () => void ask());
      return;
    }
    // What was told of a job while the answer was on its way is newer than the answer.
    for (const job of result.value.rows) if (job.state === 'running' && !told.has(job.id)) note(job);
  };
  await ask();
};

import { create } from 'zustand';
import type { Job } from '#shared/contract/jobs.ts';
import { call, subscribe } from '../bridge/desk.ts';

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
  subscribe('jobs.changed', note);
  const result = await call('jobs.list', { offset: 0, limit: 100 });
  if (!result.ok) return;
  for (const job of result.value.rows) if (job.state === 'running') note(job);
};

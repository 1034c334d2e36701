import type { Job } from '#shared/contract/jobs.ts';
import { DeskError } from '#shared/result.ts';
import type { Session } from '../account/session.ts';
import type { Emit, FeatureHandlers } from '../handlers.ts';
import type { Clock, Logger } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import { createJobRepository } from './job-repository.ts';
import { createJobRunner, type JobRunner } from './job-runner.ts';

export interface JobsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly logger: Logger;
  readonly session: Session;
  /** The window shows this account now. */
  readonly isShown: (accountId: string) => boolean;
}

export interface Jobs {
  readonly handlers: FeatureHandlers<'jobs'>;
  /** For the features that have long work to do. Close it before the database. */
  readonly runner: JobRunner;
  /** Those that have ended ask for no look any more. */
  dismiss(accountId: string, jobIds: readonly number[]): void;
}

/** The feature "jobs" (Activity). What was running when the app last ended is `interrupted` from now on. */
export const createJobs = ({ db, clock, emit, logger, session, isShown }: JobsDeps): Jobs => {
  const repository = createJobRepository(db);
  repository.interruptLeftovers(clock.now());
  const runner = createJobRunner({ repository, clock, emit, logger, isShown });
  const find = (jobId: number): Job => {
    const job = repository.belongsTo(session.accountId(), jobId) ? repository.get(jobId) : undefined;
    if (job === undefined) throw new DeskError('not-found', 'There is no such job.', { code: 'job' });
    return job;
  };
  return {
    runner,
    dismiss: (accountId, jobIds) => {
      for (const jobId of jobIds) {
        const job = repository.belongsTo(accountId, jobId) ? repository.get(jobId) : undefined;
        if ((job?.finishedAt ?? null) === null || job === undefined) continue;
        repository.setDismissed(jobId, true);
        if (isShown(accountId)) emit('jobs.changed', { ...job, dismissed: true });
      }
    },
    handlers: {
      'jobs.list': ({ troubled, sort, offset, limit }) =>
        troubled
          ? repository.troubled(session.accountId(), clock.now(), sort, offset, limit)
          : repository.page(session.accountId(), sort, offset, limit),
      'jobs.get': ({ jobId }) => find(jobId),
      'jobs.dismiss': ({ jobId, dismissed }) => {
        repository.setDismissed(find(jobId).id, dismissed);
        const job = find(jobId);
        emit('jobs.changed', job);
        return job;
      },
      'jobs.cancel': async ({ jobId }) => {
        await runner.cancel(find(jobId).id);
        return find(jobId);
      },
    },
  };
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobRepository, type JobRepository } from '#core/jobs/job-repository.ts';
import { createJobRunner, type JobContext, type JobOutcome, type JobRunner } from '#core/jobs/job-runner.ts';
import type { Clock } from '#core/ports.ts';
import type { Database } from '#core/storage/database.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { DeskError } from '#shared/result.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';

const DONE: JobOutcome = { state: 'done', error: null };

let folder: string;
let db: Database;
let repository: JobRepository;
let runner: JobRunner;
let told: Job[];
let now: number;
let shown: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jobs-'));
  db = openDeskDatabase(['a'], join(folder, 'test.db'));
  told = [];
  now = 1_000;
  shown = 'a';
  const clock: Clock = { now: () => now, sleep: async () => {} };
  repository = createJobRepository(db);
  const silent = () => {};
  runner = createJobRunner({
    repository,
    clock,
    emit: (_name, payload) => void told.push(payload as Job),
    logger: { info: silent, warn: silent, error: silent },
    isShown: (accountId) => accountId === shown,
  });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const start = (run: (context: JobContext) => Promise<JobOutcome>) =>
  runner.start({ accountId: 'a', kind: 'generate', name: 'T', total: 10, targetId: null }, run);

const untilAborted = ({ signal }: JobContext) =>
  new Promise<JobOutcome>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('the job runner', () => {
  it('is recorded before it runs, and told when it ends', async () => {
    let end: (outcome: JobOutcome) => void = () => {};
    const jobId = start(() => new Promise((resolve) => (end = resolve)));
    await Promise.resolve();
    expect(repository.get(jobId)).toMatchObject({ state: 'running', startedAt: 1_000, finishedAt: null });
    now = 2_000;
    end(DONE);
    await runner.cancel(jobId);
    expect(repository.get(jobId)).toMatchObject({ state: 'done', finishedAt: 2_000 });
    expect(told.map((job) => job.state)).toEqual(['running', 'done']);
  });

  it('tells progress about ten times a second, however fast it goes', async () => {
    const jobId = start(async ({ progress }) => {
      for (let done = 1; done <= 10; done += 1) {
        now += 30;
        progress(done);
      }
      return DONE;
    });
    await runner.cancel(jobId);
    expect(told.map((job) => job.done)).toEqual([0, 1, 5, 9, 10]);
  });

  it('keeps the reason of a failure, and nothing of an error that is not ours', async () => {
    const kept = start(() => Promise.reject(new DeskError('offline', 'no connection', { code: 'dns' })));
    const other = start(() => Promise.reject(new Error('token abc')));
    await Promise.all([runner.cancel(kept), runner.cancel(other)]);
    expect(repository.get(kept)).toMatchObject({
      state: 'failed',
      error: { kind: 'offline', details: { code: 'dns' } },
    });
    expect(JSON.stringify(repository.get(other))).not.toContain('token');
  });

  it('tells nothing to the window of another account', async () => {
    shown = 'b';
    const jobId = start(async ({ progress }) => {
      progress(5);
      return DONE;
    });
    await runner.close();
    expect(told).toEqual([]);
    expect(repository.get(jobId)).toMatchObject({ state: 'done', done: 5 });
  });

  it('waits for everything to stop when the app closes', async () => {
    let stopped = false;
    const jobId = start((context) =>
      untilAborted(context).catch((reason: unknown) => {
        stopped = reason instanceof DeskError && reason.details?.code === 'interrupted';
        return { state: 'interrupted', error: null };
      }),
    );
    await runner.close();
    expect(stopped).toBe(true);
    expect(repository.get(jobId)?.state).toBe('interrupted');
  });

  it('takes what was running at the last end for interrupted', () => {
    const jobId = repository.insert({ accountId: 'a', kind: 'generate', name: 'T', total: 1, targetId: null }, 5);
    repository.interruptLeftovers(9);
    expect(repository.get(jobId)).toMatchObject({ state: 'interrupted', finishedAt: 9 });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createListsLines, type ListsRun } from '#core/runs/lists/lists-lines.ts';
import { createRefreshLines } from '#core/runs/refresh/refresh-lines.ts';
import { createRunRepository } from '#core/runs/run-repository.ts';
import { type Database, openDatabase } from '#core/storage/database.ts';
import { runs } from '#core/storage/migrations/020-runs.ts';
import { MIGRATIONS } from '#core/storage/migrations/index.ts';
import { addAccount, runMigrations } from '../../../support/desk-database.ts';

const BEFORE = MIGRATIONS.indexOf(runs);
const ALL = { offset: 0, limit: 100 };
const SORT = { by: 'started', direction: 'asc' } as const;

let db: Database;
beforeEach(() => {
  db = openDatabase(':memory:');
  runMigrations(db, 0, BEFORE);
  addAccount(db, 'a');
  for (const id of [1, 2, 3]) {
    db.run(
      `INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
       VALUES (?1, 'a', ?1, 'k' || ?1, 'C' || ?1, '', '', 0, 0)`,
      id,
    );
  }
});
afterEach(() => db.close());

const job = (kind: string, state: string, targetId: number | null, startedAt: number): number =>
  db.run(
    `INSERT INTO jobs (account_id, kind, title, state, done, total, target_id, started_at, finished_at)
     VALUES ('a', ?, 'T', ?, 1, 2, ?, ?, ?)`,
    kind,
    state,
    targetId,
    startedAt,
    state === 'running' ? null : startedAt,
  ).lastId;
const refresh = (state: string, scope: string, jobId: number | null, startedAt: number, failed = 0): number =>
  db.run(
    `INSERT INTO refresh_runs (account_id, scope, origin, state, total, done, failed, job_id, started_at)
     VALUES ('a', ?, 'user', ?, 3, 1, ?, ?, ?)`,
    scope,
    state,
    failed,
    jobId,
    startedAt,
  ).lastId;
const target = (runId: number, clientId: number, rank: number, failedAt: number | null): void => {
  db.run(
    'INSERT INTO refresh_targets (run_id, client_id, rank, sort, error_json, failed_at) VALUES (?, ?, ?, 0, ?, ?)',
    runId,
    clientId,
    rank,
    failedAt === null ? null : '{"kind":"server","message":""}',
    failedAt,
  );
};
const upgrade = () => {
  runMigrations(db, BEFORE);
  return { repository: createRunRepository(db), lines: createRefreshLines(db) };
};

describe('the runs of a desk of an earlier version', () => {
  it('are its jobs, by the names of today, each with how it ended', () => {
    const id = job('generate', 'partial', 7, 1);
    job('changes', 'done', null, 2);
    db.run("INSERT INTO import_reports (job_id, file_name, header_json) VALUES (?, 'f.csv', '[]')", id);
    const { repository } = upgrade();
    expect(repository.page('a', 'all', 3, SORT, ALL).rows).toMatchObject([
      { id, kind: 'list', state: 'partial', targetId: 7, done: 1, total: 2, title: 'T' },
      { kind: 'changes', state: 'done' },
    ]);
    expect(db.get('SELECT file_name AS name FROM import_reports WHERE run_id = ?', id)).toEqual({ name: 'f.csv' });
  });

  it('go on with a refresh that was under way: who waits, who failed, and who was only asked for', () => {
    const jobId = job('refresh', 'running', 1, 5);
    const runId = refresh('running', 'all', jobId, 5, 1);
    target(runId, 1, 2, null);
    target(runId, 2, 1, null);
    target(runId, 3, 2, 9);
    db.run("INSERT INTO refresh_wishes (run_id, client_ids, go_first) VALUES (?, '[1,2]', 1)", runId);
    const { repository, lines } = upgrade();
    const run = repository.newestOpen('a', 'refresh');
    expect(run).toMatchObject({
      id: jobId,
      state: 'interrupted',
      params: { scope: 'all' },
      done: 2,
      failed: 1,
      total: 3,
    });
    expect(lines.next(jobId, 10)).toEqual([2, 1]);
    expect(lines.failures(jobId, 0, 10)).toMatchObject([{ clientId: 3, at: 9, error: { kind: 'server' } }]);
    expect(lines.wishes(jobId)).toMatchObject([{ clientIds: [1, 2], goFirst: true }]);
  });

  it('keep one that is paused paused, and find one that Activity was not told of yet', () => {
    const paused = job('refresh', 'paused', 1, 5);
    refresh('paused', 'selection', paused, 5);
    refresh('planning', 'all', null, 8);
    const { repository } = upgrade();
    expect(repository.find('a', paused)).toMatchObject({ state: 'paused', params: { scope: 'selection' } });
    expect(repository.newestOpen('a', 'refresh')).toMatchObject({ state: 'interrupted', startedAt: 8 });
  });

  it('do not go on with what a crash had told Activity alone: nobody knows whom it was for', () => {
    job('refresh', 'running', 1, 5);
    const second = job('refresh', 'done', 1, 6);
    refresh('done', 'all', second, 5);
    const { repository } = upgrade();
    repository.interruptLeftovers(7);
    expect(repository.newestOpen('a', 'refresh')).toBeUndefined();
  });

  it('remember when all clients were last read, or none had to be', () => {
    const over = job('refresh', 'done', 1, 5);
    refresh('done', 'all', over, 5);
    expect(upgrade().lines.lastFullStart('a')).toBe(5);
    db.run('UPDATE accounts SET refresh_checked_at = 9');
    expect(createRefreshLines(db).lastFullStart('a')).toBe(9);
  });

  it('know of a check that found nothing to read', () => {
    refresh('done', 'all', null, 12);
    const { repository, lines } = upgrade();
    expect(lines.lastFullStart('a')).toBe(12);
    expect(repository.page('a', 'all', 13, SORT, ALL).total).toBe(0);
  });
});

describe('the lists for many of a desk of an earlier version', () => {
  const PARAMS =
    '{"kind":"export","output":{"mode":"files","variant":"domain","template":"{client}.txt"},"formatId":null}';
  const batch = (state: string, reason: string | null, jobId: number | null): number =>
    db.run(
      `INSERT INTO batches (account_id, params_json, state, stop_reason, place, job_id, created_at)
       VALUES ('a', ?, ?, ?, '/folder', ?, 3)`,
      PARAMS,
      state,
      reason,
      jobId,
    ).lastId;
  const item = (batchId: number, index: number, state: string): void => {
    db.run(
      `INSERT INTO batch_items (batch_id, item, state, client_id, client_name, client_key, lines, file_name, retryable)
       VALUES (?, ?, ?, 1, 'Anna', 'k1', 5, 'Anna.txt', ?)`,
      batchId,
      index,
      state,
      state === 'failed' ? 1 : 0,
    );
  };
  const listsOf = () => {
    const { repository } = upgrade();
    return { repository, lines: createListsLines(db) };
  };

  it('go on where they stopped, one run for all that were started of it', () => {
    job('batch', 'cancelled', 1, 4);
    const last = job('batch', 'running', 1, 6);
    const id = batch('running', null, last);
    item(id, 0, 'done');
    item(id, 1, 'running');
    item(id, 2, 'waiting');
    const { repository, lines } = listsOf();
    const { rows } = repository.page('a', 'all', 9, SORT, ALL);
    expect(rows).toMatchObject([{ id: last, kind: 'lists', state: 'interrupted', done: 1, total: 3, startedAt: 3 }]);
    expect(lines.next(last)).toMatchObject({ line: 1, clientName: 'Anna', fileName: 'Anna.txt' });
    expect(lines.detail(rows[0] as ListsRun)).toMatchObject({
      params: { kind: 'export' },
      counts: { done: 1, waiting: 2, running: 0 },
      place: '/folder',
      lines: 15,
    });
  });

  it('say why they stand, and what can be tried again', () => {
    const states = [
      ['stopped', 'cancelled', 'paused', null],
      ['stopped', 'interrupted', 'interrupted', null],
      ['stopped', 'failures', 'stopped', 'failures'],
      ['finished', null, 'partial', null],
    ] as const;
    for (const [state, reason] of states) item(batch(state, reason, job('batch', 'partial', 1, 4)), 0, 'failed');
    const { repository, lines } = listsOf();
    const { rows } = repository.page('a', 'all', 9, { by: 'started', direction: 'asc' }, ALL);
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual(states.map(([, , now, why]) => [now, why]));
    expect(lines.detail(rows[0] as ListsRun).retryable).toBe(1);
  });

  it('forget one that was never begun', () => {
    item(batch('stopped', null, null), 0, 'waiting');
    expect(listsOf().repository.page('a', 'all', 9, SORT, ALL).total).toBe(0);
    expect(db.get('SELECT count(*) AS n FROM run_lines')).toEqual({ n: 0 });
  });
});

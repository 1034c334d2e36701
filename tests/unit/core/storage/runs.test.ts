import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRun, getRun, interruptLeftovers, newestOpenRun, pageOfRuns } from '#core/engine/run-repository.ts';
import { type ListsRun, listsDetailOf, nextListsLine } from '#core/jobs/lists/lists-lines.ts';
import { type PurchasesRun, pageOfLines, plannedCharge, termsOf } from '#core/jobs/purchases/charges.ts';
import { detailOf } from '#core/jobs/purchases/detail.ts';
import { lastFullStart, nextRefreshLines, openRequests, refreshFailures } from '#core/jobs/refresh/refresh-lines.ts';
import { readTimeline } from '#core/money/purchases/timeline.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { runs } from '#core/platform/sqlite/earlier/migrations/020-runs.ts';
import { addAccount, runEarlierMigrations, runLaterMigrations } from '../../../support/desk-database.ts';

const BEFORE = EARLIER_MIGRATIONS.indexOf(runs);
const ALL = { offset: 0, limit: 100 };
const SORT = { by: 'started', direction: 'asc' } as const;

let db: Database;
beforeEach(() => {
  db = openDatabase(':memory:');
  runEarlierMigrations(db, 0, BEFORE);
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
const upgrade = (): void => {
  runEarlierMigrations(db, BEFORE);
  runLaterMigrations(db);
};

describe('the runs of a desk of an earlier version', () => {
  it("are its jobs, by today's names, each with its end", () => {
    const id = job('generate', 'partial', 7, 1);
    job('changes', 'done', null, 2);
    db.run("INSERT INTO import_reports (job_id, file_name, header_json) VALUES (?, 'f.csv', '[]')", id);
    upgrade();
    expect(pageOfRuns(db, 'a', 'all', 3, SORT, ALL).rows).toMatchObject([
      { id, kind: 'list', state: 'partial', targetId: 7, done: 1, total: 2, title: 'T' },
      { kind: 'changes', state: 'done' },
    ]);
    expect(db.get('SELECT file_name AS name FROM import_reports WHERE run_id = ?', id)).toEqual({ name: 'f.csv' });
  });

  it('continue a refresh that was under way, with the waiting, the failed and the individually requested clients', () => {
    const jobId = job('refresh', 'running', 1, 5);
    const runId = refresh('running', 'all', jobId, 5, 1);
    target(runId, 1, 2, null);
    target(runId, 2, 1, null);
    target(runId, 3, 2, 9);
    db.run("INSERT INTO refresh_wishes (run_id, client_ids, go_first) VALUES (?, '[1,2]', 1)", runId);
    upgrade();
    const run = newestOpenRun(db, 'a', 'refresh');
    expect(run).toMatchObject({
      id: jobId,
      state: 'interrupted',
      params: { scope: 'all' },
      done: 2,
      failed: 1,
      total: 3,
    });
    expect(nextRefreshLines(db, jobId, 10)).toEqual([2, 1]);
    expect(refreshFailures(db, jobId, 0, 10)).toMatchObject([{ clientId: 3, at: 9, error: { kind: 'server' } }]);
    expect(openRequests(db, jobId)).toMatchObject([{ clientIds: [1, 2], goFirst: true }]);
  });

  it('keep a paused refresh paused, and include one that Activity did not know yet', () => {
    const paused = job('refresh', 'paused', 1, 5);
    refresh('paused', 'selection', paused, 5);
    refresh('planning', 'all', null, 8);
    upgrade();
    expect(findRun(db, 'a', paused)).toMatchObject({ state: 'paused', params: { scope: 'selection' } });
    expect(newestOpenRun(db, 'a', 'refresh')).toMatchObject({ state: 'interrupted', startedAt: 8 });
  });

  it('do not continue a run that a crash left to Activity alone, because nobody knows its clients', () => {
    job('refresh', 'running', 1, 5);
    const second = job('refresh', 'done', 1, 6);
    refresh('done', 'all', second, 5);
    upgrade();
    interruptLeftovers(db, 7);
    expect(newestOpenRun(db, 'a', 'refresh')).toBeUndefined();
  });

  it('remember when all clients were last read, or that none had to be', () => {
    const over = job('refresh', 'done', 1, 5);
    refresh('done', 'all', over, 5);
    upgrade();
    expect(lastFullStart(db, 'a')).toBe(5);
    db.run('UPDATE accounts SET refresh_checked_at = 9');
    expect(lastFullStart(db, 'a')).toBe(9);
  });

  it('include a check that found nothing to read', () => {
    refresh('done', 'all', null, 12);
    upgrade();
    expect(lastFullStart(db, 'a')).toBe(12);
    expect(pageOfRuns(db, 'a', 'all', 13, SORT, ALL).total).toBe(0);
  });
});

describe('a bulk action of an earlier version', () => {
  it('is still shown in the list of runs and in the history of a client', () => {
    const named = { what: 'clients', deed: 'archive', clients: 2 };
    const id = job('changes', 'done', null, 10);
    db.run('UPDATE jobs SET subject_json = ? WHERE id = ?', JSON.stringify(named), id);
    const plain = job('import', 'done', null, 20);
    db.run('UPDATE jobs SET subject_json = ? WHERE id = ?', '{"what":"import","fileName":"c.csv"}', plain);
    db.run('INSERT INTO client_events (client_id, at, deed_json) VALUES (1, 5, \'{"what":"password-reset"}\')');
    upgrade();
    expect(getRun(db, id)?.subject).toEqual({ what: 'clients', action: 'archive', clients: 2 });
    expect(getRun(db, plain)?.subject).toEqual({ what: 'import', fileName: 'c.csv' });
    const timeline = readTimeline(db, 1, ALL, () => {
      throw new Error('there is no purchase');
    });
    expect(timeline.rows[0]).toMatchObject({ kind: 'event', at: 5, event: { what: 'password-reset' } });
  });
});

describe('the bulk lists of a desk of an earlier version', () => {
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
  it('continue where they stopped, as one run for everything that was started together', () => {
    job('batch', 'cancelled', 1, 4);
    const last = job('batch', 'running', 1, 6);
    const id = batch('running', null, last);
    item(id, 0, 'done');
    item(id, 1, 'running');
    item(id, 2, 'waiting');
    upgrade();
    const { rows } = pageOfRuns(db, 'a', 'all', 9, SORT, ALL);
    expect(rows).toMatchObject([{ id: last, kind: 'lists', state: 'interrupted', done: 1, total: 3, startedAt: 3 }]);
    expect(nextListsLine(db, last)).toMatchObject({ line: 1, clientName: 'Anna', fileName: 'Anna.txt' });
    expect(listsDetailOf(db, rows[0] as ListsRun)).toMatchObject({
      params: { kind: 'export' },
      counts: { done: 1, waiting: 2, running: 0 },
      place: '/folder',
      lines: 15,
    });
  });

  it('say why they halted, and what can be tried again', () => {
    const states = [
      ['stopped', 'cancelled', 'paused', null],
      ['stopped', 'interrupted', 'interrupted', null],
      ['stopped', 'failures', 'stopped', 'failures'],
      ['finished', null, 'partial', null],
    ] as const;
    for (const [state, reason] of states) item(batch(state, reason, job('batch', 'partial', 1, 4)), 0, 'failed');
    const why = { kind: 'server', message: '', details: { code: 'batch-failures' } };
    db.run("UPDATE batches SET error_json = ? WHERE stop_reason = 'failures'", JSON.stringify(why));
    upgrade();
    const { rows } = pageOfRuns(db, 'a', 'all', 9, { by: 'started', direction: 'asc' }, ALL);
    expect(rows[2]?.error).toEqual({ ...why, details: { code: 'run-failures' } });
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual(states.map(([, , now, why]) => [now, why]));
    expect(listsDetailOf(db, rows[0] as ListsRun).retryable).toBe(1);
  });

  it('forget a run that never began', () => {
    item(batch('stopped', null, null), 0, 'waiting');
    upgrade();
    expect(pageOfRuns(db, 'a', 'all', 9, SORT, ALL).total).toBe(0);
    expect(db.get('SELECT count(*) AS n FROM run_lines')).toEqual({ n: 0 });
  });
});

describe('the bulk purchases of a desk of an earlier version', () => {
  const PARAMS = '{"kind":"traffic","poolType":"mobile","gb":1}';
  const bulk = (state: string, reason: string | null, jobId: number | null, at = 3): number =>
    db.run(
      `INSERT INTO bulk_runs (account_id, params_json, state, stop_reason, error_json, cap_kopecks, balance_kopecks,
         prices_as_of, dates_as_of, job_id, ledger_mark, created_at, started_at, finished_at)
       VALUES ('a', ?, ?, ?, ?, 900, 5000, 2, 1, ?, 4, ?, ?, 8)`,
      PARAMS,
      state,
      reason,
      reason === 'cap' ? '{"kind":"conflict","message":"","details":{"code":"bulk-cap"}}' : null,
      jobId,
      at - 1,
      at,
    ).lastId;
  const charge = (
    runId: number,
    number: number,
    about: { purchase?: number; skipped?: number; problem?: string } = {},
  ) => {
    db.run(
      `INSERT INTO bulk_charges (run_id, charge, order_json, target_json, price_kopecks, former_kopecks, skipped,
         problem_json, purchase_id) VALUES (?, ?, '{"kind":"traffic"}', '{"ends":[],"found":2}', 100, 90, ?, ?, ?)`,
      runId,
      number,
      about.skipped ?? 0,
      about.problem ?? null,
      about.purchase ?? null,
    );
    line(runId, number, number);
  };
  const line = (runId: number, number: number, of: number | null): void => {
    db.run(
      `INSERT INTO bulk_lines (run_id, line, charge, problem_json, client_id, client_name, messenger_id, client_key,
         target, proxy_id, service_id, expires_at, price_kopecks)
       VALUES (?, ?, ?, ?, 1, 'Anna', 1, 'k1', 'uuid', 6, 7, 8, 100)`,
      runId,
      number,
      of,
      of === null ? '{"code":"disabled","words":""}' : null,
    );
  };
  const purchase = (outcome: string, basis: string | null): number =>
    db.run(
      `INSERT INTO purchases (account_id, kind, order_json, client_id, client_name, messenger_id, client_key,
         price_kopecks, created_at, evidence_before, search_text, outcome, basis, goods)
       VALUES ('a', 'traffic', '{}', 1, 'Anna', 1, 'k1', 100, 5, '{}', '', ?, ?, 'here')`,
      outcome,
      basis,
    ).lastId;
  const purchasesOf = () => {
    upgrade();
    const { rows } = pageOfRuns(db, 'a', 'all', 9, { by: 'started', direction: 'asc' }, ALL);
    return { rows: rows as PurchasesRun[] };
  };

  it('are one run for everything that was started together, with every line in its state', () => {
    job('bulk', 'cancelled', 1, 4);
    const last = job('bulk', 'partial', 1, 6);
    const id = bulk('stopped', 'unknown', last);
    charge(id, 0, { purchase: purchase('charged', 'answer') });
    charge(id, 1, { purchase: purchase('open', null) });
    charge(id, 2, { purchase: purchase('open', null), skipped: 1 });
    charge(id, 3);
    charge(id, 4, { problem: '{"code":"refused","words":"no"}' });
    line(id, 5, null);
    const { rows } = purchasesOf();
    expect(rows).toMatchObject([
      { id: last, kind: 'purchases', state: 'stopped', reason: 'unknown', startedAt: 3, finishedAt: 8, targetId: null },
    ]);
    const [run] = rows;
    if (run === undefined) throw new Error('there is no run');
    expect(pageOfLines(db, run.id, { only: [], ...ALL }).rows).toMatchObject([
      { state: 'done', clientName: 'Anna', target: 'uuid', expiresAt: 8, priceKopecks: 100, problem: null },
      { state: 'unknown' },
      { state: 'skipped' },
      { state: 'waiting', purchaseId: null },
      { state: 'cannot', problem: { code: 'refused', words: 'no' } },
      { state: 'cannot', problem: { code: 'disabled' } },
    ]);
    expect(plannedCharge(db, run.id, 3)).toEqual({ order: { kind: 'traffic' }, target: { ends: [] }, found: 2 });
    expect(termsOf(db, run.id)).toEqual({
      capKopecks: 900,
      balanceKopecks: 5_000,
      pricesAsOf: 2,
      datesAsOf: 1,
      ledgerMark: 4,
    });
    expect(detailOf(db, run)).toMatchObject({
      counts: { done: 1, unknown: 1, skipped: 1, waiting: 1, cannot: 2 },
      remainingKopecks: 100,
      formerRemainingKopecks: 90,
      chargedKopecks: 100,
      openKopecks: 200,
    });
  });

  it('halt where they did, and for the same reason', () => {
    const states = [
      ['running', null, 'interrupted', null],
      ['stopped', 'paused', 'paused', null],
      ['stopped', 'interrupted', 'interrupted', null],
      ['stopped', 'rejections', 'stopped', 'failures'],
      ['stopped', 'cap', 'stopped', 'cap'],
      ['stopped', 'restored', 'stopped', 'restored'],
      ['closed', 'price-changed', 'cancelled', null],
      ['finished', null, 'done', null],
      ['finished', null, 'partial', null],
    ] as const;
    for (const [index, [state, reason, now]] of states.entries()) {
      const id = bulk(state, reason, job('bulk', 'partial', 1, 4), 10 + index);
      charge(id, 0, now === 'partial' ? {} : { purchase: purchase('charged', 'user') });
    }
    const { rows } = purchasesOf();
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual(states.map(([, , now, why]) => [now, why]));
    expect(rows[4]?.error).toMatchObject({ details: { code: 'run-cap' } });
  });

  it('ask for a look when the app was killed in the middle of them', () => {
    const id = job('bulk', 'running', 1, 4);
    const runId = bulk('running', null, id);
    db.run('UPDATE bulk_runs SET finished_at = NULL WHERE id = ?', runId);
    charge(runId, 0);
    upgrade();
    interruptLeftovers(db, 20);
    expect(pageOfRuns(db, 'a', 'troubled', 30, SORT, ALL).rows).toMatchObject([
      { id, state: 'interrupted', finishedAt: 20 },
    ]);
    interruptLeftovers(db, 40);
    expect(findRun(db, 'a', id).finishedAt).toBe(20);
  });

  it('forget a plan that nobody agreed to', () => {
    charge(bulk('planned', null, null), 0);
    expect(purchasesOf().rows).toEqual([]);
    expect(db.get('SELECT (SELECT count(*) FROM run_lines) + (SELECT count(*) FROM run_charges) AS n')).toEqual({
      n: 0,
    });
  });
});

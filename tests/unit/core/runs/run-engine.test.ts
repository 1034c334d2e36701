import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '#core/engine/gate.ts';
import { createRunEngine, type RunContext, type RunEngine } from '#core/engine/run-engine.ts';
import { getRun, insertRun, interruptLeftovers, type RunEnd } from '#core/engine/run-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import type { Run } from '#shared/contract/runs.ts';
import { DeskError } from '#shared/result.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';

const DONE: RunEnd = { state: 'done', error: null };

let folder: string;
let db: Database;
let read: Database['get'];
let write: Database['run'];
let sleep: Clock['sleep'];
let engine: RunEngine;
let told: Run[];
let now: number;
let shown: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runs-'));
  db = openDeskDatabase(['a'], join(folder, 'test.db'));
  told = [];
  now = 1_000;
  shown = 'a';
  sleep = async () => {};
  const clock: Clock = { now: () => now, sleep: (...wait) => sleep(...wait) };
  read = db.get;
  write = db.run;
  const silent = () => {};
  engine = createRunEngine({
    db: { ...db, get: (...query) => read(...query), run: (...query) => write(...query) } as Database,
    gate: createGate({ isOffline: () => false, isPaused: () => false }),
    clock,
    emit: (_name, payload) => void told.push(payload as Run),
    logger: { info: silent, warn: silent, error: silent },
    isShown: (accountId) => accountId === shown,
    closing: new AbortController().signal,
  });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const start = (run: (context: RunContext) => Promise<RunEnd>) =>
  engine.start({ accountId: 'a', kind: 'list', name: 'T', total: 10, targetId: null }, run);

const untilAborted = ({ signal }: RunContext) =>
  new Promise<RunEnd>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Lets the engine wait until the returned function is called. */
const holdWaits = (): (() => void) => {
  let end: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  sleep = () => held;
  return () => end();
};
const fillDisk = (): void => {
  write = () => {
    throw new Error('database or disk is full');
  };
};

describe('the run engine', () => {
  it('records a run before it starts, and announces its end', async () => {
    let end: (outcome: RunEnd) => void = () => {};
    const runId = start(() => new Promise((resolve) => (end = resolve)));
    await Promise.resolve();
    expect(getRun(db, runId)).toMatchObject({ state: 'running', startedAt: 1_000, finishedAt: null });
    now = 2_000;
    end(DONE);
    await engine.stop(runId, 'cancelled');
    expect(getRun(db, runId)).toMatchObject({ state: 'done', finishedAt: 2_000 });
    expect(told.map((run) => run.state)).toEqual(['running', 'done']);
  });

  it('starts and finishes a run that could not be announced', async () => {
    read = () => {
      read = db.get;
      throw new Error('The disk cannot be read.');
    };
    const runId = start(async () => DONE);
    await engine.stop(runId, 'cancelled');
    expect(getRun(db, runId)).toMatchObject({ state: 'done' });
    expect(engine.isRunning(runId)).toBe(false);
  });

  it('writes the end as soon as a full disk has room again, unless the user has stopped the run meanwhile', async () => {
    const freeDisk = holdWaits();
    const runIds = [start(async () => DONE), start(async () => DONE)];
    fillDisk();
    await Promise.all(runIds.map((runId) => engine.stop(runId, 'cancelled')));
    expect(runIds.map((runId) => getRun(db, runId)?.state)).toEqual(['running', 'running']);
    write = db.run;
    await engine.stop(runIds[1] ?? 0, 'paused');
    freeDisk();
    await expect.poll(() => getRun(db, runIds[0] ?? 0)?.state).toBe('done');
    expect(getRun(db, runIds[1] ?? 0)?.state).toBe('paused');
  });

  it('writes the end of what a run made together with the end of the run, also if the disk takes both only later', async () => {
    const freeDisk = holdWaits();
    const title = (value: string) => (): void => {
      write("INSERT OR REPLACE INTO settings (key, value) VALUES ('list', ?)", value);
    };
    const titleNow = () => db.value("SELECT value FROM settings WHERE key = 'list'");
    const complete = async (): Promise<RunEnd> => ({ ...DONE, alsoWrite: title('complete') });
    await engine.stop(start(complete), 'cancelled');
    expect(titleNow()).toBe('complete');

    title('growing')();
    const [later, stopped] = [start(complete), start(async () => ({ ...DONE, alsoWrite: title('stopped') }))];
    fillDisk();
    await Promise.all([later, stopped].map((runId) => engine.stop(runId, 'cancelled')));
    expect(titleNow()).toBe('growing');
    write = db.run;
    await engine.stop(stopped, 'cancelled');
    expect(titleNow()).toBe('stopped');
    freeDisk();
    await expect.poll(() => getRun(db, later)?.state).toBe('done');
    expect(titleNow()).toBe('complete');
  });

  it('reports progress about ten times a second, however fast the run goes', async () => {
    const runId = start(async ({ progress }) => {
      for (let done = 1; done <= 10; done += 1) {
        now += 30;
        progress(done);
      }
      return DONE;
    });
    await engine.stop(runId, 'cancelled');
    expect(told.map((run) => run.done)).toEqual([0, 1, 5, 9, 10]);
  });

  it('stores the reason of a failure, and nothing of an error that is not ours', async () => {
    const kept = start(() => Promise.reject(new DeskError('offline', 'no connection', { code: 'dns' })));
    const other = start(() => Promise.reject(new Error('token abc')));
    await Promise.all([engine.stop(kept, 'cancelled'), engine.stop(other, 'cancelled')]);
    expect(getRun(db, kept)).toMatchObject({
      state: 'failed',
      error: { kind: 'offline', details: { code: 'dns' } },
    });
    expect(JSON.stringify(getRun(db, other))).not.toContain('token');
  });

  it('sends nothing to the window of another account', async () => {
    shown = 'b';
    const runId = start(async ({ progress }) => {
      progress(5);
      return DONE;
    });
    await engine.close();
    expect(told).toEqual([]);
    expect(getRun(db, runId)).toMatchObject({ state: 'done', done: 5 });
  });

  it('waits for every run to stop when the app closes', async () => {
    let stopped = false;
    const runId = start((context) =>
      untilAborted(context).catch((reason: unknown) => {
        stopped = reason instanceof DeskError && reason.details?.code === 'interrupted';
        return { state: 'interrupted', error: null };
      }),
    );
    await engine.close();
    expect(stopped).toBe(true);
    expect(getRun(db, runId)?.state).toBe('interrupted');
  });

  it('marks runs as interrupted that were running when the app ended', () => {
    const runId = insertRun(db, { accountId: 'a', kind: 'list', name: 'T', total: 1, targetId: null }, 'running', 5);
    interruptLeftovers(db, 9);
    expect(getRun(db, runId)).toMatchObject({ state: 'interrupted', finishedAt: 9 });
  });
});

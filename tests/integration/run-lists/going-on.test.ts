import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '#shared/contract/runs.ts';
import { buyTrafficElsewhere } from '../../support/colleague.ts';
import type { BatchTask } from '../../support/kills/protocol.ts';
import { prepareChildren } from '../../support/kills/start-child.ts';
import { createFastClock } from '../../support/skipping-clock.ts';
import { GENERATE } from '../lists/lists-desk.ts';
import { COMBINED, FILES, type ListsDesk, startListsDesk } from './lists-desk.ts';

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

const isRoot = process.getuid?.() === 0;
const many = (count: number, name: (index: number) => string) => Array.from({ length: count }, (_, at) => name(at));
const requests = async (): Promise<number> => (await desk.control.requests(GENERATE)).length;
const hold = (skip: number) =>
  desk.control.addFaults({ match: GENERATE, skip, times: 1, fault: { kind: 'hold', when: 'after-commit' } });

describe('a service that asks for a pause', () => {
  const askForPause = (seconds: number, skip = 0) => {
    const headers = { 'retry-after': String(seconds) };
    const fault = { kind: 'respond', status: 429, headers, body: { ok: false } } as const;
    return desk.control.addFaults({ match: GENERATE, skip, fault });
  };

  it('of many hours stops the run, which says so and asks for nothing more', async () => {
    await askForPause(10 * 3_600);
    const run = await desk.run(await desk.clients('Anna', 'Boris', 'Clara'), FILES);
    expect(run).toMatchObject({ state: 'stopped', reason: 'rate-limited', done: 0, counts: { waiting: 3, failed: 0 } });
    expect(run.error).toMatchObject({ kind: 'rate-limited', details: { retryAfterMs: 36_000_000 } });
    expect(await requests()).toBe(1);
  });

  it('of an hour gets none for as long, and the run shows until when it waits', async () => {
    await askForPause(3_600);
    const { id } = await desk.start(await desk.clients('Anna', 'Boris'), FILES);
    await desk.waitForEvent('runs.changed', (run: Run) => run.id === id && run.waitsUntil !== null);
    expect(await desk.call('runs.pause', { runId: id })).toMatchObject({ state: 'paused' });
    expect(await desk.get(id)).toMatchObject({ counts: { waiting: 2, failed: 0 }, done: 0 });
    expect(await requests()).toBe(1);
  });

  it('in the middle of a list gets the pause as well, and the lines that arrived are saved', async () => {
    await desk.call('settings.update', { chunkSize: 2 });
    await askForPause(10 * 3_600, 1);
    const run = await desk.run(await desk.clients('Anna', 'Boris'), FILES, { quantity: 4 });
    expect(run).toMatchObject({ state: 'stopped', reason: 'rate-limited', done: 1, files: 1, lines: 2 });
    expect(run).toMatchObject({ counts: { partial: 1, waiting: 1 }, retryable: 1 });
    expect(await requests()).toBe(2);
    expect(Object.values(await desk.files()).map((text) => text.split('\n').filter(Boolean).length)).toEqual([2]);
  });
});

describe('stopping and resuming', () => {
  it('keeps finished lists after a cancellation, and requests no client twice', async () => {
    const ids = await desk.clients('Anna', 'Boris', 'Clara');
    await hold(1);
    const { id } = await desk.start(ids, COMBINED);
    await desk.control.waitForHeld(1);
    const stopping = desk.call('runs.pause', { runId: id });
    await desk.control.release();
    expect(await stopping).toMatchObject({ state: 'paused' });
    expect(await readdir(desk.folder)).toEqual([]);
    const [anna] = await desk.linesOf(id);
    desk.clearEvents();
    await desk.call('runs.resume', { runId: id, retry: false });
    expect(await desk.ended(id)).toMatchObject({ state: 'done', files: 1, lines: 9 });
    const lines = await desk.linesOf(id);
    expect(lines[0]?.listId).toBe(anna?.listId);
    const texts = await Promise.all(lines.map(({ listId }) => desk.textOf(listId)));
    expect(await desk.files()).toEqual({ 'all.txt': texts.join('') });
    // The half-done list of the stopped run is not kept as a list.
    expect((await desk.call('lists.list', { offset: 0, limit: 10 })).total).toBe(3);
  });

  it('resumes once, however often the user asks at the same moment', async () => {
    const ids = await desk.clients('Anna', 'Boris');
    await hold(1);
    const { id } = await desk.start(ids, FILES);
    await desk.control.waitForHeld(1);
    const stopping = desk.call('runs.pause', { runId: id });
    await desk.control.release();
    await stopping;
    desk.clearEvents();
    const asked = [0, 1].map(() => desk.callRaw('runs.resume', { runId: id, retry: false }));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { details: { code: 'run-running' } } });
    expect(await desk.ended(id)).toMatchObject({ state: 'done', files: 2 });
    expect(await requests()).toBe(3);
  });

  it('replaces nothing in its new folder, not even for a file that it wrote elsewhere before', async () => {
    const ids = await desk.clients('Anna');
    await desk.control.addFaults({
      match: GENERATE,
      skip: 1,
      times: 1,
      fault: { kind: 'not-ok', shape: 'error-object', message: 'not now' },
    });
    const { id } = await desk.start(ids, FILES, { quantity: 1_500 });
    expect(await desk.ended(id)).toMatchObject({ files: 1, retryable: 1, counts: { partial: 1 } });
    expect((await desk.linesOf(id))[0]?.fileName).toBe('Anna · key-5000001.txt');
    const other = join(desk.folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'Anna · key-5000001.txt'), 'somebody wrote this');
    desk.dialogs.folderQueue.push(other);
    await desk.call('runs.changePlace', { runId: id });
    desk.clearEvents();
    await desk.call('runs.resume', { runId: id, retry: true });
    expect(await desk.ended(id)).toMatchObject({ state: 'done', files: 1, retryable: 0 });
    expect(await readFile(join(other, 'Anna · key-5000001.txt'), 'utf8')).toBe('somebody wrote this');
    expect((await readFile(join(other, 'Anna · key-5000001 (2).txt'), 'utf8')).trimEnd().split('\n')).toHaveLength(
      1_500,
    );
    expect((await desk.linesOf(id))[0]?.fileName).toBe('Anna · key-5000001 (2).txt');
  });

  it('works from Activity after a restart has interrupted the run', async () => {
    const ids = await desk.clients('Anna', 'Boris');
    await hold(1);
    const { id } = await desk.start(ids, FILES);
    await desk.control.waitForHeld(1);
    const restarting = desk.restart();
    await desk.control.release();
    await restarting;
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 1 });
    expect(rows[0]).toMatchObject({ id, kind: 'lists', state: 'interrupted' });
    expect(await desk.get(id)).toMatchObject({
      state: 'interrupted',
      counts: { done: 1, waiting: 1 },
    });
    // A folder that was not chosen since the start of the app has to be chosen again; closing the dialog begins nothing.
    expect(await desk.call('runs.resume', { runId: id, retry: false })).toBeNull();
    expect(desk.dialogs.asked.at(-1)).toMatchObject({ kind: 'folder' });
    desk.dialogs.folderQueue.push(desk.folder);
    desk.clearEvents();
    await desk.call('runs.resume', { runId: id, retry: false });
    expect(await desk.ended(id)).toMatchObject({ state: 'done', files: 2 });
    expect(await requests()).toBe(3);
  });

  it('survives a kill at any point: one file and one whole list for each client in the end', async () => {
    const clients = 8;
    const files = join(desk.folder, 'files');
    await mkdir(files);
    for (let at = 1; at <= clients; at += 1) await buyTrafficElsewhere(desk.sandbox, at, 'killed');
    const startChild = await prepareChildren();
    let round = 0;
    const begin = (): ChildProcess => {
      round += 1;
      const task: BatchTask = {
        folder: desk.folder,
        files,
        round,
        clients,
        baseUrl: desk.sandbox.baseUrl,
        token: desk.sandbox.token,
      };
      return startChild('batch-child', task);
    };
    for (const when of ['before-commit', 'after-commit', 'after-commit'] as const) {
      await desk.control.addFaults({ match: GENERATE, skip: 2, times: 1, fault: { kind: 'hold', when } });
      const child = begin();
      await desk.control.waitForHeld(1);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await desk.control.clearFaults();
    }
    const [code] = await once(begin(), 'exit');
    expect(code).toBe(0);
    const names = await readdir(files);
    expect(names.toSorted()).toEqual(many(8, (at) => `killed · ${at + 1}.txt`).toSorted());
    const texts = await Promise.all(names.map((name) => readFile(join(files, name), 'utf8')));
    expect(texts.map((text) => text.trimEnd().split('\n').length)).toEqual(many(8, () => '').map(() => 4));
    expect(new Set(texts).size).toBe(8);
    expect(await requests()).toBe(clients + 3);
  }, 60_000);

  it.skipIf(!isRoot || process.platform !== 'linux')('stops on a full disk and writes the rest elsewhere', async () => {
    const ids = await desk.clients('Anna', 'Boris');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', desk.folder]);
    try {
      const run = await desk.run(ids, FILES, { quantity: 1_000 });
      expect(run).toMatchObject({ state: 'stopped', error: { kind: 'file', details: { code: 'disk-full' } } });
      expect(run.counts.waiting).toBeGreaterThan(0);
      for (const text of Object.values(await desk.files())) expect(text.trimEnd().split('\n')).toHaveLength(1_000);
      const before = await requests();
      const other = join(desk.paths.data, 'other');
      await mkdir(other);
      desk.dialogs.folderQueue.push(other);
      await desk.call('runs.changePlace', { runId: run.id });
      desk.clearEvents();
      await desk.call('runs.resume', { runId: run.id, retry: false });
      expect(await desk.ended(run.id)).toMatchObject({ state: 'done', files: 2, lines: 2_000 });
      expect(await requests()).toBe(before + (before === 1 ? 1 : 0));
    } finally {
      execFileSync('umount', [desk.folder]);
    }
  });
});

describe('existing lists', () => {
  it('for 300 clients of one name are saved to separate files, and into one in another format', async () => {
    await desk.close();
    desk = await startListsDesk({ clock: createFastClock() });
    const ids = await desk.clients(...many(300, () => 'Client'));
    const made = await desk.run(ids, { mode: 'none' }, { quantity: 1 });
    expect(made).toMatchObject({ state: 'done', lines: 300 });
    const { ids: listIds } = await desk.call('lists.ids', {});
    expect(listIds).toHaveLength(300);
    const check = await desk.call('runs.checkLists', { listIds, variant: 'ip' });
    expect(check).toMatchObject({ lists: 300, lines: 300, empty: 0, removed: 0 });
    expect(check.available.map(({ lists }) => lists)).toEqual([300, 300, 0]);
    desk.dialogs.folderQueue.push(desk.folder);
    const each = await desk.call('runs.start', { kind: 'export', listIds, formatId: null, output: FILES });
    expect(await desk.ended(each?.id ?? 0)).toMatchObject({ state: 'done', files: 300 });
    const texts = Object.values(await desk.files());
    expect(new Set(texts).size).toBe(300);

    const path = join(desk.paths.data, 'two.txt');
    desk.dialogs.saveQueue.push(path);
    const output = { mode: 'combined', variant: 'ip' } as const;
    const one = await desk.call('runs.start', { kind: 'export', listIds, formatId: 2, output });
    expect(await desk.ended(one?.id ?? 0)).toMatchObject({ state: 'done', files: 1, lines: 300 });
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(300);
    expect(lines[0]).toMatch(/^[^@]+@[\d.]+:\d+$/);
  }, 120_000);

  it('show why one of them is left out', async () => {
    const ids = await desk.clients('Anna', 'Boris');
    await desk.run(ids, { mode: 'none' });
    const { ids: listIds } = await desk.call('lists.ids', {});
    const [gone = 0] = listIds;
    await desk.call('lists.remove', { listIds: [gone] });
    desk.dialogs.saveQueue.push(join(desk.folder, 'all.txt'), join(desk.folder, 'report.csv'));
    const run = await desk.call('runs.start', { kind: 'export', listIds, formatId: 3, output: COMBINED });
    const runId = run?.id ?? 0;
    expect(await desk.ended(runId)).toMatchObject({ state: 'partial', files: 0, counts: { failed: 2 } });
    expect((await desk.linesOf(runId)).map(({ problem }) => problem?.code)).toEqual(['list-removed', 'format']);
    expect(await desk.call('runs.report', { runId, language: 'ru' })).toEqual({
      fileName: 'report.csv',
      rows: 2,
    });
    const report = await readFile(join(desk.folder, 'report.csv'), 'utf8');
    expect(report).toContain('Список удалён');
    expect(report).toContain('В этом формате строки получить нельзя');
  });
});

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GENERATE } from '../lists/lists-desk.ts';
import { COMBINED, FILES, type ListsDesk, startListsDesk } from './lists-desk.ts';

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

const askedFor = async (): Promise<unknown[]> =>
  (await desk.control.requests(GENERATE)).map(({ body }) => (body as { client_key: string }).client_key);

describe('generating for many', () => {
  it('makes a list and a file for each client, byte for byte, in the order of the selection', async () => {
    const [anna = 0, boris = 0, clara = 0] = await desk.clients('Анна', 'Boris', 'Clara');
    const run = await desk.run([clara, anna, boris], FILES);
    expect(run).toMatchObject({ state: 'done', total: 3, lines: 9, files: 3, place: desk.folder, retryable: 0 });
    expect(run.counts).toMatchObject({ done: 3, waiting: 0, failed: 0 });
    const lines = await desk.linesOf(run.id);
    expect(lines.map(({ clientName, state, fileName }) => [clientName, state, fileName])).toEqual([
      ['Clara', 'done', 'Clara · key-5000003.txt'],
      ['Анна', 'done', 'Анна · key-5000001.txt'],
      ['Boris', 'done', 'Boris · key-5000002.txt'],
    ]);
    const files = await desk.files();
    for (const { fileName, listId } of lines) expect(files[fileName]).toBe(await desk.textOf(listId));
    const exports = await desk.call('lists.exports', { offset: 0, limit: 10 });
    expect(exports.rows.map(({ fileName, lineCount }) => [fileName, lineCount])).toEqual([
      ['Boris · key-5000002.txt', 3],
      ['Анна · key-5000001.txt', 3],
      ['Clara · key-5000003.txt', 3],
    ]);
    const { rows: runs } = await desk.call('runs.list', { offset: 0, limit: 5 });
    expect(runs).toMatchObject([{ id: run.id, kind: 'lists', state: 'done', done: 3, total: 3 }]);
  });

  it('numbers colliding names, in any letter case, and replaces no existing file', async () => {
    await writeFile(join(desk.folder, 'RESIDENTIAL.txt'), 'mine');
    const ids = await desk.clients('Anna', 'Boris');
    await desk.run(ids, { ...FILES, template: '{pool}.txt' });
    const files = await desk.files();
    expect(Object.keys(files)).toEqual(['RESIDENTIAL.txt', 'residential (2).txt', 'residential (3).txt']);
    expect(files['RESIDENTIAL.txt']).toBe('mine');
  });

  it('adds the keys to the file names of clients with one name', async () => {
    await desk.run(await desk.clients('Shop', 'shop', 'a/b'), FILES);
    expect(Object.keys(await desk.files())).toEqual([
      'Shop · key-5000001.txt',
      'a_b · key-5000003.txt',
      'shop · key-5000002.txt',
    ]);
  });

  it('writes one file of all lists in the order of the selection, with nothing between them', async () => {
    const [anna = 0, boris = 0] = await desk.clients('Anna', 'Boris');
    const run = await desk.run([boris, anna], COMBINED, { formatId: 2 });
    const lines = await desk.linesOf(run.id);
    const expected = (await desk.textOf(lines[0]?.listId ?? 0)) + (await desk.textOf(lines[1]?.listId ?? 0));
    expect(await desk.files()).toEqual({ 'all.txt': expected });
    expect(run).toMatchObject({ state: 'done', files: 1, lines: 6 });
    expect((await desk.call('lists.exports', { offset: 0, limit: 5 })).rows).toMatchObject([
      { fileName: 'all.txt', lineCount: 6, listId: null, formatId: 2 },
    ]);
  });

  it('starts nothing when the dialog is closed, and keeps lists in the app if no file is wanted', async () => {
    const ids = await desk.clients('Anna');
    const input = { kind: 'generate', clientIds: ids, skipWithoutTraffic: false } as const;
    const recipe = { ...(await recipeOf(ids)), quantity: 2 };
    expect(await desk.call('runs.start', { ...input, recipe, output: FILES })).toBeNull();
    expect(await askedFor()).toHaveLength(1);
    const run = await desk.run(ids, { mode: 'none' }, { quantity: 2 });
    expect(run).toMatchObject({ state: 'done', lines: 2, files: 0, place: null });
    expect(await desk.files()).toEqual({});
  });

  it('reports every wrong field before it asks for a place', async () => {
    const ids = await desk.clients('Anna');
    const recipe = { ...(await recipeOf(ids)), countries: [], quantity: 0 };
    const input = { kind: 'generate', clientIds: ids, recipe, skipWithoutTraffic: false } as const;
    const error = await desk.callError('runs.start', { ...input, output: { mode: 'none' } });
    expect(error.details?.problems?.map(({ field }) => field)).toEqual(['countries', 'quantity']);
    const template = await desk.callError('runs.start', { ...input, output: { ...FILES, template: '{who}.txt' } });
    expect(template.details?.problems?.map(({ field }) => field)).toEqual(['template']);
    expect(desk.dialogs.asked).toEqual([]);
  });
});

/** The recipe of the desk's runs, as one of its lists has it. */
const recipeOf = async (clientIds: readonly number[]) => {
  const run = await desk.run(clientIds, { mode: 'none' }, { quantity: 1 });
  const [item] = await desk.linesOf(run.id);
  const { recipe } = await desk.call('lists.get', { listId: item?.listId ?? 0 });
  return { ...recipe, poolType: recipe.poolType ?? 'residential' };
};

describe('problems of a run of lists', () => {
  it('do not stop it after a refusal: it shows the reason, and a retry requests only what failed', async () => {
    const ids = await desk.clients('Anna', 'Boris', 'Clara');
    await desk.control.addFaults({
      match: GENERATE,
      skip: 1,
      times: 1,
      fault: { kind: 'not-ok', shape: 'error-object', message: 'no such pool for you' },
    });
    const run = await desk.run(ids, FILES);
    expect(run).toMatchObject({ state: 'partial', retryable: 1, files: 2 });
    expect((await desk.linesOf(run.id))[1]).toMatchObject({
      state: 'failed',
      problem: { code: 'refused', words: expect.stringContaining('no such pool for you') },
    });
    expect((await desk.call('lists.list', { offset: 0, limit: 10 })).total).toBe(2);
    const before = await desk.files();
    await desk.control.clearRequests();
    desk.clearEvents();
    await desk.call('runs.resume', { runId: run.id, retry: true });
    expect(await desk.ended(run.id)).toMatchObject({ state: 'done', retryable: 0, files: 3 });
    expect(await askedFor()).toHaveLength(1);
    expect(await desk.files()).toMatchObject({ ...before, 'Boris · key-5000002.txt': expect.any(String) });
    expect(await desk.callError('runs.resume', { runId: run.id, retry: true })).toMatchObject({
      kind: 'conflict',
      details: { code: 'run-nothing-left' },
    });
  });

  it('include too few lines, which are kept and saved', async () => {
    const ids = await desk.clients('Anna', 'Boris');
    const domain = 'gate.example:1:u:p';
    await desk.control.addFaults({
      match: GENERATE,
      times: 1,
      fault: { kind: 'replace-data', data: { pool_type: 'residential', domain, ip: '' } },
    });
    const run = await desk.run(ids, FILES);
    expect(await desk.linesOf(run.id)).toMatchObject([
      { state: 'partial', problem: { code: 'fewer-lines' }, lines: 1, asked: 3, fileName: 'Anna · key-5000001.txt' },
      { state: 'done', problem: null, lines: 3 },
    ]);
    expect((await desk.files())['Anna · key-5000001.txt']).toBe(`${domain}\n`);
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 5 });
    expect(rows[0]?.state).toBe('partial');
  });

  it('include a deleted client, and clients without traffic are skipped on request', async () => {
    const [anna = 0, boris = 0, clara = 0] = await desk.clients('Anna', 'Boris', 'Clara');
    const poor = await desk.call('clients.add', {
      messengerId: 1,
      clientKey: 'poor',
      name: 'Poor',
      note: '',
      tags: [],
    });
    await desk.call('premium.refreshBalance', { clientId: poor.id });
    await desk.call('premium.refreshBalance', { clientId: anna });
    await desk.call('clients.remove', { clientIds: [boris] });
    const clientIds = [anna, boris, clara, poor.id];
    expect(await desk.call('runs.checkClients', { clientIds, poolType: 'residential' })).toEqual({
      clients: 3,
      withoutTraffic: 1,
      trafficUnread: 1,
      withoutWhitelist: 0,
      whitelistUnread: 3,
      removed: 1,
    });
    const recipe = await recipeOf([clara]);
    const input = { kind: 'generate', clientIds, recipe, output: { mode: 'none' }, skipWithoutTraffic: true } as const;
    const run = await desk.call('runs.start', input);
    await desk.ended(run?.id ?? 0);
    const lines = await desk.linesOf(run?.id ?? 0);
    expect(lines.map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['done', undefined],
      ['failed', 'client-removed'],
      ['done', undefined],
      ['skipped', 'no-traffic'],
    ]);
    // Its subject counts the clients that it really serves, in whichever language it is shown.
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 5 });
    expect(rows[0]?.subject).toEqual({ what: 'generate', clients: 3, linesEach: recipe.quantity });
  });

  it('include a client whose row is another client by now, whose traffic stays', async () => {
    const [anna = 0, boris = 0] = await desk.clients('Anna', 'Boris');
    await desk.control.addFaults({ match: GENERATE, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await desk.start([anna, boris], FILES);
    await desk.control.waitForHeld(1);
    const fields = { messengerId: 1, clientKey: 'clara', name: 'Clara', note: '', tags: [] };
    await desk.call('clients.update', { clientId: boris, ...fields });
    await desk.control.release();
    expect(await desk.ended(id)).toMatchObject({ state: 'partial', files: 1 });
    expect((await desk.linesOf(id))[1]).toMatchObject({
      clientName: 'Boris',
      clientKey: 'key-5000002',
      state: 'failed',
      problem: { code: 'client-changed' },
      listId: null,
    });
    expect(await askedFor()).toEqual(['key-5000001']);
    expect(Object.keys(await desk.files())).toEqual(['Anna · key-5000001.txt']);
  });

  it('stop it when there is no connection; the current client waits, and the run resumes later', async () => {
    const ids = await desk.clients('Anna', 'Boris', 'Clara');
    await desk.control.addFaults({ match: GENERATE, skip: 1, fault: { kind: 'respond', status: 401, body: '' } });
    const run = await desk.run(ids, FILES);
    expect(run).toMatchObject({ state: 'stopped', reason: 'error', error: { kind: 'unauthorized' } });
    expect(run.counts).toMatchObject({ done: 1, waiting: 2, failed: 0 });
    await desk.control.clearFaults();
    desk.clearEvents();
    await desk.call('runs.resume', { runId: run.id, retry: false });
    expect(await desk.ended(run.id)).toMatchObject({ state: 'done', files: 3 });
    expect((await desk.call('lists.list', { offset: 0, limit: 10 })).total).toBe(3);
  });

  it('stop it when the service fails several times in a row', async () => {
    const ids = await desk.clients('A', 'B', 'C', 'D', 'E', 'F', 'G');
    await desk.control.addFaults({
      match: GENERATE,
      fault: { kind: 'truncated-json' },
    });
    const run = await desk.run(ids, FILES);
    expect(run).toMatchObject({ state: 'stopped', reason: 'failures' });
    expect(run.counts).toMatchObject({ failed: 5, waiting: 2 });
  });

  it('stop it when the folder vanishes; the list is kept and written elsewhere without a new request', async () => {
    const ids = await desk.clients('Anna', 'Boris');
    await desk.control.addFaults({ match: GENERATE, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await desk.start(ids, FILES);
    await desk.control.waitForHeld(1);
    await rm(desk.folder, { recursive: true });
    await desk.control.release();
    const run = await desk.ended(id);
    expect(run).toMatchObject({
      state: 'stopped',
      reason: 'error',
      error: { details: { code: 'folder-missing' } },
    });
    expect(run.counts).toMatchObject({ waiting: 2 });
    const other = join(desk.paths.data, 'other');
    await import('node:fs/promises').then(({ mkdir }) => mkdir(other));
    desk.dialogs.folderQueue.push(other);
    await desk.call('runs.changePlace', { runId: id });
    expect(await desk.get(id)).toMatchObject({ place: other });
    desk.clearEvents();
    await desk.call('runs.resume', { runId: id, retry: false });
    expect(await desk.ended(id)).toMatchObject({ state: 'done', files: 2 });
    expect(await askedFor()).toHaveLength(2);
    const [anna] = await desk.linesOf(id);
    expect(await readFile(join(other, 'Anna · key-5000001.txt'), 'utf8')).toBe(await desk.textOf(anna?.listId ?? 0));
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run, WhitelistDetail, WhitelistLine } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

const ADD = { method: 'POST', path: '/premium/whitelist/add' } as const;
const READ = { method: 'GET', path: '/premium/whitelist' } as const;
const [HOME, OFFICE] = ['203.0.113.7', '203.0.113.8'] as const;

const addClients = (...names: readonly string[]): Promise<number[]> =>
  Promise.all(
    names.map(
      async (name, index) =>
        (await desk.call('clients.add', { messengerId: 7_000_000 + index, clientKey: name, name, note: '', tags: [] }))
          .id,
    ),
  );
const start = async (clientIds: number[], ips: string[], action: 'add' | 'remove' = 'add'): Promise<number> => {
  const run = await desk.call('runs.start', { kind: 'whitelist', action, ips, clientIds });
  return run?.id ?? 0;
};
const get = async (runId: number): Promise<Run & WhitelistDetail> => {
  const { detail, ...run } = await desk.call('runs.get', { runId });
  if (detail?.of !== 'whitelist') throw new Error('This is not a run of whitelists.');
  return { ...run, ...detail };
};
const ended = async (runId: number) => {
  await desk.waitForEvent('runs.changed', (run: Run) => run.id === runId && run.state !== 'running');
  return get(runId);
};
const linesOf = async (runId: number): Promise<WhitelistLine[]> =>
  (await desk.call('runs.lines', { runId, offset: 0, limit: 500 })).rows.filter((line) => line.of === 'whitelist');
const told = async (runId: number) =>
  (await linesOf(runId)).map(({ clientName, ip, state, problem }) => [clientName, ip, state, problem?.code ?? null]);
const ipsOf = async (clientId: number) => (await desk.call('premium.state', { clientId })).whitelist?.ips;

describe('addresses for several clients', () => {
  it('are added to each client, and what is there already is skipped and reported', async () => {
    const [anna = 0, boris = 0] = await addClients('Anna', 'Boris');
    await desk.call('premium.addWhitelistIp', { clientId: anna, ip: HOME });
    await desk.control.clearRequests();
    const runId = await start([anna, boris], [HOME, ` ${OFFICE} `, HOME]);
    expect(await ended(runId)).toMatchObject({
      state: 'done',
      subject: { what: 'whitelist', action: 'add', ips: 2, clients: 2 },
      counts: { waiting: 0, done: 3, skipped: 1, failed: 0 },
    });
    expect(await told(runId)).toEqual([
      ['Anna', HOME, 'skipped', 'already-there'],
      ['Anna', OFFICE, 'done', null],
      ['Boris', HOME, 'done', null],
      ['Boris', OFFICE, 'done', null],
    ]);
    expect([await ipsOf(anna), await ipsOf(boris)]).toEqual([
      [HOME, OFFICE],
      [HOME, OFFICE],
    ]);
    expect(await desk.control.requests(ADD)).toHaveLength(3);
    const { rows } = await desk.call('purchases.timeline', { clientId: boris, offset: 0, limit: 10 });
    expect(rows.flatMap((row) => (row.kind === 'event' ? [row.event] : []))).toEqual([
      { name: 'whitelist-added', ip: OFFICE },
      { name: 'whitelist-added', ip: HOME },
    ]);
  });

  it('are removed, and a client that does not have them is skipped', async () => {
    const [anna = 0, boris = 0] = await addClients('Anna', 'Boris');
    await desk.call('premium.addWhitelistIp', { clientId: anna, ip: '2001:db8::1' });
    const runId = await start([anna, boris], ['2001:DB8:0::1'], 'remove');
    expect(await ended(runId)).toMatchObject({ state: 'done', counts: { done: 1, skipped: 1 } });
    expect(await told(runId)).toEqual([
      ['Anna', '2001:db8::1', 'done', null],
      ['Boris', '2001:db8::1', 'skipped', 'not-there'],
    ]);
    expect(await ipsOf(anna)).toEqual([]);
  });

  it('are not called added after an answer to another request if the list does not have them', async () => {
    const ids = await addClients('Anna', 'Boris');
    const body = { ok: true, data: { balance_rub: 1 } };
    await desk.control.addFaults({ match: ADD, times: 1, fault: { kind: 'respond', status: 200, body } });
    const runId = await start(ids, [HOME]);
    expect(await ended(runId)).toMatchObject({ state: 'partial' });
    expect(await told(runId)).toEqual([
      ['Anna', HOME, 'failed', 'not-added'],
      ['Boris', HOME, 'done', null],
    ]);
    expect(await ipsOf(ids[0] ?? 0)).toEqual([]);
  });

  it('are refused for one client and still go to the next one, and a retry repeats only that line', async () => {
    const ids = await addClients('Anna', 'Boris');
    await desk.control.addFaults({
      match: ADD,
      times: 1,
      fault: { kind: 'not-ok', shape: 'error-object', message: 'ten addresses at most' },
    });
    const runId = await start(ids, [HOME]);
    expect(await ended(runId)).toMatchObject({ state: 'partial', retryable: 1, counts: { done: 1, failed: 1 } });
    expect((await linesOf(runId))[0]?.problem).toEqual({ code: 'refused', words: 'ten addresses at most' });
    await desk.control.clearRequests();
    desk.clearEvents();
    await desk.call('runs.resume', { runId, retry: true });
    expect(await ended(runId)).toMatchObject({ state: 'done', counts: { done: 2, failed: 0 } });
    expect(await desk.control.requests(ADD)).toHaveLength(1);
  });

  it('are sent once if the answer is lost', async () => {
    const ids = await addClients('Anna');
    await desk.control.addFaults({ match: ADD, times: 1, fault: { kind: 'drop', when: 'after-commit' } });
    const runId = await start(ids, [HOME]);
    expect(await ended(runId)).toMatchObject({ state: 'done' });
    expect(await desk.control.requests(ADD)).toHaveLength(1);
    expect(await ipsOf(ids[0] ?? 0)).toEqual([HOME]);
  });

  it('wait after a stop, and go on after a restart without repeating what is done', async () => {
    const ids = await addClients('Anna', 'Boris', 'Clara');
    await desk.control.addFaults({ match: ADD, skip: 1, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const runId = await start(ids, [HOME]);
    await desk.control.waitForHeld(1);
    const stopping = desk.call('runs.pause', { runId });
    await desk.control.release();
    expect(await stopping).toMatchObject({ state: 'paused', done: 2 });
    await desk.restart();
    desk.clearEvents();
    const answers = await Promise.all([0, 1].map(() => desk.callRaw('runs.resume', { runId, retry: false })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await ended(runId)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await desk.control.requests(ADD)).toHaveLength(3);
  });

  it('are not sent for a client who was removed or got another pair meanwhile', async () => {
    const [anna = 0, boris = 0, clara = 0] = await addClients('Anna', 'Boris', 'Clara');
    await desk.control.addFaults({ match: READ, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
    const runId = await start([anna, boris, clara], [HOME]);
    await desk.control.waitForHeld(1);
    await desk.call('clients.remove', { clientIds: [boris] });
    const fields = { messengerId: 7_000_002, name: 'Clara', note: '', tags: [] };
    await desk.call('clients.update', { clientId: clara, ...fields, clientKey: 'another' });
    await desk.control.release();
    expect(await ended(runId)).toMatchObject({ state: 'partial', retryable: 0 });
    expect((await told(runId)).map(([, , state, code]) => [state, code])).toEqual([
      ['done', null],
      ['failed', 'client-removed'],
      ['failed', 'client-changed'],
    ]);
    expect(await desk.control.requests(ADD)).toHaveLength(1);
  });

  it('stop when the token is refused, and nothing is lost', async () => {
    const ids = await addClients('Anna', 'Boris');
    await desk.control.addFaults({ match: READ, fault: { kind: 'respond', status: 401 } });
    const runId = await start(ids, [HOME]);
    expect(await ended(runId)).toMatchObject({ state: 'stopped', reason: 'error', counts: { waiting: 2 } });
    await desk.control.clearFaults();
    desk.clearEvents();
    await desk.call('runs.resume', { runId, retry: false });
    expect(await ended(runId)).toMatchObject({ state: 'done' });
  });

  it('must be single addresses, and not too many for one run', async () => {
    const ids = await addClients('Anna');
    const input = { kind: 'whitelist', action: 'add', clientIds: ids } as const;
    expect(await desk.callError('runs.start', { ...input, ips: [HOME, '203.0.113.0/24'] })).toMatchObject({
      kind: 'invalid-input',
      details: { problems: [{ field: 'ips', code: 'whitelist-address', params: { typed: '203.0.113.0/24' } }] },
    });
    const many = Array.from({ length: 4_001 }, (_, index) => index + 1);
    const ips = Array.from({ length: 50 }, (_, index) => `198.51.100.${index}`);
    expect(await desk.callError('runs.start', { ...input, clientIds: many, ips })).toMatchObject({
      kind: 'conflict',
      details: { code: 'whitelist-too-many-lines' },
    });
    expect((await desk.call('runs.list', { offset: 0, limit: 10 })).total).toBe(0);
  });

  it('are reported with their reasons', async () => {
    const [anna = 0] = await addClients('Anna');
    await desk.call('premium.addWhitelistIp', { clientId: anna, ip: HOME });
    const runId = await start([anna, 999_999], [HOME]);
    await ended(runId);
    const path = join(desk.paths.data, 'report.csv');
    desk.dialogs.saveQueue.push(path);
    expect(await desk.call('runs.report', { runId, language: 'en' })).toMatchObject({ rows: 2 });
    const text = await readFile(path, 'utf8');
    expect(text).toContain(`Anna;7000000;Anna;${HOME};Skipped;The address is already on the whitelist`);
    expect(text).toContain(`${HOME};Failed;The client was removed`);
  });
});

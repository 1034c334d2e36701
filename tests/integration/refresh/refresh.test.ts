import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { Power } from '#core/ports.ts';
import type { Run } from '#shared/contract/runs.ts';
import { realClock } from '../../support/real-clock.ts';
import { type RefreshDesk, startRefreshDesk } from './refresh-desk.ts';

const INFO = { method: 'GET', path: '/vpn/info' } as const;
const NEVER = { vpn: null, traffic: null };
const READ = { vpn: expect.any(Number), traffic: expect.any(Number) };

let desk: RefreshDesk;
afterEach(() => desk.close());

const start = async (clientIds?: readonly number[]): Promise<Run> => {
  const selection = clientIds === undefined ? {} : { clientIds: [...clientIds] };
  const run = await desk.call('runs.start', { kind: 'refresh', ...selection });
  if (run === null) throw new Error('no run began');
  return run;
};

describe('a refresh', () => {
  it('reads the chosen clients and no others, and is a job with its count', async () => {
    desk = await startRefreshDesk(4);
    const [first = 0, second = 0, third = 0] = desk.clientIds;
    await start([first, third]);
    expect(await desk.until('done')).toMatchObject({ total: 2, done: 2, failed: 0, error: null });
    expect(await desk.ageOf(first)).toEqual(READ);
    expect(await desk.ageOf(third)).toEqual(READ);
    expect(await desk.ageOf(second)).toEqual(NEVER);
    expect(await desk.newest()).toMatchObject({ subject: { what: 'refresh', clients: 2 } });
    expect(await desk.control.requests({ path: '/premium/whitelist' })).toEqual([]);
  });

  it('reads all but the archived clients: first those that end soon, then unread ones, then the oldest data', async () => {
    desk = await startRefreshDesk(6);
    const [old = 0, soon = 0, , archived = 0, later = 0, fresh = 0] = desk.clientIds;
    await desk.call('clients.archive', { clientIds: [archived] });
    const day = 86_400_000;
    const now = Date.now();
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    const know = (id: number, asOf: number, expiry: number | null) =>
      db.run('UPDATE clients SET vpn_as_of = ?1, traffic_as_of = ?1, next_expiry = ?2 WHERE id = ?3', asOf, expiry, id);
    know(old, now - 30 * day, now + 60 * day);
    know(soon, now - 1_000, now + 5 * day);
    know(later, now - 1_000, now + 2 * day);
    know(fresh, now - 1_000, null);
    db.close();
    await start();
    expect(await desk.until('done')).toMatchObject({ total: 5, done: 5, subject: { clients: null } });
    expect(await desk.asked()).toEqual(['c-5', 'c-2', 'c-3', 'c-1', 'c-6']);
  });

  it('keeps the data of a client that cannot be read, lists the reason, and tries again on request', async () => {
    desk = await startRefreshDesk(3);
    await start();
    await desk.until('done');
    const [first = 0] = desk.clientIds;
    const before = await desk.ageOf(first);
    desk.clearEvents();
    await desk.control.addFaults({
      match: INFO,
      times: 1,
      fault: { kind: 'not-ok', shape: 'error-object', message: 'No.' },
    });
    const { id: runId } = await start([first]);
    expect(await desk.until('partial')).toMatchObject({ done: 1, failed: 1 });
    const after = await desk.ageOf(first);
    expect(after.vpn).toBe(before.vpn);
    expect(after.traffic).toBeGreaterThan(before.traffic ?? 0);
    expect(await desk.call('runs.lines', { runId, offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      rows: [{ clientId: first, asOf: before.vpn, error: { kind: 'rejected', details: { serviceMessage: 'No.' } } }],
    });
    desk.clearEvents();
    await desk.call('runs.resume', { runId, retry: true });
    expect(await desk.until('done')).toMatchObject({ done: 1, failed: 0 });
  });

  it('stops at a token that is not accepted, and continues when it is', async () => {
    desk = await startRefreshDesk(5);
    await desk.control.addFaults({ match: INFO, skip: 2, fault: { kind: 'respond', status: 401 } });
    await start();
    const stopped = await desk.until('stopped');
    expect(stopped).toMatchObject({ error: { kind: 'unauthorized' }, failed: 0, total: 5 });
    expect(stopped.done).toBeLessThan(5);
    await desk.control.clearFaults();
    desk.clearEvents();
    const { baseUrl, token } = desk.sandbox;
    const accountId = (await desk.call('account.state', {})).activeId ?? '';
    await desk.call('account.signIn', { baseUrl, token, label: 'Test', accountId });
    expect(await desk.until('done')).toMatchObject({ id: stopped.id, total: 5, done: 5, failed: 0 });
    expect(new Set(await desk.asked()).size).toBe(5);
  });

  it('gives up when the service fails for every client, and leaves the rest waiting', async () => {
    desk = await startRefreshDesk(30);
    await desk.control.addFaults({ match: INFO, fault: { kind: 'respond', status: 403 } });
    await start();
    const stopped = await desk.until('stopped');
    expect(stopped).toMatchObject({ reason: 'failures', error: { kind: 'forbidden' } });
    expect(stopped.done).toBe(stopped.failed);
    expect(stopped.failed).toBeGreaterThanOrEqual(10);
    expect(stopped.failed).toBeLessThan(20);
  });
});

describe('while everything is paused', () => {
  it('a refresh waits, requests nothing, and continues when the pause ends, also after a restart', async () => {
    desk = await startRefreshDesk(3);
    await desk.call('settings.update', { paused: true });
    await start();
    await desk.waitForEvent('runs.changed', (run: Run) => run.waitingFor === 'pause');
    expect(await desk.asked()).toEqual([]);
    await desk.restart();
    expect((await desk.call('settings.get', {})).paused).toBe(true);
    desk.clearEvents();
    await start();
    await desk.waitForEvent('runs.changed', (run: Run) => run.waitingFor === 'pause');
    expect(await desk.asked()).toEqual([]);
    await desk.call('settings.update', { paused: false });
    expect(await desk.until('done')).toMatchObject({ total: 3, done: 3, waitingFor: null });
  });
});

describe('a refresh that is interrupted', () => {
  it('resumes after a restart with the remaining clients', async () => {
    desk = await startRefreshDesk(8);
    await desk.control.addFaults({ match: INFO, skip: 3, fault: { kind: 'hold', when: 'before-commit' } });
    const { id: runId } = await start();
    await desk.control.waitForHeld(1);
    await desk.restart();
    expect((await desk.call('runs.get', { runId })).state).toBe('interrupted');
    await desk.control.clearFaults();
    desk.clearEvents();
    expect(await desk.until('done')).toMatchObject({ id: runId, total: 8, done: 8, failed: 0 });
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 10 });
    expect(rows.filter(({ kind }) => kind === 'refresh')).toMatchObject([
      { state: 'done', done: 8, total: 8, subject: { what: 'refresh', clients: null } },
    ]);
  });

  it('waits while it is paused, across a restart, too, until it is resumed', async () => {
    desk = await startRefreshDesk(5);
    await desk.control.addFaults({ match: INFO, skip: 1, fault: { kind: 'hold', when: 'before-commit' } });
    const { id: runId } = await start();
    await desk.control.waitForHeld(1);
    expect(await desk.call('runs.pause', { runId })).toMatchObject({ state: 'paused', failed: 0 });
    expect(await desk.newest()).toMatchObject({ state: 'paused', finishedAt: null });
    await desk.control.clearFaults();
    await desk.restart();
    expect(await desk.call('runs.get', { runId })).toMatchObject({ state: 'paused' });
    await desk.call('runs.resume', { runId });
    expect(await desk.until('done')).toMatchObject({ total: 5, done: 5 });
  });

  it('ends at once when it is cancelled in Activity', async () => {
    desk = await startRefreshDesk(5);
    await desk.control.addFaults({ match: INFO, fault: { kind: 'hold', when: 'before-commit' } });
    const { id: runId } = await start();
    await desk.control.waitForHeld(1);
    await desk.call('runs.cancel', { runId });
    expect(await desk.newest()).toMatchObject({ state: 'cancelled', done: 0 });
    await desk.control.clearFaults();
    await desk.control.clearRequests();
    expect((await desk.callError('runs.resume', { runId })).kind).toBe('conflict');
    expect(await desk.asked()).toEqual([]);
  });

  it('leaves the desk that is no longer shown, and continues when it is shown again', async () => {
    desk = await startRefreshDesk(4);
    const home = (await desk.call('account.state', {})).activeId ?? '';
    await desk.control.addFaults({ match: INFO, skip: 1, fault: { kind: 'hold', when: 'before-commit' } });
    const { id: runId } = await start();
    await desk.control.waitForHeld(1);
    await desk.call('account.signInSandbox', {});
    await desk.control.clearFaults();
    expect(await desk.newest()).toBeUndefined();
    await desk.call('account.switch', { accountId: home });
    expect(await desk.until('done')).toMatchObject({ id: runId, total: 4, done: 4 });
  });
});

describe('a refresh without the network', () => {
  const cutWire = () => {
    let isCut = false;
    return {
      cut: (now: boolean) => {
        isCut = now;
      },
      fetch: async (url: string, init: RequestInit) => {
        if (isCut) throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) });
        return fetch(url, init);
      },
    };
  };

  it('waits, marks no client as failed, and continues when the service is back', async () => {
    const wire = cutWire();
    desk = await startRefreshDesk(6, { fetch: wire.fetch });
    await desk.control.addFaults({ match: INFO, skip: 2, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
    await start();
    await desk.control.waitForHeld(1);
    wire.cut(true);
    await desk.control.release();
    await desk.waitForEvent('runs.changed', ({ waitingFor }: Run) => waitingFor === 'network');
    expect(await desk.newest()).toMatchObject({ state: 'running', failed: 0 });
    wire.cut(false);
    await desk.call('connection.check', {});
    expect(await desk.until('done')).toMatchObject({ total: 6, done: 6, failed: 0 });
  });
});

describe('a computer that falls asleep', () => {
  it('requests nothing until it wakes, and marks no client as failed', async () => {
    let tell: (state: 'asleep' | 'awake') => void = () => {};
    const power: Power = {
      onChange: (listener) => {
        tell = listener;
        return () => {};
      },
    };
    desk = await startRefreshDesk(4, { power });
    await desk.control.addFaults({ match: INFO, times: 3, fault: { kind: 'hold', when: 'before-commit' } });
    await start();
    await desk.control.waitForHeld(1);
    tell('asleep');
    await desk.waitForEvent('runs.changed', ({ waitingFor }: Run) => waitingFor === 'computer');
    await desk.control.clearFaults();
    const before = (await desk.asked()).length;
    expect(await desk.newest()).toMatchObject({ state: 'running', done: 0, failed: 0 });
    expect((await desk.asked()).length).toBe(before);
    tell('awake');
    expect(await desk.until('done')).toMatchObject({ total: 4, done: 4, failed: 0 });
  });
});

describe('during a refresh', () => {
  it('charges go first, and so does a request that somebody waits for', async () => {
    desk = await startRefreshDesk(12);
    await desk.call('settings.update', { requestsPerSecond: 10 });
    await start();
    await desk.control.waitForRequests(2, INFO);
    const [clientId = 0] = desk.clientIds.slice(-1);
    const offer = await desk.call('purchases.offer', {
      order: { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 },
    });
    await desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
    // All requests of the purchase overtook those of the run, which has hardly moved.
    expect((await desk.asked()).length).toBeLessThanOrEqual(6);
    expect((await desk.control.books()).entries).toHaveLength(1);
    await desk.until('done');
  });

  it('manually requested clients join the run and go first', async () => {
    desk = await startRefreshDesk(10);
    await desk.control.addFaults({ match: INFO, times: 3, fault: { kind: 'hold', when: 'before-commit' } });
    const { id: runId } = await start();
    await desk.control.waitForHeld(3);
    const wanted = desk.clientIds.slice(-2);
    expect(await start(wanted)).toMatchObject({ id: runId, total: 10 });
    await desk.control.clearFaults();
    expect(await desk.until('done')).toMatchObject({ total: 10, done: 10 });
    expect((await desk.asked()).slice(3, 5)).toEqual(['c-9', 'c-10']);
  });
});

/** The wait after a client was added ends when the test says so. The first copy of a desk waits as long and ends with it. */
const createHeldClock = () => {
  const held: (() => void)[] = [];
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    ms === 10_000 ? new Promise((resolve) => held.push(resolve)) : realClock.sleep(ms, signal);
  const pass = (): void => {
    for (const end of held.splice(0)) end();
  };
  return { clock: { ...realClock, sleep }, pass };
};

describe('clients that were never read', () => {
  it('are read automatically soon after they were added, each once, even if that fails', async () => {
    const { clock, pass } = createHeldClock();
    desk = await startRefreshDesk(3, { clock });
    const fault = { kind: 'not-ok', shape: 'error-object', message: 'No.' } as const;
    await desk.control.addFaults({ match: INFO, skip: 1, times: 1, fault });
    pass();
    expect(await desk.until('partial')).toMatchObject({ total: 3, failed: 1, subject: { clients: 3 } });
    await desk.restart();
    desk.clearEvents();
    const fields = { messengerId: 9, clientKey: 'c-9', name: 'Nina', note: '', tags: [] };
    await desk.call('clients.add', fields);
    pass();
    expect(await desk.until('done')).toMatchObject({ total: 1, failed: 0 });
    expect([...(await desk.asked())].sort()).toEqual(['c-1', 'c-2', 'c-3', 'c-9']);
  });

  it('are left alone during a pause, and read with the next ones after it', async () => {
    const { clock, pass } = createHeldClock();
    desk = await startRefreshDesk(2, { clock });
    await desk.call('settings.update', { paused: true });
    pass();
    await desk.call('account.refreshBalance', {});
    expect(await desk.newest()).toBeUndefined();
    await desk.call('settings.update', { paused: false });
    await desk.call('clients.add', { messengerId: 9, clientKey: 'c-9', name: 'Nina', note: '', tags: [] });
    pass();
    expect(await desk.until('done')).toMatchObject({ total: 3, failed: 0 });
  });

  it('join a running refresh, which does not read anybody twice', async () => {
    const { clock, pass } = createHeldClock();
    desk = await startRefreshDesk(3, { clock });
    await desk.control.addFaults({ match: INFO, times: 1, fault: { kind: 'hold', when: 'before-commit' } });
    const { id: runId } = await start(desk.clientIds.slice(0, 1));
    await desk.control.waitForHeld(1);
    pass();
    await desk.waitForEvent('runs.changed', ({ total }: Run) => total === 3);
    await desk.control.clearFaults();
    expect(await desk.until('done')).toMatchObject({ id: runId, total: 3, done: 3 });
    expect([...(await desk.asked())].sort()).toEqual(['c-1', 'c-2', 'c-3']);
  });

  it('do not restart a run that was stopped while they joined it', async () => {
    const { clock, pass } = createHeldClock();
    desk = await startRefreshDesk(1, { clock });
    await desk.control.addFaults({ match: INFO, fault: { kind: 'hold', when: 'before-commit' } });
    const { id: runId } = await start(desk.clientIds);
    await desk.control.waitForHeld(1);
    // This many are stored in several steps.
    const many = Array.from({ length: 1_500 }, (_, index) => index);
    for (const index of many) {
      await desk.call('clients.add', { messengerId: 9, clientKey: `late-${index}`, name: '', note: '', tags: [] });
    }
    pass();
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await desk.call('runs.pause', { runId });
    await desk.waitForEvent('runs.changed', ({ total }: Run) => total > many.length);
    expect(await desk.newest()).toMatchObject({ id: runId, state: 'paused' });
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createLookingClock, type LookingClock } from '../../support/looking-clock.ts';
import { startTarget, type Target, tellAddress } from '../../support/proxies/target.ts';
import { RECIPE } from '../../support/recipe.ts';
import { openBackup, saveBackup } from '../backup/backup-desk.ts';
import { createSwitchedProxies, type SwitchedProxy } from './switched-proxies.ts';

const HOUR = 60;
const SORT = { by: 'boughtAt', direction: 'asc' } as const;
const EVERY_6_HOURS = { enabled: false, every: 'hours', hours: 6, time: '06:00', zone: 'UTC' } as const;

let desk: TestDesk;
let clock: LookingClock;
let target: Target;
let proxies: ReturnType<typeof createSwitchedProxies>;
let folder: string;
let targetRefuses: boolean;
let isOffline: boolean;

const lostNetwork = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect ENETDOWN'), { code: 'ENETDOWN' }) });

beforeEach(async () => {
  clock = createLookingClock();
  targetRefuses = false;
  isOffline = false;
  target = await startTarget((request, response) => {
    if (targetRefuses) response.writeHead(403).end();
    else tellAddress(request, response);
  });
  proxies = createSwitchedProxies();
  folder = await mkdtemp(join(tmpdir(), 'checked-lists-'));
  desk = await startTestDesk({
    clock,
    signIn: false,
    systemLocale: 'en-US',
    proxies: { ca: target.ca, gateway: null },
    fetch: (url, init) => (isOffline ? Promise.reject(lostNetwork()) : fetch(url, init)),
  });
  await desk.call('account.signInSandbox', {});
  // The sandbox's own proxies lead nowhere here.
  const { ids } = await desk.call('dedicated.ids', { filter: {}, sort: SORT });
  if (ids.length > 0) await desk.call('dedicated.archive', { proxyIds: ids, archived: true });
  await desk.call('settings.update', { checkAddress: target.url, checkTimeoutS: 5, checkSlowS: 4 });
  // The sandbox's clients are read at some moment, and their alerts would join those about proxies.
  await desk.call('settings.update', {
    alertSevenDays: false,
    alertThreeDays: false,
    alertOneDay: false,
    alertExpired: false,
    alertLowTraffic: false,
    alertLowBalance: false,
  });
});
afterEach(async () => {
  await desk.close();
  await target.close();
  await proxies.close();
  await rm(folder, { recursive: true, force: true });
});

/** Loads a list from a file. */
const load = async (lines: readonly string[], title = 'Shop'): Promise<number> => {
  const path = join(folder, `${title}.txt`);
  await writeFile(path, lines.join('\n'));
  desk.dialogs.openQueue.push(path);
  const loaded = await desk.call('lists.load', { answer: null });
  if (loaded?.listId == null) throw new Error('no list was made of the file');
  return loaded.listId;
};
const loadProxies = async (count: number, title?: string) => {
  const all = await proxies.start(count);
  return {
    all,
    listId: await load(
      all.map(({ line }) => line),
      title,
    ),
  };
};

const save = (change: Partial<ProcedureInput<'scheduledChecks.save'>> = {}) =>
  desk.call('scheduledChecks.save', { ...EVERY_6_HOURS, ...change });
const get = () => desk.call('scheduledChecks.get', {});
const choose = (listId: number) => desk.call('scheduledChecks.addLists', { listIds: [listId] });
const checkRuns = async (): Promise<readonly Run[]> =>
  (await desk.call('runs.list', { offset: 0, limit: 100 })).rows.filter(({ kind }) => kind === 'check');
const states = async () => (await checkRuns()).map(({ state }) => state);
const lastChecked = async (listId: number): Promise<number | null> =>
  (await desk.call('lists.get', { listId })).lastCheck?.at ?? null;
const later = async (minutes: number): Promise<void> => {
  clock.skip(minutes * 60_000);
  await clock.look(desk);
};
/** Lets 6 hours pass, and waits for the end of the check of the list that begins then. */
const nextCheck = async (listId: number): Promise<void> => {
  const before = await lastChecked(listId);
  await later(6 * HOUR);
  await expect.poll(() => lastChecked(listId)).not.toBe(before);
  await expect.poll(states).not.toContain('running');
};
const history = (listId: number) => desk.call('lists.checks', { listId });
const found = async (listId: number) => (await history(listId)).checks.map(({ working, failed }) => [working, failed]);
const listAlerts = async () => {
  const { rows } = await desk.call('alerts.list', { offset: 0, limit: 100 });
  return rows.filter(({ kind }) => kind === 'list-check');
};
const chosen = async () => (await get()).lists.map(({ listId, obstacle }) => [listId, obstacle]);

describe('a list on the schedule of checks', () => {
  it('is checked only once it was chosen, together with no other list and no dedicated proxy', async () => {
    const { all, listId } = await loadProxies(2);
    const { all: others } = await loadProxies(1, 'Other');
    await save();
    await later(13 * HOUR);
    expect(await checkRuns()).toEqual([]);

    const schedule = await choose(listId);
    expect(schedule).toMatchObject({ enabled: false, lists: [{ listId, title: 'Shop', proxies: 2, obstacle: null }] });
    expect(Math.abs((schedule.nextAt ?? 0) - clock.now() - 6 * HOUR * 60_000)).toBeLessThan(5_000);
    expect((await desk.call('lists.get', { listId })).isCheckedOnSchedule).toBe(true);
    await later(5 * HOUR);
    expect(await checkRuns()).toEqual([]);
    await nextCheck(listId);
    expect(await checkRuns()).toMatchObject([{ state: 'done', total: 2, subject: { what: 'check', list: 'Shop' } }]);
    expect(await get()).toMatchObject({
      last: null,
      lists: [{ listId, lastCheck: { counts: { alive: 2 } }, runningId: null, stopped: 0 }],
    });
    expect(all.every(({ asked }) => asked > 0)).toBe(true);
    expect(others.map(({ asked }) => asked)).toEqual([0]);
    await later(5 * HOUR);
    expect(await checkRuns()).toHaveLength(1);

    await desk.call('scheduledChecks.removeLists', { listIds: [listId] });
    expect(await get()).toMatchObject({ nextAt: null, lists: [] });
    expect((await desk.call('lists.get', { listId })).isCheckedOnSchedule).toBe(false);
    await later(48 * HOUR);
    expect(await checkRuns()).toHaveLength(1);
  });

  it('is checked every day if nobody chose a rhythm', async () => {
    const { listId } = await loadProxies(1);
    const schedule = await choose(listId);
    expect(schedule).toMatchObject({ enabled: false, every: 'day', time: '06:00' });
    expect(schedule.nextAt).toBeGreaterThan(clock.now());
    await later(25 * HOUR);
    await expect.poll(states).toEqual(['done']);
    await later(1);
    expect(await states()).toEqual(['done']);
  });

  it('joins the round of the others, and each list keeps its own results', async () => {
    const [one, two] = [await loadProxies(1, 'One'), await loadProxies(1, 'Two')];
    await save();
    await choose(one.listId);
    await later(3 * HOUR);
    await choose(two.listId);
    await later(3 * HOUR);
    await expect
      .poll(async () => (await checkRuns()).map(({ state, subject }) => [state, subject]))
      .toEqual([
        ['done', { what: 'check', list: 'Two', proxies: 1 }],
        ['done', { what: 'check', list: 'One', proxies: 1 }],
      ]);
    expect([await found(one.listId), await found(two.listId)]).toEqual([[[1, 0]], [[1, 0]]]);
  });

  it('counts from now when the rhythm is changed', async () => {
    const { listId } = await loadProxies(1);
    await save();
    await choose(listId);
    await later(5 * HOUR);
    await save({ hours: 2 });
    await later(1 * HOUR);
    expect(await checkRuns()).toEqual([]);
    await later(1 * HOUR);
    await expect.poll(states).toEqual(['done']);
  });

  it('is put back by undo after it was taken off, together with the results of its proxies', async () => {
    const { all, listId } = await loadProxies(1);
    await save();
    await choose(listId);
    await nextCheck(listId);
    const { count, undoId } = await desk.call('scheduledChecks.removeLists', { listIds: [listId] });
    expect(count).toBe(1);
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 1, left: 0 });
    (all[0] as SwitchedProxy).works = false;
    await nextCheck(listId);
    expect(await get()).toMatchObject({ lists: [{ listId, stopped: 1 }] });
  });
});

describe('several lists at once', () => {
  const empty = async (title: string): Promise<number> => {
    const listId = await load(['127.0.0.1:1:u:p'], title);
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    db.run('UPDATE lists SET domain_lines = 0, ip_lines = 0, line_count = 0 WHERE id = ?', listId);
    db.close();
    return listId;
  };

  it('are put on the schedule and taken off together, and those that cannot be checked are left out and named', async () => {
    const one = await load(['127.0.0.1:1:u:p', '127.0.0.1:2:u:p'], 'One');
    const two = await load(['127.0.0.1:3:u:p'], 'Two');
    const there = await load(['127.0.0.1:4:u:p'], 'There');
    const bare = await empty('Bare');
    await choose(there);
    const listIds = [one, there, bare, two, two, 999_999];
    const leftOut = [
      { listId: there, title: 'There', reason: 'checked' },
      { listId: bare, title: 'Bare', reason: 'no-lines' },
    ];
    expect(await desk.call('scheduledChecks.previewLists', { listIds })).toEqual({
      listIds: [one, two],
      proxies: 3,
      isBought: false,
      leftOut,
      unnamed: 0,
    });
    expect((await get()).lists).toHaveLength(1);
    const added = await desk.call('scheduledChecks.addLists', { listIds });
    expect(added).toMatchObject({ added: 2, leftOut, unnamed: 0 });
    expect((await chosen()).map(([listId]) => listId)).toEqual([there, one, two]);
    // A second click changes nothing, and the refusal names only the list that cannot be checked.
    expect(await desk.callError('scheduledChecks.addLists', { listIds })).toMatchObject({
      details: { code: 'no-lines' },
    });

    const { count, undoId } = await desk.call('scheduledChecks.removeLists', { listIds });
    expect([count, (await get()).lists]).toEqual([3, []]);
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 3, left: 0 });
    expect((await chosen()).map(([listId]) => listId)).toEqual([there, one, two]);
  });

  it('leave the list of a removed client out', async () => {
    const client = { messengerId: 77, clientKey: 'anna', name: 'Anna', note: '', tags: [] };
    const { id: clientId } = await desk.call('clients.add', client);
    const listId = await load(['127.0.0.1:1:u:p'], 'Hers');
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    db.run(
      `UPDATE lists SET client_id = ?, recipe_json = json_set(recipe_json, '$.poolType', 'residential') WHERE id = ?`,
      clientId,
      listId,
    );
    db.close();
    await desk.call('clients.remove', { clientIds: [clientId] });
    expect((await desk.call('scheduledChecks.previewLists', { listIds: [listId] })).leftOut).toMatchObject([
      { listId, reason: 'checked-client-removed' },
    ]);
    expect(await desk.callError('scheduledChecks.addLists', { listIds: [listId] })).toMatchObject({
      kind: 'conflict',
      details: { code: 'checked-client-removed' },
    });
  });

  it('fill the schedule to its limits', async () => {
    const listIds: number[] = [];
    for (let index = 0; index < 51; index += 1)
      listIds.push(await load([`127.0.0.1:${index + 1}:u:p`], `List ${index}`));
    const result = await desk.call('scheduledChecks.addLists', { listIds });
    expect(result).toMatchObject({ added: 50, leftOut: [{ title: 'List 50', reason: 'checked-lists-many' }] });
    await desk.call('scheduledChecks.removeLists', { listIds });
    const long = await load(
      Array.from({ length: 9_999 }, (_, at) => `127.0.0.2:${at + 1}:u:p`),
      'Long',
    );
    const next = await desk.call('scheduledChecks.previewLists', { listIds: [long, ...listIds.slice(0, 23)] });
    expect(next).toMatchObject({ listIds: [long, listIds[0]], proxies: 10_000, unnamed: 2 });
    expect(next.leftOut).toHaveLength(20);
    expect(next.leftOut[0]).toMatchObject({ reason: 'checked-lines-many' });
  });
});

describe('the limits of a round', () => {
  const lines = (count: number, host: string) => Array.from({ length: count }, (_, at) => `${host}:${at + 1}:u:p`);

  it('refuse a list that would make it longer, and say how long it would be', async () => {
    const long = await load(lines(9_000, '127.0.0.1'), 'Long');
    const other = await load(lines(1_001, '127.0.0.2'), 'Other');
    await choose(long);
    // Choosing it twice changes nothing.
    expect((await choose(long)).lists).toHaveLength(1);
    expect(await desk.callError('scheduledChecks.addLists', { listIds: [other] })).toMatchObject({
      kind: 'conflict',
      details: { code: 'checked-lines-many', params: { max: 10_000, count: 10_001 } },
    });
    await desk.call('scheduledChecks.removeLists', { listIds: [long] });
    expect((await choose(other)).lists.map(({ listId }) => listId)).toEqual([other]);
    expect(await desk.callError('scheduledChecks.addLists', { listIds: [999_999] })).toMatchObject({
      kind: 'not-found',
    });
  });

  it('allow 50 lists', async () => {
    for (let index = 0; index < 50; index += 1)
      await choose(await load([`127.0.0.1:${index + 1}:u:p`], `List ${index}`));
    const last = await load(['127.0.0.1:99:u:p'], 'Last');
    expect(await desk.callError('scheduledChecks.addLists', { listIds: [last] })).toMatchObject({
      details: { code: 'checked-lists-many', params: { max: 50 } },
    });
  });

  it('pass over a list that has grown beyond them, and still check the others', async () => {
    const { listId: first } = await loadProxies(1, 'First');
    const { listId: second } = await loadProxies(1, 'Second');
    await save();
    await choose(first);
    await choose(second);
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    db.run('UPDATE lists SET domain_lines = 10000, line_count = 10000 WHERE id = ?', first);
    db.close();
    expect(await chosen()).toEqual([
      [first, null],
      [second, 'over-limit'],
    ]);
    const grown = openDatabase(`${desk.paths.data}/desk.db`);
    grown.run('UPDATE lists SET domain_lines = 10001, line_count = 10001 WHERE id = ?', first);
    grown.close();
    expect(await chosen()).toEqual([
      [first, 'over-limit'],
      [second, null],
    ]);
    await nextCheck(second);
    expect(await checkRuns()).toHaveLength(1);
  });
});

describe('a list that is removed, has lost its client or is not complete', () => {
  it('is not checked in the trash, and is checked again after undo', async () => {
    const { all, listId } = await loadProxies(1);
    await save();
    await choose(listId);
    const { undoId } = await desk.call('lists.remove', { listIds: [listId] });
    expect(await get()).toMatchObject({ nextAt: null, lists: [] });
    await later(13 * HOUR);
    expect(await checkRuns()).toEqual([]);
    expect((all[0] as SwitchedProxy).asked).toBe(0);
    await desk.call('undo.takeBack', { undoId });
    expect(await chosen()).toEqual([[listId, null]]);
    await clock.look(desk);
    await expect.poll(states).toEqual(['done']);
  });

  it('is not checked while the client whose traffic it uses is removed', async () => {
    const { rows } = await desk.call('clients.list', {
      filter: { search: 'clara-travel' },
      sort: { by: 'name', direction: 'asc' },
      offset: 0,
      limit: 1,
    });
    const clientId = rows[0]?.id ?? 0;
    const { listId } = await desk.call('lists.generate', { clientId, recipe: { ...RECIPE, quantity: 1 } });
    await expect.poll(async () => (await desk.call('lists.get', { listId })).state).toBe('complete');
    await save();
    await choose(listId);
    const { undoId } = await desk.call('clients.remove', { clientIds: [clientId] });
    expect(await get()).toMatchObject({ nextAt: null, lists: [{ listId, obstacle: 'client-removed' }] });
    await later(13 * HOUR);
    expect(await checkRuns()).toEqual([]);
    await desk.call('undo.takeBack', { undoId });
    await clock.look(desk);
    await expect.poll(async () => (await checkRuns()).length).toBe(1);
  });

  it('is not checked while it grows, and cannot be chosen then', async () => {
    const { listId } = await loadProxies(1);
    await save();
    const set = (state: string) => {
      const db = openDatabase(`${desk.paths.data}/desk.db`);
      db.run('UPDATE lists SET state = ? WHERE id = ?', state, listId);
      db.close();
    };
    set('running');
    expect(await desk.callError('scheduledChecks.addLists', { listIds: [listId] })).toMatchObject({
      details: { code: 'list-running' },
    });
    set('complete');
    await choose(listId);
    set('running');
    await later(6 * HOUR);
    expect(await chosen()).toEqual([[listId, 'growing']]);
    expect(await checkRuns()).toEqual([]);
    set('complete');
    await later(1);
    await expect.poll(states).toEqual(['done']);
  });
});

describe('a round', () => {
  it('waits while everything is paused, while the computer is offline, and while the list is being checked', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    await desk.call('settings.update', { paused: true });
    await later(7 * HOUR);
    expect(await checkRuns()).toEqual([]);
    isOffline = true;
    await desk.call('settings.update', { paused: false });
    await expect.poll(async () => (await desk.call('connection.check', {})).status).toBe('offline');
    await later(7 * HOUR);
    expect(await checkRuns()).toEqual([]);
    isOffline = false;
    proxy.holds = true;
    await expect.poll(async () => (await desk.call('connection.check', {})).status).toBe('online');
    await expect.poll(() => proxy.asked).toBe(1);
    await later(7 * HOUR);
    await later(7 * HOUR);
    expect(await states()).toEqual(['running']);
    expect((await get()).lists[0]?.runningId).toBe((await checkRuns())[0]?.id);
    proxy.holds = false;
    // One more check follows, because rounds fell due meanwhile. It replaces the first.
    await expect.poll(() => proxy.asked).toBe(2);
    await expect.poll(states).toEqual(['done']);
    await later(1);
    expect(proxy.asked).toBe(2);
  });

  it('is continued after the app was closed during it, and begins with the lists that it had not reached', async () => {
    const [one, two] = [await loadProxies(2, 'One'), await loadProxies(1, 'Two')];
    const [good, held] = one.all as [SwitchedProxy, SwitchedProxy];
    const [last] = two.all as [SwitchedProxy];
    held.holds = true;
    await desk.call('settings.update', { checkTimeoutS: 60 });
    await save();
    await choose(one.listId);
    await choose(two.listId);
    await later(6 * HOUR);
    await expect.poll(() => [good.asked, held.asked]).toEqual([1, 1]);
    const runId = (await get()).lists[0]?.runningId ?? 0;
    await expect
      .poll(async () => (await desk.call('runs.get', { runId })).detail)
      .toMatchObject({ counts: { alive: 1 } });
    await desk.restart();
    held.holds = false;
    await clock.look(desk);
    await expect.poll(states).toEqual(['done', 'done']);
    expect([good.asked, last.asked]).toEqual([1, 1]);
    expect([await found(one.listId), await found(two.listId)]).toEqual([[[2, 0]], [[1, 0]]]);
  });

  it('that was missed is made up for once, however far the clock was wrong', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    clock.skip(400 * 24 * HOUR * 60_000);
    await clock.look(desk);
    await expect.poll(states).toEqual(['done']);
    await later(1);
    expect(proxy.asked).toBe(1);
    // The clock is set right again: one check, and then in the rhythm.
    clock.skip(-400 * 24 * HOUR * 60_000);
    await clock.look(desk);
    await expect.poll(() => proxy.asked).toBe(2);
    await expect.poll(states).toEqual(['done']);
    await later(1);
    await later(5 * HOUR);
    expect(proxy.asked).toBe(2);
  });
});

describe('proxies of a list that stop working', () => {
  it('raise one alert for the list, which opens the check, and the alert ends when they work again', async () => {
    const { all, listId } = await loadProxies(4);
    const [first, second, third, never] = all as [SwitchedProxy, SwitchedProxy, SwitchedProxy, SwitchedProxy];
    await save();
    await choose(listId);
    never.works = false;
    await nextCheck(listId);
    expect(await listAlerts()).toEqual([]);

    first.works = false;
    second.works = false;
    await nextCheck(listId);
    const [{ id: runId = 0 } = {}] = await checkRuns();
    await expect
      .poll(listAlerts)
      .toMatchObject([{ stopped: { count: 2, names: [] }, list: { listId, title: 'Shop', runId }, readAt: null }]);
    await expect
      .poll(() => desk.desktop.notices.map(({ title, body }) => [title, body]))
      .toEqual([['Shop', '2 proxies of the list have stopped working.']]);
    expect(await get()).toMatchObject({ lists: [{ stopped: 2, stoppedAt: await lastChecked(listId) }] });
    const { stopped, stoppedAt } = await history(listId);
    expect([stopped, stoppedAt]).toEqual([2, await lastChecked(listId)]);

    // The alert is raised once, and not again while the same proxies do not work.
    await desk.call('alerts.dismiss', {});
    await nextCheck(listId);
    await nextCheck(listId);
    expect(await listAlerts()).toEqual([]);
    expect((await history(listId)).stoppedAt).toBe(stoppedAt);

    // One works again and another stops, so the number is the same.
    first.works = true;
    third.works = false;
    await nextCheck(listId);
    await expect.poll(listAlerts).toMatchObject([{ stopped: { count: 2 }, readAt: null }]);
    second.works = true;
    third.works = true;
    await nextCheck(listId);
    await expect.poll(listAlerts).toEqual([]);
    expect(await history(listId)).toMatchObject({ stopped: 0, stoppedAt: null });
    expect((await found(listId)).toReversed()).toEqual([
      [3, 1],
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 3],
      [3, 1],
    ]);
  });

  it('do not include those through which the address itself refused', async () => {
    const { listId } = await loadProxies(1);
    await save();
    await choose(listId);
    await nextCheck(listId);
    targetRefuses = true;
    await nextCheck(listId);
    expect(await history(listId)).toMatchObject({ stopped: 0 });
    expect(await listAlerts()).toEqual([]);
  });

  it('are also found by a check of the user, but not by one with another protocol', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    await nextCheck(listId);
    const check = async (protocol: 'own' | 'socks5') => {
      const before = await lastChecked(listId);
      const how = { address: target.url, atOnce: 5, timeoutS: 5, slowS: 4 };
      await desk.call('runs.start', { kind: 'check-list', listId, variant: 'domain', protocol, ...how });
      await expect.poll(() => lastChecked(listId)).not.toBe(before);
      await expect.poll(states).not.toContain('running');
    };
    await check('socks5');
    expect(await found(listId)).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(await history(listId)).toMatchObject({ stopped: 0 });
    proxy.works = false;
    await check('own');
    await expect.poll(listAlerts).toMatchObject([{ stopped: { count: 1 } }]);
  });

  it('are forgotten with a list that is taken off, or that is in the trash', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    await nextCheck(listId);
    proxy.works = false;
    await nextCheck(listId);
    await expect.poll(listAlerts).toHaveLength(1);
    const { undoId } = await desk.call('lists.remove', { listIds: [listId] });
    await expect.poll(listAlerts).toEqual([]);
    await desk.call('undo.takeBack', { undoId });
    await expect.poll(listAlerts).toHaveLength(1);
    await desk.call('scheduledChecks.removeLists', { listIds: [listId] });
    await expect.poll(listAlerts).toEqual([]);
    // If it is chosen again, everything begins anew.
    await choose(listId);
    await nextCheck(listId);
    expect(await history(listId)).toMatchObject({ stopped: 0 });
    expect(await listAlerts()).toEqual([]);
  });

  it('have a history of at most 30 checks', async () => {
    const { listId } = await loadProxies(1);
    await save();
    await choose(listId);
    await nextCheck(listId);
    const at = (await lastChecked(listId)) ?? 0;
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    for (let more = 1; more <= 32; more += 1) {
      db.run(`UPDATE lists SET last_check_json = json_set(last_check_json, '$.at', ?) WHERE id = ?`, at + more, listId);
    }
    // The link to a check that is no longer stored is cleared, which must not count as another result.
    db.run(`UPDATE lists SET last_check_json = json_set(last_check_json, '$.runId', NULL) WHERE id = ?`, listId);
    db.close();
    const { checks } = await history(listId);
    expect(checks.map((check) => check.at)).toEqual(Array.from({ length: 30 }, (_, index) => at + 32 - index));
    expect(await desk.callError('lists.checks', { listId: 999_999 })).toMatchObject({ kind: 'not-found' });
  });
});

describe('a desk that was restored', () => {
  it('checks no list before the user allows it, and then only lists that fall due', async () => {
    const { all, listId } = await loadProxies(1);
    const [proxy] = all as [SwitchedProxy];
    await save();
    await choose(listId);
    const path = join(folder, 'desk.rdbackup');
    await saveBackup(desk, path);
    const { offerId } = await openBackup(desk, path);
    await desk.call('backup.restore', { offerId });
    await desk.call('account.signInSandbox', {});
    expect(await get()).toMatchObject({ nextAt: null, lists: [{ obstacle: 'restored' }] });
    const held = (await get()).lists[0]?.listId ?? 0;
    await later(13 * HOUR);
    expect(await checkRuns()).toEqual([]);
    expect(await desk.call('scheduledChecks.releaseLists', {})).toMatchObject({
      lists: [{ listId: held, obstacle: null }],
    });
    await clock.look(desk);
    expect(await checkRuns()).toEqual([]);
    await nextCheck(held);
    expect(proxy.asked).toBe(1);
  });
});

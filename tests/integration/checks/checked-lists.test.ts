import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import type { LookingClock } from '../../support/looking-clock.ts';
import { RECIPE } from '../../support/recipe.ts';
import { openCheckedLists } from './checked-lists-desk.ts';
import { HOUR } from './scheduled-checks-desk.ts';
import type { SwitchedProxy } from './switched-proxies.ts';

const checks = openCheckedLists();
const { network, load, loadProxies, save, get, choose, checkRuns, states, later, nextCheck, found, chosen } = checks;
let desk: TestDesk;
let clock: LookingClock;
beforeEach(() => {
  ({ desk, clock } = checks.opened());
});

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
    network.isOffline = true;
    await desk.call('settings.update', { paused: false });
    await expect.poll(async () => (await desk.call('connection.check', {})).status).toBe('offline');
    await later(7 * HOUR);
    expect(await checkRuns()).toEqual([]);
    network.isOffline = false;
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

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTimeZone } from '../../support/time-zone.ts';
import { GENERATE } from '../lists/lists-desk.ts';
import { COMBINED, FILES } from '../run-lists/lists-desk.ts';
import { type ScheduledDesk, startScheduledDesk } from './scheduled-desk.ts';

let desk: ScheduledDesk;
beforeEach(() => setTimeZone('Europe/Berlin'));
beforeEach(async () => {
  desk = await startScheduledDesk();
  await desk.at('2026-11-05T07:00');
});
afterEach(async () => {
  await desk.close();
});

const asked = async (): Promise<number> => (await desk.control.requests(GENERATE)).length;

describe('a scheduled list', () => {
  it('is made when it is due, once a day, and never overwrites another file', async () => {
    await writeFile(join(desk.place, 'anna · KEY-5000001.TXT'), 'mine');
    const { id, nextAt } = await desk.schedule(await desk.clients('Anna', 'Boris'));
    expect(new Date(nextAt ?? 0).toISOString()).toBe('2026-11-05T07:00:00.000Z');
    await desk.at('2026-11-05T07:59');
    expect(await desk.runs()).toEqual([]);
    await desk.at('2026-11-05T08:00');
    const { last, nextAt: tomorrow } = await desk.settled(id);
    expect(last).toMatchObject({
      day: '2026-11-05',
      state: 'done',
      problem: null,
      missed: 0,
      run: { state: 'done', total: 2, failed: 0, files: 2 },
    });
    expect(new Date(tomorrow ?? 0).toISOString()).toBe('2026-11-06T07:00:00.000Z');
    await desk.at('2026-11-05T23:00');
    await desk.at('2026-11-06T08:01');
    await desk.settled(id);
    expect(Object.keys(await desk.placed())).toEqual([
      'Anna · key-5000001 (2).txt',
      'Anna · key-5000001 (3).txt',
      'Boris · key-5000002 (2).txt',
      'Boris · key-5000002.txt',
      'anna · KEY-5000001.TXT',
    ]);
    expect((await desk.placed())['anna · KEY-5000001.TXT']).toBe('mine');
    expect(await desk.runs()).toHaveLength(2);
    expect(await asked()).toBe(4);
  });

  it('is made by the clock of its zone, wherever the computer is', async () => {
    const clients = await desk.clients('Anna');
    const { id, nextAt, zone } = await desk.schedule(clients, { zone: 'Asia/Tokyo' });
    expect([zone, new Date(nextAt ?? 0).toISOString()]).toEqual(['Asia/Tokyo', '2026-11-05T23:00:00.000Z']);
    await desk.at('2026-11-05T08:00');
    expect(await desk.runs()).toEqual([]);
    const back = setTimeZone('America/New_York');
    try {
      expect((await desk.one(id)).nextAt).toBe(nextAt);
      await desk.at('2026-11-05T18:00');
      expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-06', state: 'done', missed: 0 });
    } finally {
      back();
    }
    // An edit without a zone leaves the zone unchanged; a new schedule has this computer's zone.
    const edited = await desk.edit(id);
    expect(edited.zone).toBe('Asia/Tokyo');
    expect((await desk.schedule(clients)).zone).toBe('Europe/Berlin');
    await expect(desk.schedule(clients, { zone: 'Moon/Base' })).rejects.toMatchObject({
      details: { problems: [{ field: 'zone', code: 'zone-unknown' }] },
    });
  });

  it('makes up once for missed days, and says so', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'));
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    await desk.at('2026-11-10T14:00');
    const { last } = await desk.settled(id);
    expect(last).toMatchObject({ day: '2026-11-10', state: 'done', missed: 4 });
    expect((last?.startedAt ?? 0) - (last?.dueAt ?? 0)).toBeGreaterThan(5 * 3_600_000);
    await desk.restart();
    await desk.look();
    expect(await desk.runs()).toHaveLength(2);
  });

  it('is not made again when the clock is set back, and continues when the clock is right again', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'));
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    await desk.at('2026-11-05T07:30');
    await desk.at('2026-11-05T08:00');
    await desk.restart();
    await desk.look();
    expect(await desk.runs()).toHaveLength(1);
    // The clock is a year ahead by mistake, for a moment.
    await desk.at('2027-11-05T08:00');
    await desk.settled(id);
    await desk.at('2026-11-05T09:00');
    expect(await desk.runs()).toHaveLength(2);
    await desk.at('2026-11-06T08:00');
    await desk.settled(id);
    expect(await desk.runs()).toHaveLength(3);
  });

  it('is made once in the nights in which the clocks change', async () => {
    const rhythm = { every: 'day', monthDay: 1, time: '02:30' } as const;
    const { id } = await desk.schedule(await desk.clients('Anna'), { rhythm });
    await desk.at('2027-03-27T03:00');
    await desk.settled(id);
    await desk.at('2027-03-28T03:29+02:00');
    expect(await desk.runs()).toHaveLength(1);
    await desk.at('2027-03-28T03:31+02:00');
    await desk.settled(id);
    expect(await desk.runs()).toHaveLength(2);
    await desk.at('2027-10-31T02:31+02:00');
    await desk.settled(id);
    await desk.at('2027-10-31T02:31+01:00');
    await desk.at('2027-10-31T12:00');
    expect(await desk.runs()).toHaveLength(3);
  });

  it('begins with the next due time after it is created, switched on, or moved', async () => {
    const ids = await desk.clients('Anna');
    await desk.at('2026-11-05T09:00');
    const { id } = await desk.schedule(ids);
    await desk.look();
    await desk.call('scheduledLists.setEnabled', { scheduleId: id, enabled: false });
    await desk.at('2026-11-07T09:00');
    expect((await desk.one(id)).nextAt).toBeNull();
    await desk.call('scheduledLists.setEnabled', { scheduleId: id, enabled: true });
    await desk.look();
    await desk.edit(id, {
      name: '',
      skipWithoutTraffic: true,
      keep: 3,
      rhythm: { every: 'month', monthDay: 31, time: '08:30' },
    });
    await desk.look();
    expect(await desk.runs()).toEqual([]);
    await desk.at('2026-11-30T08:30');
    expect(await desk.settled(id)).toMatchObject({ name: '', keep: 3, last: { day: '2026-11-30', state: 'done' } });
  });

  it('is made on the same day when it is moved to a later time before anything was made', async () => {
    const ids = await desk.clients('Anna');
    const { id } = await desk.schedule(ids);
    const moveTo = (time: string) =>
      desk.edit(id, { name: '', skipWithoutTraffic: true, rhythm: { every: 'day', monthDay: 1, time } });
    await moveTo('06:00');
    expect(new Date((await desk.one(id)).nextAt ?? 0).toISOString()).toBe('2026-11-06T05:00:00.000Z');
    await moveTo('09:00');
    expect(new Date((await desk.one(id)).nextAt ?? 0).toISOString()).toBe('2026-11-05T08:00:00.000Z');
    await desk.at('2026-11-05T09:00');
    expect(await desk.settled(id)).toMatchObject({ last: { day: '2026-11-05', state: 'done', missed: 0 } });
    // It is made once a day, even when its time moves behind the last run.
    expect(new Date((await moveTo('10:00')).nextAt ?? 0).toISOString()).toBe('2026-11-06T09:00:00.000Z');
    await desk.at('2026-11-05T10:00');
    expect(await desk.runs()).toHaveLength(1);
  });

  it('makes one file for everybody with a tag, under an unused name', async () => {
    const [anna = 0, boris = 0, clara = 0] = await desk.clients('Anna', 'Boris', 'Clara');
    await desk.call('clients.tag', { clientIds: [anna, boris], add: ['daily'], remove: [] });
    await writeFile(join(desk.place, 'Morning-2026-11-05.txt'), 'mine');
    const { id } = await desk.schedule([], { clients: { tag: 'daily' }, output: COMBINED });
    expect(await desk.one(id)).toMatchObject({ tag: 'daily', clients: 2, clientIds: [] });
    await desk.call('clients.tag', { clientIds: [clara], add: ['daily'], remove: [] });
    await desk.call('clients.archive', { clientIds: [boris] });
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    const placed = await desk.placed();
    expect(Object.keys(placed)).toEqual(['Morning-2026-11-05 (2).txt', 'Morning-2026-11-05.txt']);
    expect(placed['Morning-2026-11-05.txt']).toBe('mine');
    expect(placed['Morning-2026-11-05 (2).txt']?.trimEnd().split('\n')).toHaveLength(6);
  });

  it('does not replace a file that appeared under its name in the meantime', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'), { output: COMBINED });
    await desk.control.addFaults({ match: GENERATE, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    await desk.at('2026-11-05T08:00');
    await desk.control.waitForHeld(1);
    await writeFile(join(desk.place, 'Morning-2026-11-05.txt'), 'mine');
    await desk.control.release();
    await desk.settled(id);
    const placed = await desk.placed();
    expect(Object.keys(placed)).toEqual(['Morning-2026-11-05 (2).txt', 'Morning-2026-11-05.txt']);
    expect(placed['Morning-2026-11-05.txt']).toBe('mine');
  });

  it('says how many clients it failed for, and is made normally the next time', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris', 'Clara'));
    const refusal = { kind: 'not-ok', shape: 'error-object', message: 'not now' } as const;
    await desk.control.addFaults({ match: GENERATE, skip: 1, times: 1, fault: refusal });
    await desk.at('2026-11-05T08:00');
    expect((await desk.settled(id)).last).toMatchObject({ state: 'partial', run: { failed: 1, total: 3, files: 2 } });
    await desk.at('2026-11-06T08:00');
    expect((await desk.settled(id)).last).toMatchObject({ state: 'done', run: { failed: 0, files: 3 } });
    expect(await desk.call('alerts.counts', {})).toMatchObject({ total: 0 });
  });

  it('names the clients that were left out without traffic, and reports when none had any', async () => {
    const [anna = 0] = await desk.clients('Anna');
    const { id: boris } = await desk.call('clients.add', {
      messengerId: 7_000_001,
      clientKey: 'without',
      name: 'Boris',
      note: '',
      tags: [],
    });
    for (const clientId of [anna, boris]) await desk.call('premium.refreshBalance', { clientId });
    const both = await desk.schedule([anna, boris], { skipWithoutTraffic: true });
    const nobody = await desk.schedule([boris], { skipWithoutTraffic: true });
    await desk.at('2026-11-05T08:00');
    expect((await desk.settled(both.id)).last).toMatchObject({
      state: 'done',
      run: { total: 2, skipped: 1, failed: 0, files: 1 },
    });
    expect((await desk.settled(nobody.id)).last).toMatchObject({ state: 'failed', run: { skipped: 1, files: 0 } });
  });

  it('does not overlap with itself, and continues after a restart in the middle', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris', 'Clara'));
    await desk.control.addFaults({ match: GENERATE, skip: 1, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    await desk.at('2026-11-05T08:00');
    await desk.control.waitForHeld(1);
    await desk.look();
    expect(await desk.callError('scheduledLists.makeNow', { scheduleId: id })).toMatchObject({
      details: { code: 'schedule-running' },
    });
    expect(await desk.runs()).toHaveLength(1);
    const restarting = desk.restart();
    await desk.control.release();
    await restarting;
    await desk.look();
    const { last } = await desk.settled(id);
    expect(last).toMatchObject({ day: '2026-11-05', state: 'done', run: { files: 3 } });
    expect(await desk.runs()).toHaveLength(1);
    expect(await asked()).toBe(4);
    expect(Object.keys(await desk.placed())).toEqual([
      'Anna · key-5000001.txt',
      'Boris · key-5000002.txt',
      'Clara · key-5000003.txt',
    ]);
  });

  it('leaves the rest of an interrupted run to the next due one', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'));
    await desk.control.addFaults({ match: GENERATE, skip: 1, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    await desk.at('2026-11-05T08:00');
    await desk.control.waitForHeld(1);
    const restarting = desk.restart();
    await desk.control.release();
    await restarting;
    await desk.at('2026-11-08T10:00');
    expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-08', state: 'done', missed: 2 });
    expect((await desk.history(id)).map(({ day, run }) => [day, run?.state])).toEqual([
      ['2026-11-08', 'done'],
      ['2026-11-05', 'cancelled'],
    ]);
    expect(Object.keys(await desk.placed())).toEqual([
      'Anna · key-5000001 (2).txt',
      'Anna · key-5000001.txt',
      'Boris · key-5000002.txt',
    ]);
  });

  it('does not begin during a pause of everything', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'));
    await desk.call('settings.update', { paused: true });
    await desk.at('2026-11-05T08:00');
    expect(await desk.runs()).toEqual([]);
    await desk.call('settings.update', { paused: false });
    await desk.look();
    expect((await desk.settled(id)).last).toMatchObject({ state: 'done' });
  });
});

describe('a scheduled list by hand', () => {
  it('makes an additional list now, which replaces none', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'));
    await desk.call('scheduledLists.makeNow', { scheduleId: id });
    expect((await desk.settled(id)).last).toMatchObject({ day: null, state: 'done', run: { files: 1 } });
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    expect((await desk.history(id)).map(({ day }) => day)).toEqual(['2026-11-05', null]);
    await desk.call('scheduledLists.showFolder', { scheduleId: id });
    expect(desk.desktop.shown).toEqual([desk.place]);
  });

  it('reports every wrong field, and stores nothing', async () => {
    const [anna = 0] = await desk.clients('Anna');
    const many = Array.from({ length: 5_001 }, (_, index) => index + 1);
    const rhythm = { every: 'month', monthDay: 32, time: '25:00' } as const;
    const output = { ...FILES, template: '{who}' };
    const error = await desk
      .schedule(many, { name: 'x'.repeat(101), rhythm, output, keep: 0, folderId: 17 })
      .catch((reason: { details: { problems: { field: string }[] } }) =>
        reason.details.problems.map(({ field }) => field),
      );
    expect(error).toEqual(['name', 'clients', 'template', 'time', 'monthDay', 'keep', 'folder']);
    expect(await desk.call('scheduledLists.list', { offset: 0, limit: 10 })).toEqual({ total: 0, rows: [] });
    const { id } = await desk.schedule([anna]);
    await desk.call('clients.remove', { clientIds: [anna] });
    expect(await desk.callError('scheduledLists.makeNow', { scheduleId: id })).toMatchObject({
      details: { code: 'schedule-no-clients' },
    });
    expect(await desk.history(id)).toEqual([]);
    expect(await desk.callError('scheduledLists.get', { scheduleId: 999 })).toMatchObject({ kind: 'not-found' });
  });

  it('is removed without its files, and is restored by undo', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'));
    const { undoId } = await desk.call('scheduledLists.remove', { scheduleId: id });
    await desk.at('2026-11-05T08:00');
    expect(await desk.runs()).toEqual([]);
    await desk.call('undo.takeBack', { undoId });
    await desk.look();
    expect(await desk.runs()).toEqual([]);
    await desk.at('2026-11-06T08:00');
    expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-06', state: 'done', missed: 0 });
  });
});

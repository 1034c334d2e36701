import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyTrafficElsewhere } from '../../support/colleague.ts';
import type { BatchTask } from '../../support/kills/protocol.ts';
import { prepareChildren } from '../../support/kills/start-child.ts';
import { openBackup, saveBackup } from '../backup/backup-desk.ts';
import { GENERATE } from '../lists/lists-desk.ts';
import { type ScheduledDesk, startScheduledDesk } from './scheduled-desk.ts';

let desk: ScheduledDesk;
beforeEach(async () => {
  desk = await startScheduledDesk();
  await desk.at('2026-11-05T07:00');
});
afterEach(() => desk.close());

const isRoot = process.getuid?.() === 0;
const asked = async (): Promise<number> => (await desk.control.requests(GENERATE)).length;
const alerts = async () => (await desk.call('alerts.list', { offset: 0, limit: 10 })).rows;

const notices = (): number => desk.desktop.notices.filter(({ title }) => title === 'Morning').length;

describe('a folder that cannot be written to', () => {
  it('is reported once, and missed lists are made up for once when it is back', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'));
    const away = join(desk.folder, 'away');
    await rename(desk.place, away);
    await desk.at('2026-11-05T08:00');
    expect((await desk.one(id)).last).toMatchObject({ state: 'waits', problem: 'folder-missing', run: null });
    expect(await alerts()).toMatchObject([{ kind: 'schedule', scheduleId: id, target: 'folder-missing' }]);
    for (let time = 0; time < 8; time += 1) await desk.later(30);
    await desk.at('2026-11-06T08:00');
    await desk.at('2026-11-07T08:00');
    expect(await alerts()).toHaveLength(1);
    await expect.poll(notices).toBe(1);
    expect(await desk.runs()).toEqual([]);
    expect(await asked()).toBe(0);
    await rename(away, desk.place);
    await desk.later(61);
    expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-07', state: 'done', run: { files: 2 } });
    expect(await alerts()).toEqual([]);
    await desk.later(61);
    expect(await desk.runs()).toHaveLength(1);
    expect(Object.keys(await desk.placed())).toEqual(['Anna · key-5000001.txt', 'Boris · key-5000002.txt']);
  });

  it('is tried again at the next start, or on request', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'));
    const away = join(desk.folder, 'away');
    await rename(desk.place, away);
    await desk.at('2026-11-05T08:00');
    expect(await desk.callError('scheduledLists.makeNow', { scheduleId: id })).toMatchObject({
      details: { code: 'folder-missing' },
    });
    expect(await desk.callError('scheduledLists.showFolder', { scheduleId: id })).toMatchObject({ kind: 'file' });
    await rename(away, desk.place);
    await desk.restart();
    await desk.look();
    expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-05', state: 'done' });
    expect(await desk.history(id)).toHaveLength(1);
  });

  it('can be replaced by another one, in which missed lists are made up for at once without a second request', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'));
    await desk.control.addFaults({ match: GENERATE, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    await desk.at('2026-11-05T08:00');
    await desk.control.waitForHeld(1);
    await rename(desk.place, join(desk.folder, 'away'));
    await desk.control.release();
    expect((await desk.settled(id)).last).toMatchObject({ state: 'waits', problem: 'folder-missing' });
    const other = join(desk.folder, 'other');
    await mkdir(other);
    desk.dialogs.folderQueue.push(null, other);
    expect(await desk.call('scheduledLists.chooseFolder', { scheduleId: id })).toBeNull();
    expect(await desk.call('scheduledLists.chooseFolder', { scheduleId: id })).toMatchObject({ folder: other });
    await desk.look();
    expect(await desk.settled(id)).toMatchObject({ folder: other, last: { state: 'done', run: { files: 2 } } });
    expect(await readdir(other)).toEqual(['Anna · key-5000001.txt', 'Boris · key-5000002.txt']);
    expect(await asked()).toBe(2);
    expect(await alerts()).toEqual([]);
  });

  it.skipIf(!isRoot || process.platform !== 'linux')('is full, and is written to when there is room', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), { recipe: { ...(await bigRecipe()) } });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', desk.place]);
    try {
      await desk.at('2026-11-05T08:00');
      expect((await desk.settled(id)).last).toMatchObject({ state: 'waits', problem: 'disk-full' });
      for (let time = 0; time < 4; time += 1) {
        await desk.later(61);
        await desk.settled(id);
      }
      expect((await alerts()).map(({ target }) => target)).toEqual(['disk-full']);
      await expect.poll(notices).toBe(1);
      const before = await asked();
      execFileSync('mount', ['-o', 'remount,size=16m', desk.place]);
      await desk.later(61);
      expect((await desk.settled(id)).last).toMatchObject({ state: 'done', run: { files: 2 } });
      expect(await asked()).toBeLessThanOrEqual(before + 1);
      for (const text of Object.values(await desk.placed())) expect(text.trimEnd().split('\n')).toHaveLength(1_000);
      expect(await alerts()).toEqual([]);
    } finally {
      execFileSync('umount', [desk.place]);
    }
  });

  // Windows knows no read-only folders.
  it.skipIf(isRoot || process.platform === 'win32')(
    'is protected, and is written to when it no longer is',
    async () => {
      const { id } = await desk.schedule(await desk.clients('Anna'));
      await chmod(desk.place, 0o500);
      await desk.at('2026-11-05T08:00');
      expect((await desk.settled(id)).last).toMatchObject({ state: 'waits', problem: 'no-permission' });
      await chmod(desk.place, 0o700);
      await desk.later(61);
      expect((await desk.settled(id)).last).toMatchObject({ state: 'done' });
    },
  );
});

const bigRecipe = async () => {
  const { recipe } = await desk.schedule(await desk.clients('Other'), { enabled: false });
  return { ...recipe, quantity: 1_000 };
};

describe('another obstacle', () => {
  it('is reported when no clients are left, until there are some', async () => {
    const [anna = 0] = await desk.clients('Anna');
    const { id } = await desk.schedule([anna]);
    await desk.call('clients.archive', { clientIds: [anna] });
    await desk.at('2026-11-05T08:00');
    expect((await desk.one(id)).last).toMatchObject({ state: 'waits', problem: 'no-clients' });
    expect((await alerts()).map(({ target }) => target)).toEqual(['no-clients']);
    await desk.call('clients.restore', { clientIds: [anna] });
    await desk.later(61);
    expect((await desk.settled(id)).last).toMatchObject({ state: 'done' });
    expect(await alerts()).toEqual([]);
  });

  it('passes on its own when the service does not answer, and raises no alarm', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'));
    await desk.control.addFaults({ match: GENERATE, skip: 1, fault: { kind: 'respond', status: 401, body: '' } });
    await desk.at('2026-11-05T08:00');
    expect((await desk.settled(id)).last).toMatchObject({
      state: 'waits',
      problem: 'token',
      run: { state: 'stopped' },
    });
    expect(await alerts()).toEqual([]);
    await desk.control.clearFaults();
    await desk.later(6);
    expect((await desk.settled(id)).last).toMatchObject({ state: 'done', run: { files: 2 } });
    expect(await asked()).toBe(3);
  });
});

describe('a desk that was restored', () => {
  it('makes nothing before its folder is chosen, and then only what falls due', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), { keep: 1 });
    await desk.at('2026-11-05T08:00');
    await desk.settled(id);
    const path = join(desk.folder, 'desk.rdbackup');
    await saveBackup(desk, path);
    const { offerId } = await openBackup(desk, path);
    await desk.call('backup.restore', { offerId });
    const { activeId } = await desk.call('account.state', {});
    const { baseUrl, token } = desk.sandbox;
    await desk.call('account.signIn', { accountId: activeId ?? '', baseUrl, token, label: 'Test' });
    await desk.at('2026-11-06T08:00');
    expect(await desk.one(id)).toMatchObject({ folderChosen: false, nextAt: null, enabled: true });
    for (const name of ['makeNow', 'setEnabled'] as const) {
      const input = name === 'makeNow' ? { scheduleId: id } : { scheduleId: id, enabled: true };
      expect(await desk.callRaw(`scheduledLists.${name}`, input)).toMatchObject({
        error: { details: { code: 'schedule-folder' } },
      });
    }
    expect(await desk.runs()).toHaveLength(1);
    desk.dialogs.folderQueue.push(desk.place);
    await desk.call('scheduledLists.chooseFolder', { scheduleId: id });
    await desk.look();
    expect(await desk.runs()).toHaveLength(1);
    await desk.at('2026-11-07T08:00');
    expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-07', state: 'done' });
  });
});

describe('a scheduled list whose process is killed', () => {
  it('is made once in the end: one file and one whole list for each client', async () => {
    const clients = 6;
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
        isScheduled: true,
        baseUrl: desk.sandbox.baseUrl,
        token: desk.sandbox.token,
      };
      return startChild('batch-child', task);
    };
    for (const when of ['before-commit', 'after-commit'] as const) {
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
    expect(names).toHaveLength(clients);
    const texts = await Promise.all(names.map((name) => readFile(join(files, name), 'utf8')));
    expect(new Set(texts).size).toBe(clients);
    expect(await asked()).toBe(clients + 2);
  }, 60_000);
});

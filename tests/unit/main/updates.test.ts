import { describe, expect, it } from 'vitest';
import { NOT_OURS } from '../../../electron/main/updater/signature.ts';
import { createUpdater, type Updater } from '../../../electron/main/updater/updates.ts';
import { type Installation, whyOff } from '../../../electron/main/updater/why-off.ts';
import { createRecordedLogger } from '../../support/fake-shell.ts';

const installed: Installation = {
  isPackaged: true,
  platform: 'linux',
  feed: 'provider: generic\nurl: https://example.com/\n',
  hasKey: true,
  appImage: '/home/anna/reseller-desk.AppImage',
  hasUninstaller: false,
  isInApplications: false,
  canWrite: () => true,
};

const windows = {
  platform: 'win32',
  hasUninstaller: true,
  hasKey: false,
  feed: 'provider: generic\npublisherName:\n  - Reseller Desk\n',
} as const;

describe('whether this copy can be updated', () => {
  it.each<[string, Partial<Installation>, ReturnType<typeof whyOff>]>([
    ['from source', { isPackaged: false }, 'development'],
    ['without a feed', { feed: null }, 'no-feed'],
    ['without a key', { hasKey: false }, 'no-feed'],
    ['on Windows, without a publisher to compare with', { ...windows, feed: 'provider: generic\n' }, 'no-feed'],
    ['on Windows, with a publisher named elsewhere', { ...windows, feed: 'url: x#publisherName:\n' }, 'no-feed'],
    ['an AppImage of one’s own', {}, null],
    ['an AppImage of somebody else', { canWrite: () => false }, 'read-only'],
    ['a deb, or a bare folder', { appImage: undefined }, 'not-installed'],
    ['installed on Windows', windows, null],
    ['unpacked on Windows', { ...windows, hasUninstaller: false }, 'not-installed'],
    ['in Applications', { platform: 'darwin', isInApplications: true, hasKey: false }, null],
    ['still in the disk image', { platform: 'darwin' }, 'not-installed'],
  ])('%s', (_, change, reason) => {
    expect(whyOff({ ...installed, ...change })).toBe(reason);
  });
});

interface Feed extends Updater {
  answer: () => ReturnType<Updater['checkForUpdates']>;
  file: () => Promise<unknown>;
  progress: (percent: number) => void;
  asked: string[];
}

const createFeed = (): Feed => {
  const feed: Feed = {
    autoInstallOnAppQuit: true,
    asked: [],
    answer: async () => ({ isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }),
    file: async () => [],
    progress: () => {},
    checkForUpdates: () => {
      feed.asked.push('check');
      return feed.answer();
    },
    downloadUpdate: () => {
      feed.asked.push('download');
      return feed.file();
    },
    on: (_, listener) => {
      feed.progress = (percent) => listener({ percent });
    },
  };
  return feed;
};

const start = (off: ReturnType<typeof whyOff> = null) => {
  const feed = createFeed();
  let loads = 0;
  const logger = createRecordedLogger();
  const updates = createUpdater({
    off,
    load: async () => {
      loads += 1;
      return feed;
    },
    now: () => 1_000,
    logger,
  });
  return { feed, updates, logger, loads: () => loads };
};

describe('an update', () => {
  it('costs nothing until the first check, and never anything if updates are off', async () => {
    const { updates, loads } = start('no-feed');
    await updates.check();
    await updates.download();
    expect(updates.state()).toMatchObject({ status: 'off', reason: 'no-feed', failed: null });
    expect(loads()).toBe(0);
    expect(start().loads()).toBe(0);
  });

  it('is offered, and not downloaded before the user says so', async () => {
    const { updates, feed } = start();
    await updates.download();
    await updates.check();
    expect(updates.state()).toMatchObject({ status: 'available', version: '2.0.0', checkedAt: 1_000 });
    expect(feed.asked).toEqual(['check']);
  });

  it('shows whole per cents of its download, once each, and then waits for the app to quit', async () => {
    const { updates, feed } = start();
    await updates.check();
    let finish = (): void => {};
    feed.file = () => new Promise((resolve) => (finish = () => resolve([])));
    const percents: (number | null)[] = [];
    updates.onChange(({ percent }) => percents.push(percent));
    const downloading = updates.download();
    await Promise.resolve();
    await Promise.resolve();
    for (const percent of [10.2, 10.9, 250]) feed.progress(percent);
    finish();
    await downloading;
    expect(percents).toEqual([0, 10, 100, null]);
    expect(updates.state()).toMatchObject({ status: 'ready', version: '2.0.0', failed: null });
    await updates.check();
    await updates.download();
    expect(feed.asked).toEqual(['check', 'download']);
  });

  it('is installed at the quit, but neither in the middle of a purchase nor when it is incomplete', async () => {
    const { updates, feed } = start();
    await updates.check();
    updates.beforeQuit(false);
    expect(feed.autoInstallOnAppQuit).toBe(false);
    await updates.download();
    updates.beforeQuit(true);
    expect(feed.autoInstallOnAppQuit).toBe(false);
    updates.beforeQuit(false);
    expect(feed.autoInstallOnAppQuit).toBe(true);
  });

  it('stays on offer when its download breaks off, and can be requested again', async () => {
    const { updates, feed, logger } = start();
    await updates.check();
    feed.file = () => Promise.reject(new Error('https://user:secret@feed.example'));
    await updates.download();
    expect(updates.state()).toMatchObject({ status: 'available', version: '2.0.0', percent: null, failed: 'download' });
    expect(JSON.stringify(logger.lines)).not.toContain('secret');
    feed.file = async () => [];
    await updates.download();
    expect(updates.state().status).toBe('ready');
  });

  it('that we have not signed is reported as such', async () => {
    const { updates, feed } = start();
    feed.answer = () => Promise.reject(Object.assign(new Error('…'), { name: NOT_OURS }));
    await updates.check();
    expect(updates.state()).toMatchObject({ status: 'idle', version: null, checkedAt: null, failed: 'signature' });
  });

  it('survives a single failure of the feed: no version is forgotten, and none is invented', async () => {
    const { updates, feed } = start();
    feed.answer = () => Promise.reject(new Error('offline'));
    await updates.check();
    expect(updates.state()).toMatchObject({ status: 'idle', version: null, checkedAt: null, failed: 'check' });
    feed.answer = async () => ({ isUpdateAvailable: false, updateInfo: { version: '1.0.0' } });
    await updates.check();
    expect(updates.state()).toMatchObject({ status: 'idle', version: null, checkedAt: 1_000, failed: null });
  });
});

import { mkdtemp, open as openFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataFolder, openDataFolder } from '#core/platform/sqlite/data-folder.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import type { Paths } from '#core/ports.ts';
import { rot, WAYS_TO_BREAK } from '../../support/broken-files.ts';
import { createRecordedLogger } from '../../support/fake-shell.ts';

/** More than can be read in a moment. */
const PADDING = 8192 * 5_000;

/** Adds data that no start reads. */
const addPadding = (folder: DataFolder): void => {
  folder.db().run('CREATE TABLE padding (bytes BLOB)');
  folder.db().run(`INSERT INTO padding VALUES (zeroblob(${PADDING}))`);
};
const damagePadding = async (path: string): Promise<void> => {
  const bytes = await openFile(path, 'r+');
  await bytes.write(Buffer.alloc(4096, 0x5a), 0, 4096, PADDING / 2);
  await bytes.close();
};

it('a copy that was restored after damage was found behind the running app is itself copied again', async () => {
  const root = await mkdtemp(join(tmpdir(), 'late-'));
  const paths = { data: join(root, 'data'), backups: join(root, 'backups') };
  let now = Date.parse('2026-11-21T10:00:00.000Z');
  const clock = { now: () => now, sleep: async () => {} };
  const open = (): Promise<DataFolder> =>
    openDataFolder({ paths, clock, logger: createRecordedLogger(), migrations: MIGRATIONS });

  const first = await open();
  const copy = await first.backupIfDue();
  addPadding(first);
  await first.close();
  await rot(join(paths.data, 'desk.db'), damagePadding);

  const folder = await open();
  const target = join(paths.data, 'snapshot.db');
  now += 2 * 24 * 3_600_000;
  await expect(folder.snapshot(target)).rejects.toMatchObject({ details: { code: 'database-broken' } });
  expect(await folder.backupIfDue()).toBeNull();
  await folder.restore(copy?.name ?? '');
  await folder.snapshot(target);
  expect(await folder.backupIfDue()).not.toBeNull();
  await folder.close();
  await rm(root, { recursive: true, force: true });
});

it('damage found in a file that is being set aside is not reported for the new one', async () => {
  const root = await mkdtemp(join(tmpdir(), 'late-'));
  const paths = { data: join(root, 'data'), backups: join(root, 'backups') };
  // The check begins while the file is opened.
  const clock = { now: () => Date.parse('2026-11-21T10:00:00.000Z'), sleep: async () => {} };
  const open = (): Promise<DataFolder> =>
    openDataFolder({ paths, clock, logger: createRecordedLogger(), migrations: MIGRATIONS });
  await (await open()).close();
  const breakIt = WAYS_TO_BREAK['without its header'] ?? (() => Promise.reject(new Error('no such way')));
  await rot(join(paths.data, 'desk.db'), breakIt);

  const folder = await open();
  expect(folder.notice()?.setAside).toMatch(/broken/);
  await folder.close();
  // A damaged database would keep the mark of a desk that was not closed properly.
  expect(await readdir(paths.data)).not.toContain('desk.open');
  await rm(root, { recursive: true, force: true });
});

describe('a file that was closed properly', () => {
  let root: string;
  let paths: Paths;
  let sleeps: number;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'late-'));
    paths = { data: join(root, 'data'), backups: join(root, 'backups') };
    sleeps = 0;
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  /** A clock on which the time for a late check never comes. */
  const clock = {
    now: () => Date.parse('2026-11-21T10:00:00.000Z'),
    sleep: (_ms: number, signal?: AbortSignal): Promise<void> => {
      sleeps += 1;
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped'))));
    },
  };
  const open = (): Promise<DataFolder> =>
    openDataFolder({ paths, clock, logger: createRecordedLogger(), migrations: MIGRATIONS });
  const file = (): string => join(paths.data, 'desk.db');
  const closedWithPadding = async (): Promise<void> => {
    const folder = await open();
    addPadding(folder);
    await folder.close();
  };

  it('is checked after the app has started, or before a request that needs the result, and closing waits for neither', async () => {
    await closedWithPadding();
    expect(sleeps).toBe(0);
    await rot(file(), damagePadding);

    await (await open()).close();
    expect(sleeps).toBe(1);

    const asked = await open();
    expect(asked.notice()).toBeNull();
    await expect(asked.snapshot(join(paths.data, 'snapshot.db'))).rejects.toMatchObject({
      details: { code: 'database-broken' },
    });
    await asked.close();

    const next = await open();
    expect(next.notice()?.setAside).toMatch(/broken/);
    await next.close();
  });

  it('is checked first if the app was repeatedly closed too soon for a check', async () => {
    await closedWithPadding();
    await rot(file(), damagePadding);
    for (let start = 1; start <= 10; start += 1) {
      const folder = await open();
      expect(folder.notice()).toBeNull();
      await folder.close();
    }
    const folder = await open();
    expect(folder.notice()?.setAside).toMatch(/broken/);
    expect(sleeps).toBe(10);
    await folder.close();
  });

  it('and cannot be opened any more is set aside at once, and its replacement is not called damaged', async () => {
    await (await open()).close();
    await rot(file(), WAYS_TO_BREAK['without its header'] ?? (() => Promise.reject(new Error('no such way'))));

    const folder = await open();
    expect(folder.notice()?.setAside).toMatch(/broken/);
    await folder.snapshot(join(paths.data, 'snapshot.db'));
    expect(await folder.backupIfDue()).not.toBeNull();
    await folder.close();
  });

  it('and that another program wrote to since is checked first, however big it is', async () => {
    await closedWithPadding();
    await damagePadding(file());

    const second = await open();
    expect(second.notice()?.setAside).toMatch(/broken/);
    expect(sleeps).toBe(0);
    await second.close();
  });
});

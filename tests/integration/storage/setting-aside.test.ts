import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, openDataFolder } from '#core/platform/sqlite/data-folder.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { setAside } from '#core/platform/sqlite/set-aside.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordedLogger } from '../../support/fake-shell.ts';
import { realClock } from '../../support/real-clock.ts';

const START = Date.parse('2026-11-21T10:00:00.000Z');

let root: string;
let folders: DataFolder[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'aside-'));
  folders = [];
});
afterEach(async () => {
  for (const folder of folders) await folder.close();
  await rm(root, { recursive: true, force: true });
});

const open = async (data: string): Promise<DataFolder> => {
  const folder = await openDataFolder({
    paths: { data, backups: join(root, 'backups') },
    migrations: MIGRATIONS,
    logger: createRecordedLogger(),
    clock: { now: createFakeClock(START).now, sleep: realClock.sleep },
  });
  folders.push(folder);
  return folder;
};

/** Makes a data folder with a broken database and the log that a killed app left beside it, and returns the log. */
const breakDesk = async (data: string): Promise<Buffer> => {
  const used = join(root, 'used');
  const folder = await open(used);
  folder.db().run("INSERT OR REPLACE INTO settings VALUES ('test', 'in the log alone')");
  await mkdir(data);
  await copyFile(join(used, 'desk.db-wal'), join(data, 'desk.db-wal'));
  await writeFile(join(data, 'desk.db'), '');
  return readFile(join(data, 'desk.db-wal'));
};

it('brings the log to a broken database that was set aside without it, because the app was killed in between', async () => {
  const data = join(root, 'data');
  const log = await breakDesk(data);
  // The app dies after it has moved the database and before it moves the log.
  const death = new Promise<void>((die) => {
    const renameOrDie = async (from: string, to: string): Promise<void> => {
      if (from.endsWith('desk.db')) return rename(from, to);
      die();
      return new Promise(() => {});
    };
    void setAside(join(data, 'desk.db'), START, renameOrDie);
  });
  await death;
  const aside = 'desk.broken-20261121-100000-000.db';
  expect((await readdir(data)).filter((name) => /\.db(-wal)?$/.test(name)).sort()).toEqual([aside, 'desk.db-wal']);

  // An earlier database that was set aside, and has no log of its own.
  await writeFile(join(data, 'desk.broken-20261122-100000-000.db'), '');
  const folder = await open(data);
  expect(folder.db().has("SELECT 1 FROM settings WHERE key = 'test'")).toBe(false);
  expect(await readFile(join(data, `${aside}-wal`))).toEqual(log);
  expect(await readdir(data)).not.toContain('desk.setting-aside');
});

it('keeps a log whose database is gone, under a name of its own', async () => {
  const data = join(root, 'data');
  const log = await breakDesk(data);
  await rm(join(data, 'desk.db'));
  await writeFile(join(data, 'desk.broken-20261120-100000-000.db'), '');
  await open(data);
  expect(await readFile(join(data, 'desk.broken-20261121-100000-000.db-wal'))).toEqual(log);
  expect((await stat(join(data, 'desk.db'))).size).toBeGreaterThan(0);
});

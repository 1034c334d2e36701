import { access, copyFile, mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyBeforeMigration, listBackups } from '#core/platform/sqlite/backups.ts';
import { type DataFolder, openDataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { MIGRATIONS, newestVersion } from '#core/platform/sqlite/migrations.ts';
import type { Paths } from '#core/ports.ts';
import { filesBelow, WAYS_TO_BREAK, whileReadOnly } from '../../support/broken-files.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createRecordedLogger } from '../../support/fake-shell.ts';
import { OWN_FILE, OWN_FOLDER, rightsOf } from '../../support/file-rights.ts';
import { realClock } from '../../support/real-clock.ts';

const DAY = 24 * 3_600_000;
const START = Date.parse('2026-11-21T10:00:00.000Z');

let root: string;
let paths: Paths;
let clock: FakeClock;
const opened: DataFolder[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-'));
  paths = { data: join(root, 'data'), backups: join(root, 'backups') };
  clock = createFakeClock(START);
});
afterEach(async () => {
  for (const folder of opened.splice(0)) await folder.close();
  await rm(root, { recursive: true, force: true });
});

/** Time stands still except for the machine's own, so that a check on a thread can end. */
const openFolder = async (migrations = MIGRATIONS): Promise<DataFolder> => {
  const folder = await openDataFolder({
    paths,
    migrations,
    logger: createRecordedLogger(),
    clock: { now: clock.now, sleep: realClock.sleep },
  });
  opened.push(folder);
  return folder;
};
const close = async (folder: DataFolder): Promise<void> => {
  opened.splice(opened.indexOf(folder), 1);
  await folder.close();
};

const file = (): string => join(paths.data, 'desk.db');
const remember = (folder: DataFolder, value: string): void => {
  folder.db().run("INSERT OR REPLACE INTO settings VALUES ('test', ?)", value);
};
const remembered = (folder: DataFolder): string | undefined =>
  folder.db().get<{ value: string }>("SELECT value FROM settings WHERE key = 'test'")?.value;

/** A folder that was used and closed, with a copy in the backups. */
const usedFolder = async (value = 'kept'): Promise<void> => {
  const folder = await openFolder();
  remember(folder, value);
  await folder.backupIfDue();
  await close(folder);
};

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: { details?: { code?: string } }) => error.details?.code,
  );

describe('the data folder', () => {
  it('is closed to the other users of the machine, with everything in it', async () => {
    await usedFolder();
    const folder = await openFolder();
    remember(folder, 'more');
    for (const path of [paths.data, paths.backups]) expect(await rightsOf(path)).toBe(OWN_FOLDER);
    const files = [...(await filesBelow(paths.data)), ...(await filesBelow(paths.backups))];
    expect(files.some((path) => path.endsWith('-wal'))).toBe(true);
    for (const path of files) {
      expect([path, await rightsOf(path)]).toEqual([path, OWN_FILE]);
    }
  });

  it('belongs to one core at a time', async () => {
    const first = await openFolder();
    expect(await codeOf(openFolder())).toBe('data-folder-in-use');
    await close(first);
    await openFolder();
  });

  it('is not locked forever by a broken lock file', async () => {
    await usedFolder();
    await writeFile(join(paths.data, 'desk.lock'), 'garbage '.repeat(1000));
    expect(remembered(await openFolder())).toBe('kept');
  });

  it('that is a file is distinguished from a broken database', async () => {
    await writeFile(paths.data, 'in the way');
    expect(await codeOf(openFolder())).toBe('disk-error');
  });
});

describe.each(Object.entries(WAYS_TO_BREAK))('a database that is %s', (_, breakFile) => {
  it.each(['closed properly', 'killed'])(
    'is set aside whole, and the newest good copy is offered (%s)',
    async (how) => {
      await usedFolder();
      if (how === 'killed') await writeFile(join(paths.data, 'desk.open'), '');
      await breakFile(file());
      const broken = (await stat(file())).size;
      clock.jumpTo(START + DAY);

      const folder = await openFolder();
      const notice = folder.notice();
      expect(notice?.setAside).toBe('desk.broken-20261122-100000-000.db');
      expect((await stat(join(paths.data, notice?.setAside ?? ''))).size).toBe(broken);
      expect(notice?.backups).toEqual([{ name: 'desk-20261121-100000-000-000001.db', createdAt: START }]);
      expect(remembered(folder)).toBeUndefined();
      remember(folder, 'begun anew');

      await folder.restore('desk-20261121-100000-000-000001.db');
      expect(remembered(folder)).toBe('kept');
      expect(folder.notice()).toBeNull();
      await close(folder);
      expect(remembered(await openFolder())).toBe('kept');
    },
  );
});

describe('a broken database whose log cannot be set aside with it', () => {
  /** Prevents that the log is moved. On Windows another program that has it open does. */
  const holdLog = async () => {
    if (process.platform === 'win32') {
      const scanner = new DatabaseSync(`${file()}-wal`, { readOnly: true });
      return { code: 'database-in-use', end: async () => scanner.close() };
    }
    const inTheWay = join(paths.data, 'desk.broken-20261121-100000-000.db-wal');
    await mkdir(inTheWay);
    return { code: 'disk-error', end: () => rmdir(inTheWay) };
  };

  it('stays in its place with the log, and both are set aside at the next start', async () => {
    const folder = await openFolder();
    remember(folder, 'in the log alone');
    const crashed = { data: join(root, 'crashed'), backups: paths.backups };
    await mkdir(crashed.data);
    await copyFile(`${file()}-wal`, join(crashed.data, 'desk.db-wal'));
    await writeFile(join(crashed.data, 'desk.db'), '');
    await close(folder);
    paths = crashed;
    const log = (await stat(`${file()}-wal`)).size;
    const held = await holdLog();
    expect(await codeOf(openFolder())).toBe(held.code);
    expect([(await stat(file())).size, (await stat(`${file()}-wal`)).size]).toEqual([0, log]);

    await held.end();
    const aside = (await openFolder()).notice()?.setAside ?? '';
    const sizes = [aside, `${aside}-wal`].map(async (name) => (await stat(join(paths.data, name))).size);
    expect(await Promise.all(sizes)).toEqual([0, log]);
  });
});

describe('a database that is whole', () => {
  it('is not changed by opening it after a crash', async () => {
    const folder = await openFolder();
    remember(folder, 'before the crash');
    // A folder as a killed process leaves it: the log has not been merged into the file.
    const copy = { data: join(root, 'crashed'), backups: paths.backups };
    await mkdir(copy.data);
    for (const name of await readdir(paths.data)) await copyFile(join(paths.data, name), join(copy.data, name));
    await close(folder);
    paths = copy;
    const again = await openFolder();
    expect(again.notice()).toBeNull();
    expect(remembered(again)).toBe('before the crash');
  });

  it('of a newer version of the app is refused and left as it is', async () => {
    await usedFolder();
    const newer = await openFolder([...MIGRATIONS, 'CREATE TABLE of_the_future (x)']);
    await close(newer);
    const before = await stat(file());
    expect(await codeOf(openFolder())).toBe('newer-version');
    expect((await stat(file())).size).toBe(before.size);
    expect((await readdir(paths.data)).filter((name) => name.includes('broken'))).toEqual([]);
    expect(remembered(await openFolder([...MIGRATIONS, 'CREATE TABLE of_the_future (x)']))).toBe('kept');
  });

  it('is copied before it is migrated', async () => {
    await usedFolder();
    clock.jumpTo(START + DAY);
    const folder = await openFolder([...MIGRATIONS, "UPDATE settings SET value = 'migrated'"]);
    expect(remembered(folder)).toBe('migrated');
    const copy = `desk-20261122-100000-000-000002-before-v${newestVersion(MIGRATIONS) + 1}.db`;
    expect(await readdir(paths.backups)).toContain(copy);
    await folder.restore(copy);
    expect(remembered(folder)).toBe('migrated');
  });

  it('is not listed as a copy while it is copied: the rest of a crash is hidden, and deleted with the next', async () => {
    await usedFolder();
    const dying = { exec: () => expect.unreachable() } as unknown as Database;
    expect(() => copyBeforeMigration(dying, paths.backups, START, newestVersion(MIGRATIONS))).toThrow();
    const left = (await readdir(paths.backups)).filter((name) => name.endsWith('.part'));
    expect(left).toHaveLength(1);
    await writeFile(join(paths.backups, `${left[0]}-journal`), '');
    const copies = async () => (await listBackups(paths.backups)).map(({ name }) => name);
    expect(await copies()).toEqual(['desk-20261121-100000-000-000001.db']);
    clock.jumpTo(START + DAY);
    await openFolder([...MIGRATIONS, "UPDATE settings SET value = 'migrated'"]);
    expect((await readdir(paths.backups)).sort()).toEqual((await copies()).toSorted());
    expect(await copies()).toHaveLength(2);
  });

  it('is set aside unchanged when a migration fails half way', async () => {
    await usedFolder();
    clock.jumpTo(START + DAY);
    const failing = "UPDATE settings SET value = 'half way'; INSERT INTO no_such_table VALUES (1);";
    const folder = await openFolder([...MIGRATIONS, failing, 'CREATE TABLE later (x)']).catch(
      (error: unknown) => error,
    );
    // The new, empty database fails at the same step, so this version of the app can open nothing.
    expect(folder).toMatchObject({ kind: 'storage' });
    const aside = (await readdir(paths.data)).find((name) => /broken.*\.db$/.test(name));
    await rm(file(), { force: true });
    await copyFile(join(paths.data, aside ?? ''), file());
    expect(remembered(await openFolder())).toBe('kept');
  });

  it('stays in its place when the disk is full during a migration', async () => {
    await usedFolder();
    clock.jumpTo(START + DAY);
    // SQLite refuses the row as it does on a full disk.
    const growing = `PRAGMA max_page_count = 1; INSERT INTO settings VALUES ('long', hex(zeroblob(100000)));`;
    expect(await codeOf(openFolder([...MIGRATIONS, growing]))).toBe('database-full');
    expect((await readdir(paths.data)).filter((name) => name.includes('broken'))).toEqual([]);
    expect(remembered(await openFolder())).toBe('kept');
  });
});

describe('the daily copies', () => {
  it('are made once a day, and the ten newest are kept', async () => {
    const folder = await openFolder();
    for (let day = 0; day < 13; day += 1) {
      clock.jumpTo(START + day * DAY);
      remember(folder, `day ${day}`);
      expect(await folder.backupIfDue()).not.toBeNull();
      expect(await folder.backupIfDue()).toBeNull();
    }
    const names = await readdir(paths.backups);
    expect(names).toHaveLength(10);
    expect(names.sort()[0]).toBe('desk-20261124-100000-000-000004.db');
  });

  it('contain the latest writes', async () => {
    const folder = await openFolder();
    remember(folder, 'just now');
    const copy = await folder.backupIfDue();
    remember(folder, 'later');
    await folder.restore(copy?.name ?? '');
    expect(remembered(folder)).toBe('just now');
    expect((await readdir(paths.data)).filter((name) => name.includes('replaced'))).not.toEqual([]);
  });

  it('continue when the clock was set back', async () => {
    const folder = await openFolder();
    await folder.backupIfDue();
    clock.jumpTo(START - 30 * DAY);
    expect(await folder.backupIfDue()).not.toBeNull();
    expect(await folder.backupIfDue()).toBeNull();
  });

  it('made after the clock was set back do not replace the older ones', async () => {
    const folder = await openFolder();
    for (let day = 0; day < 10; day += 1) {
      clock.jumpTo(START + day * DAY);
      await folder.backupIfDue();
    }
    for (let day = 0; day < 4; day += 1) {
      clock.jumpTo(START - 300 * DAY + day * DAY);
      remember(folder, `after, day ${day}`);
      expect(await folder.backupIfDue()).not.toBeNull();
    }
    const copies = await folder.copies();
    expect(copies).toHaveLength(10);
    expect(copies.filter(({ createdAt }) => createdAt < START)).toHaveLength(4);
    const last = copies.find(({ createdAt }) => createdAt === START - 297 * DAY);
    remember(folder, 'later');
    await folder.restore(last?.name ?? '');
    expect(remembered(folder)).toBe('after, day 3');
  });

  it('of a version that did not count them are older than counted ones', async () => {
    await usedFolder('old');
    await rename(
      join(paths.backups, 'desk-20261121-100000-000-000001.db'),
      join(paths.backups, 'desk-20261121-100000-000.db'),
    );
    const folder = await openFolder();
    clock.jumpTo(START - DAY);
    expect(await folder.backupIfDue()).toMatchObject({ createdAt: START - DAY });
    for (let day = 0; day < 9; day += 1) {
      clock.jumpTo(START - 100 * DAY + day * DAY);
      await folder.backupIfDue();
    }
    expect((await folder.copies()).map(({ name }) => name)).not.toContain('desk-20261121-100000-000.db');
    expect(await folder.copies()).toHaveLength(10);
  });

  it('are offered only when they are good', async () => {
    await usedFolder('old');
    clock.jumpTo(START + DAY);
    const folder = await openFolder();
    await folder.backupIfDue();
    await close(folder);
    const garbage = WAYS_TO_BREAK['filled with garbage'];
    await garbage?.(join(paths.backups, 'desk-20261122-100000-000-000002.db'));
    await garbage?.(file());
    expect((await openFolder()).notice()?.backups.map(({ name }) => name)).toEqual([
      'desk-20261121-100000-000-000001.db',
    ]);
  });

  it('are free of leftovers of a copy that a crash interrupted', async () => {
    const folder = await openFolder();
    await writeFile(join(paths.backups, 'desk-20261120-090000-000-000001.db.part'), 'half of a database');
    await folder.backupIfDue();
    expect(await readdir(paths.backups)).toEqual(['desk-20261121-100000-000-000001.db']);
  });

  it('leave no half copy behind, and no copy at all in a folder that cannot be written', async () => {
    const folder = await openFolder();
    await rm(paths.backups, { recursive: true });
    await writeFile(paths.backups, 'in the way');
    expect(await folder.backupIfDue()).toBeNull();
    await expect(access(paths.backups)).resolves.toBeUndefined();
  });

  it('cannot be requested by a path', async () => {
    const folder = await openFolder();
    await expect(folder.restore('../data/desk.db')).rejects.toMatchObject({ kind: 'not-found' });
    remember(folder, 'still open');
    expect(remembered(folder)).toBe('still open');
  });
});

describe('a folder that cannot be written', () => {
  // Windows knows no read-only folders.
  it.skipIf(process.platform === 'win32')('is reported as such, and nothing is set aside', async () => {
    await usedFolder();
    await whileReadOnly(paths.data, async () => {
      expect(await codeOf(openFolder())).toBe('data-folder-not-writable');
    });
    expect(remembered(await openFolder())).toBe('kept');
  });
});

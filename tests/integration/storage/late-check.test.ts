import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DataFolder, openDataFolder } from '#core/storage/data-folder.ts';
import { MIGRATIONS } from '#core/storage/migrations/index.ts';
import { WAYS_TO_BREAK } from '../../support/broken-files.ts';
import { createRecordedLogger } from '../../support/fake-shell.ts';

it('a copy that was brought back after damage was found behind the running app is itself copied again', async () => {
  const root = await mkdtemp(join(tmpdir(), 'late-'));
  const paths = { data: join(root, 'data'), backups: join(root, 'backups') };
  let now = Date.parse('2026-11-21T10:00:00.000Z');
  // Start-up waits for no check: each of a file that was closed properly is a late one.
  const clock = { now: () => now, sleep: async () => {} };
  const open = (): Promise<DataFolder> =>
    openDataFolder({ paths, clock, logger: createRecordedLogger(), migrations: MIGRATIONS });

  const first = await open();
  const copy = await first.backupIfDue();
  await first.close();
  await WAYS_TO_BREAK['with a bad page']?.(join(paths.data, 'desk.db'));

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

it('a big file is checked when the app has started, or before what needs to know, and closing waits for neither', async () => {
  const root = await mkdtemp(join(tmpdir(), 'late-'));
  const paths = { data: join(root, 'data'), backups: join(root, 'backups') };
  let slept = 0;
  const until = (signal?: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped'))));
  const clock = {
    now: () => Date.parse('2026-11-21T10:00:00.000Z'),
    sleep: (_ms: number, signal?: AbortSignal) => {
      slept += 1;
      return until(signal);
    },
  };
  const open = (): Promise<DataFolder> =>
    openDataFolder({ paths, clock, logger: createRecordedLogger(), migrations: MIGRATIONS });

  const first = await open();
  first.db().run('CREATE TABLE padding (bytes BLOB)');
  first.db().run('INSERT INTO padding VALUES (zeroblob(26000000))');
  await first.close();
  expect(slept).toBe(0);
  const bytes = await openFile(join(paths.data, 'desk.db'), 'r+');
  await bytes.write(Buffer.alloc(4096, 0x5a), 0, 4096, 4096 * 4000);
  await bytes.close();

  const unasked = await open();
  await unasked.close();
  expect(slept).toBe(1);

  const asked = await open();
  expect(asked.notice()).toBeNull();
  await expect(asked.snapshot(join(paths.data, 'snapshot.db'))).rejects.toMatchObject({
    details: { code: 'database-broken' },
  });
  await asked.close();
  await rm(root, { recursive: true, force: true });
});

import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, openDataFolder } from '#core/platform/sqlite/data-folder.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import type { Paths } from '#core/ports.ts';
import { createRecordedLogger } from '../../support/fake-shell.ts';
import { wasKilled } from '../../support/kills/death.ts';
import type { RestoreTask } from '../../support/kills/restore-child.ts';
import { prepareChildren } from '../../support/kills/start-child.ts';
import { realClock } from '../../support/real-clock.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'restore-kills-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const pathsOf = (name: string): Paths => ({ data: join(root, name, 'data'), backups: join(root, name, 'backups') });
const open = (paths: Paths): Promise<DataFolder> =>
  openDataFolder({ paths, clock: realClock, logger: createRecordedLogger(), migrations: MIGRATIONS });

const remember = (folder: DataFolder, value: string): void => {
  folder.db().run("INSERT OR REPLACE INTO settings VALUES ('test', ?)", value);
};
const remembered = (folder: DataFolder): string | undefined =>
  folder.db().get<{ value: string }>("SELECT value FROM settings WHERE key = 'test'")?.value;

/** Returns true if the process was killed, and false if it finished. */
const runChild = async (task: RestoreTask): Promise<boolean> => {
  const startChild = await prepareChildren();
  const child = startChild('restore-child', task);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  const isKilled = wasKilled(code, signal);
  if (!isKilled && code !== 0) throw new Error(`the restoring process failed with ${code}`);
  return isKilled;
};

it('a restore that is killed at any of its steps leaves the old desk or the new one, whole, and both stay available', async () => {
  const first = await open(pathsOf('origin'));
  remember(first, 'new');
  const copy = await first.backupIfDue();
  remember(first, 'old');
  await first.close();

  const outcomes: string[] = [];
  for (let dieAt = 1; ; dieAt += 1) {
    const paths = pathsOf(`at-${dieAt}`);
    await cp(join(root, 'origin'), join(root, `at-${dieAt}`), { recursive: true });
    const isKilled = await runChild({ ...paths, name: copy?.name ?? '', dieAt });

    const folder = await open(paths);
    const found = remembered(folder) ?? 'nothing';
    expect([dieAt, found === 'old' || found === 'new', folder.notice()]).toEqual([dieAt, true, null]);
    const names = await readdir(paths.data);
    expect([dieAt, names.filter((name) => /restoring|replacing/.test(name))]).toEqual([dieAt, []]);
    // The other desk exists as well: the copy it came from, or the desk that was set aside.
    const other = (await folder.copies()).find(({ kind }) => kind === (found === 'old' ? 'daily' : 'replaced'));
    await folder.restore(other?.name ?? '');
    expect([dieAt, remembered(folder)]).toEqual([dieAt, found === 'old' ? 'new' : 'old']);
    await folder.close();
    outcomes.push(found);
    if (!isKilled) break;
  }
  expect(outcomes.length).toBeGreaterThan(12);
  // The new desk takes over at one moment, and no later kill brings the old one back.
  expect(outcomes.join(' ')).toMatch(/^(old )+(new ?)+$/);
}, 600_000);

import { cp, link, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makesLinks } from '../../support/file-rights.ts';
import { GENERATE } from '../lists/lists-desk.ts';
import { COMBINED } from '../run-lists/lists-desk.ts';
import { type ScheduledDesk, startScheduledDesk } from './scheduled-desk.ts';

const hasLinks = await makesLinks();

let desk: ScheduledDesk;
beforeEach(async () => {
  desk = await startScheduledDesk();
  await desk.at('2026-11-01T07:00');
});
afterEach(() => desk.close());

const NAMED = { mode: 'files', variant: 'domain', template: '{client}_{date}.txt' } as const;
const inPlace = (name: string): string => join(desk.place, name);
const names = async (): Promise<string[]> => Object.keys(await desk.placed());

/** Makes the list on each of these days of November 2026. */
const made = async (scheduleId: number, ...days: readonly string[]): Promise<void> => {
  for (const day of days) {
    await desk.at(`2026-11-${day}T08:00`);
    await desk.settled(scheduleId);
  }
};

describe('the kept files', () => {
  it('are the newest of each client, and nothing else in the folder is deleted', async () => {
    await writeFile(inPlace('Anna · key-5000001_2026-10-01.txt'), 'of the user');
    await mkdir(inPlace('Anna · key-5000001_2026-10-02.txt'));
    await symlink(desk.folder, inPlace('elsewhere')).catch(() => {});
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), { output: NAMED, keep: 2 });
    await rm(inPlace('elsewhere'), { force: true });
    await rm(inPlace('Anna · key-5000001_2026-10-02.txt'), { recursive: true });
    await made(id, '01', '02');
    expect(await names()).toHaveLength(5);
    await made(id, '03', '04');
    expect(await names()).toEqual([
      'Anna · key-5000001_2026-10-01.txt',
      'Anna · key-5000001_2026-11-03.txt',
      'Anna · key-5000001_2026-11-04.txt',
      'Boris · key-5000002_2026-11-03.txt',
      'Boris · key-5000002_2026-11-04.txt',
    ]);
    // The lists themselves stay in the app.
    expect((await desk.call('lists.list', { offset: 0, limit: 20 })).total).toBe(8);
  });

  it('never include one that the user has changed, replaced, renamed or added', async () => {
    const names = ['Changed', 'Replaced', 'Renamed', 'Linked', 'Folder', 'Copied', 'Kept'];
    const ids = await desk.clients(...names);
    const { id } = await desk.schedule(ids, { output: NAMED, keep: 1 });
    await made(id, '01');
    const day = (client: string): string =>
      inPlace(`${client} · key-${5_000_001 + names.indexOf(client)}_2026-11-01.txt`);
    await writeFile(day('Changed'), `${await readFile(day('Changed'), 'utf8')}and a note\n`);
    const same = await readFile(day('Replaced'), 'utf8');
    await rm(day('Replaced'));
    await writeFile(day('Replaced'), same.replace(/.$/m, 'x'));
    await rename(day('Renamed'), inPlace('renamed_2026-11-01.TXT'));
    await rename(day('Linked'), join(desk.folder, 'moved.txt'));
    await symlink(join(desk.folder, 'moved.txt'), day('Linked'));
    await rm(day('Folder'));
    await mkdir(day('Folder'));
    // A file as a backup restores it: the same bytes and date, but a different file.
    const original = join(desk.folder, 'original.txt');
    await rename(day('Copied'), original);
    await cp(original, day('Copied'), { preserveTimestamps: true });
    await link(day('Kept'), join(desk.folder, 'second-name.txt'));
    await desk.at('2026-11-02T08:00').then(() => desk.settled(id));
    const left = (await desk.call('scheduledLists.history', { scheduleId: id, offset: 0, limit: 1 })).rows[0];
    expect(left).toMatchObject({ state: 'done', run: { files: 7 } });
    const found = await readdir(desk.place);
    expect(found.filter((name) => name.includes('11-01')).toSorted()).toEqual(
      [
        ...['Changed', 'Copied', 'Folder', ...(hasLinks ? ['Linked'] : []), 'Replaced'].map((client) =>
          basename(day(client)),
        ),
        'renamed_2026-11-01.TXT',
      ].toSorted(),
    );
    expect(await readFile(join(desk.folder, 'moved.txt'), 'utf8')).not.toBe('');
    expect(await readFile(join(desk.folder, 'second-name.txt'), 'utf8')).not.toBe('');
  });

  it('are replaced only for clients with a whole new file', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), { output: NAMED, keep: 1 });
    await made(id, '01');
    await desk.control.addFaults({
      match: GENERATE,
      skip: 1,
      times: 1,
      fault: { kind: 'not-ok', shape: 'error-object', message: 'not now' },
    });
    await made(id, '02');
    expect(await names()).toEqual(['Anna · key-5000001_2026-11-02.txt', 'Boris · key-5000002_2026-11-01.txt']);
    const gone = (await desk.call('lists.exports', { offset: 0, limit: 10 })).rows.filter(({ exists }) => !exists);
    expect(gone.map(({ fileName }) => fileName)).toEqual(['Anna · key-5000001_2026-11-01.txt']);
  });

  it('are the newest when there is one file for all', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), { output: COMBINED, keep: 2 });
    await made(id, '01', '02', '03');
    expect(await names()).toEqual(['Morning-2026-11-02.txt', 'Morning-2026-11-03.txt']);
  });

  it('count a rewritten file once, and one that was retried by hand once', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna', 'Boris'), { output: NAMED, keep: 2 });
    await made(id, '01');
    const fault = { kind: 'not-ok', shape: 'error-object', message: 'not now' } as const;
    await desk.control.addFaults({ match: GENERATE, times: 1, fault });
    await desk.at('2026-11-02T08:00');
    const runId = (await desk.settled(id)).last?.run?.id ?? 0;
    desk.clearEvents();
    await desk.call('runs.resume', { runId, retry: true });
    await desk.ended(runId);
    await made(id, '03', '04');
    expect(await names()).toEqual([
      'Anna · key-5000001_2026-11-03.txt',
      'Anna · key-5000001_2026-11-04.txt',
      'Boris · key-5000002_2026-11-03.txt',
      'Boris · key-5000002_2026-11-04.txt',
    ]);
  });

  it('are those of the current folder, and not of a copy of it in the same place', async () => {
    const { id } = await desk.schedule(await desk.clients('Anna'), { output: NAMED, keep: 1 });
    await made(id, '01');
    // Another disk under the same name, with files that a backup restored there.
    await rename(desk.place, join(desk.folder, 'first'));
    await cp(join(desk.folder, 'first'), desk.place, { recursive: true, preserveTimestamps: true });
    await utimes(desk.place, 1, 1);
    await made(id, '02');
    expect(await names()).toEqual(['Anna · key-5000001_2026-11-01.txt', 'Anna · key-5000001_2026-11-02.txt']);
    const other = join(desk.folder, 'other');
    await mkdir(other);
    desk.dialogs.folderQueue.push(other);
    await desk.call('scheduledLists.chooseFolder', { scheduleId: id });
    await made(id, '03');
    expect(await names()).toEqual(['Anna · key-5000001_2026-11-01.txt', 'Anna · key-5000001_2026-11-02.txt']);
  });
});

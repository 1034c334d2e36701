import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPartialBook } from '#core/platform/files/partial-book.ts';
import { makesLinks } from '../../support/file-rights.ts';
import { wasKilled } from '../../support/kills/death.ts';
import { prepareChildren } from '../../support/kills/start-child.ts';
import type { WritingTask } from '../../support/kills/writing-child.ts';

const hasLinks = await makesLinks();

let folder: string;
let parent: string;
let book: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'desk-folder-crash-')));
  parent = join(folder, 'clients');
  book = join(folder, 'writing');
  await mkdir(parent);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Dies while it writes for the user. Returns the hidden name of the half-written file. */
const crash = async (what: WritingTask['what']): Promise<string> => {
  const task: WritingTask = { what, parent, book };
  const startChild = await prepareChildren();
  const child = startChild('writing-child', task);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (!wasKilled(code, signal)) throw new Error(`the process was to die, and ended with ${code}`);
  const [partial = ''] = await readdir(parent);
  return partial;
};

it('a table that was half written when the app was killed is deleted at the next start, and nothing else is', async () => {
  const partial = await crash('table');
  expect(await readFile(join(parent, partial), 'utf8')).toContain('Anna;secret');
  await writeFile(join(parent, 'of the user.csv'), 'stays');
  await createPartialBook(book).sweep();
  expect(await readdir(parent)).toEqual(['of the user.csv']);
  expect(await readdir(book)).toEqual([]);
});

describe('a folder that was half written when the app was killed', () => {
  it('is deleted at the next start, and nothing else is', async () => {
    const partial = await crash('folder');
    expect(await readdir(join(parent, partial))).toContain('message.txt');
    await writeFile(join(parent, 'of the user.txt'), 'stays');
    await createPartialBook(book).sweep();
    expect(await readdir(parent)).toEqual(['of the user.txt']);
    expect(await readdir(book)).toEqual([]);
  });

  it('is found when the disk it lies on is back', async () => {
    await crash('folder');
    await rename(parent, join(folder, 'unplugged'));
    await createPartialBook(book).sweep();
    await rename(join(folder, 'unplugged'), parent);
    expect(await readdir(parent)).toHaveLength(1);
    await createPartialBook(book).sweep();
    expect(await readdir(parent)).toEqual([]);
  });

  it.skipIf(!hasLinks)('is not searched through a link that now leads elsewhere', async () => {
    const partial = await crash('folder');
    const elsewhere = join(folder, 'elsewhere');
    await rename(parent, elsewhere);
    await symlink(elsewhere, parent);
    await createPartialBook(book).sweep();
    expect(await readdir(elsewhere)).toEqual([partial]);
  });
});

it('removes nothing without a name of ours, whatever a record says', async () => {
  const victim = join(parent, 'of the user.txt');
  await writeFile(victim, 'stays');
  await mkdir(book);
  await writeFile(join(book, 'forged-1'), victim);
  await createPartialBook(book).sweep();
  expect(await readdir(parent)).toEqual(['of the user.txt']);
});

it('leaves alone what the current run is writing', async () => {
  const partials = createPartialBook(book);
  const path = join(parent, '.reseller-desk-0123456789abcdef.tmp');
  const strikeOut = await partials.note(path);
  await writeFile(path, 'being written');
  await partials.sweep();
  expect(await readdir(parent)).toHaveLength(1);
  await strikeOut();
  expect(await readdir(book)).toEqual([]);
});

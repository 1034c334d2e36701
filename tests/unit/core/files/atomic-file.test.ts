import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AtomicWriteOptions, writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { inspectFile } from '#core/platform/files/inspect-file.ts';
import { createPartialBook } from '#core/platform/files/partial-book.ts';
import { makesLinks, OWN_FILE, rightsOf } from '../../../support/file-rights.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomic-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = (value: string) => [new TextEncoder().encode(value)];
const write = (
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: Partial<AtomicWriteOptions> = {},
) => writeFileAtomically(path, chunks, { partials: null, ...options });
const isRoot = process.getuid?.() === 0;
const hasLinks = await makesLinks();
/** Too many bytes for a disk of one megabyte. */
const twoMegabytes = () => Array.from({ length: 32 }, () => new Uint8Array(65_536).fill(120));

describe('writeFileAtomically', () => {
  it('leaves one whole file, readable by its owner only, and reports its contents', async () => {
    const path = join(folder, 'list.txt');
    const written = await write(path, [...text('one\n'), ...text('two\n')]);
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
    expect(await rightsOf(path)).toBe(OWN_FILE);
    const sha256 = createHash('sha256').update('one\ntwo\n').digest('hex');
    expect(written).toEqual({ path, bytes: 8, sha256, lines: 2 });
    expect(await inspectFile(path)).toEqual({ bytes: 8, lines: 2, sha256 });
    expect(await readdir(folder)).toEqual(['list.txt']);
  });

  it('replaces no file if it must be new, not even one that appears while it is written', async () => {
    const path = join(folder, 'page.html');
    await write(path, text('first'), { isNew: true });
    const refused = { kind: 'file', details: { code: 'file-exists' } };
    await expect(write(path, text('second'), { isNew: true })).rejects.toMatchObject(refused);
    const other = join(folder, 'other.html');
    const check = () => writeFile(other, 'mine');
    await expect(write(other, text('second'), { isNew: true, check })).rejects.toMatchObject(refused);
    expect(await readFile(path, 'utf8')).toBe('first');
    expect(await readFile(other, 'utf8')).toBe('mine');
    expect((await readdir(folder)).toSorted()).toEqual(['other.html', 'page.html']);
  });

  it('gets its new name while another program has it open, and the next start removes the temporary one', async () => {
    const path = join(folder, 'page.html');
    const records = join(folder, 'records');
    let scanner: InstanceType<typeof DatabaseSync> | undefined;
    // SQLite opens files without allowing others to delete or rename them, as some virus scanners do.
    const check = async (written: { readonly path: string }) => {
      scanner = new DatabaseSync(written.path, { readOnly: true });
    };
    try {
      await write(path, text('new'), { isNew: true, partials: createPartialBook(records), check });
      expect(await readFile(path, 'utf8')).toBe('new');
    } finally {
      scanner?.close();
    }
    await createPartialBook(records).sweep();
    expect((await readdir(folder)).toSorted()).toEqual(['page.html', 'records']);
    expect(await readdir(records)).toEqual([]);
  });

  it.skipIf(!hasLinks)('replaces no link if it must be new, not even one that leads nowhere', async () => {
    const link = join(folder, 'link.html');
    await symlink(join(folder, 'nowhere'), link);
    await expect(write(link, text('x'), { isNew: true })).rejects.toMatchObject({ details: { code: 'file-exists' } });
    expect(await readdir(folder)).toEqual(['link.html']);
  });

  it('keeps the old file whole and leaves nothing behind when the source breaks in the middle', async () => {
    const path = join(folder, 'list.txt');
    await writeFile(path, 'old');
    const broken = (async function* () {
      yield* text('new');
      throw new Error('the source broke');
    })();
    await expect(write(path, broken)).rejects.toMatchObject({ kind: 'file' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['list.txt']);
  });

  it('verifies many blocks of uneven sizes, and keeps every byte in its place', async () => {
    const path = join(folder, 'list.txt');
    const chunks = Array.from({ length: 40 }, (_, at) => Buffer.from(`${at} of many\n`.repeat(at * 997)));
    const { bytes, lines, sha256 } = await write(path, chunks);
    expect((await readFile(path)).equals(Buffer.concat(chunks))).toBe(true);
    expect(await inspectFile(path)).toEqual({ bytes, lines, sha256 });
  });

  it('keeps the old file when the disk returns other bytes than were written', async () => {
    const path = join(folder, 'list.txt');
    await writeFile(path, 'old');
    const first = Buffer.alloc(2 * 1024 * 1024, 'a');
    const spoilt = (async function* () {
      yield first;
      yield Buffer.alloc(2 * 1024 * 1024, 'c');
      // Changes the written buffer, as if the disk had stored other bytes than it was given.
      first.fill('b');
      yield* text('rest\n');
    })();
    await expect(write(path, spoilt)).rejects.toMatchObject({ details: { code: 'read-back-differs' } });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['list.txt']);
  });

  it('keeps the old file when fewer lines arrive than expected', async () => {
    const path = join(folder, 'list.txt');
    await writeFile(path, 'old');
    await expect(write(path, text('one\n'), { lines: 2 })).rejects.toMatchObject({
      details: { code: 'read-back-differs' },
    });
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  it('stops when aborted, with the reason it was given', async () => {
    const path = join(folder, 'list.txt');
    const abort = new AbortController();
    const reason = new Error('no longer wanted');
    const endless = (async function* () {
      for (;;) {
        yield* text('line\n');
        abort.abort(reason);
      }
    })();
    await expect(write(path, endless, { signal: abort.signal })).rejects.toBe(reason);
    expect(await readdir(folder)).toEqual([]);
  });

  it.skipIf(!hasLinks)('writes through a link, even to a file that does not exist yet', async () => {
    await mkdir(join(folder, 'far'));
    await symlink(join('far', 'real.txt'), join(folder, 'link.txt'));
    await write(join(folder, 'link.txt'), text('first'));
    await write(join(folder, 'link.txt'), text('second'));
    expect(await readFile(join(folder, 'far', 'real.txt'), 'utf8')).toBe('second');
    expect(await readdir(join(folder, 'far'))).toEqual(['real.txt']);
  });

  it('deletes leftovers of old crashes here, and nothing else', async () => {
    const old = '.reseller-desk-0123456789abcdef.tmp';
    const young = '.reseller-desk-fedcba9876543210.tmp';
    await Promise.all([old, young, '.reseller-desk-notes.tmp'].map((name) => writeFile(join(folder, name), 'x')));
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(join(folder, old), yesterday, yesterday);
    await utimes(join(folder, '.reseller-desk-notes.tmp'), yesterday, yesterday);
    await write(join(folder, 'list.txt'), text('x'));
    expect((await readdir(folder)).sort()).toEqual([young, '.reseller-desk-notes.tmp', 'list.txt'].sort());
  });

  // Windows knows no read-only folders.
  it.skipIf(isRoot || process.platform === 'win32')('reports a missing permission', async () => {
    await chmod(folder, 0o500);
    await expect(write(join(folder, 'a.txt'), text('x'))).rejects.toMatchObject({
      details: { code: 'no-permission' },
    });
    await chmod(folder, 0o700);
  });
});

/** Mounting needs root; without root these tests count as skipped. */
describe.skipIf(!isRoot || process.platform !== 'linux')('on a disk of its own', () => {
  const mount = (...options: string[]) => execFileSync('mount', [...options, folder]);
  afterEach(() => {
    execFileSync('umount', [folder]);
  });

  it('reports a full disk, keeps the old file whole and leaves no half file behind', async () => {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
    const path = join(folder, 'list.txt');
    await writeFile(path, 'old');
    await expect(write(path, twoMegabytes())).rejects.toMatchObject({
      kind: 'file',
      details: { code: 'disk-full' },
    });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['list.txt']);
  });

  it('reports a read-only disk', async () => {
    mount('-t', 'tmpfs', '-o', 'size=1m,ro', 'tmpfs');
    await expect(write(join(folder, 'list.txt'), text('x'))).rejects.toMatchObject({
      kind: 'file',
      details: { code: 'read-only' },
    });
  });
});

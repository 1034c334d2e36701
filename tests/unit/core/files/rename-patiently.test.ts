import { renameSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renamePatiently, renamePatientlySync } from '#core/platform/files/rename-patiently.ts';

let folder: string;
let from: string;
let to: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rename-'));
  [from, to] = [join(folder, 'new.tmp'), join(folder, 'list.txt')];
  await writeFile(from, 'new');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A system that refuses the first renames with this error, and counts how long it is waited for. */
const refusing = (platform: NodeJS.Platform, code: string, times: number) => {
  const seen = { tries: 0, waitedMs: 0 };
  const system = {
    platform,
    rename: async (one: string, other: string) => {
      seen.tries += 1;
      if (seen.tries <= times) throw Object.assign(new Error(code), { code });
      await rename(one, other);
    },
    wait: async (ms: number) => {
      seen.waitedMs += ms;
    },
  };
  return { seen, system };
};
const ALWAYS = Number.POSITIVE_INFINITY;

describe('a rename on Windows', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is tried again while a virus scanner has the file open (%s)', async (code) => {
    await writeFile(to, 'old');
    const { seen, system } = refusing('win32', code, 4);
    await renamePatiently(from, to, system);
    expect(await readFile(to, 'utf8')).toBe('new');
    expect(seen.tries).toBe(5);
  });

  it('gives up after three seconds, and says that a program has the file open', async () => {
    await writeFile(to, 'old');
    const { seen, system } = refusing('win32', 'EPERM', ALWAYS);
    await expect(renamePatiently(from, to, system)).rejects.toMatchObject({ code: 'EBUSY' });
    expect(seen.waitedMs).toBe(3_020);
    expect(await readFile(to, 'utf8')).toBe('old');
  });

  it('says the same of a new file or folder that a program has open', async () => {
    const { system } = refusing('win32', 'EACCES', ALWAYS);
    await expect(renamePatiently(from, to, system)).rejects.toMatchObject({ code: 'EBUSY' });
  });

  it('keeps the reason for a file that is read-only and for a folder of that name', async () => {
    const { system } = refusing('win32', 'EPERM', ALWAYS);
    await writeFile(to, 'old');
    await chmod(to, 0o400);
    await expect(renamePatiently(from, to, system)).rejects.toMatchObject({ code: 'EPERM' });
    await mkdir(join(folder, 'folder'));
    await expect(renamePatiently(from, join(folder, 'folder'), system)).rejects.toMatchObject({ code: 'EPERM' });
  });

  it('tells a name that is too long from a missing folder', async () => {
    const { system, seen } = refusing('win32', 'ENOENT', ALWAYS);
    const codeOf = (name: string) => renamePatiently(from, join(folder, name), system).catch(({ code }) => code);
    expect(await codeOf('я'.repeat(256))).toBe('ENAMETOOLONG');
    expect(await codeOf('я'.repeat(255))).toBe('ENOENT');
    expect(seen.tries).toBe(2);
  });
});

describe('a rename on Windows that nothing may interrupt', () => {
  const refusingSync = (code: string, times: number) => {
    const seen = { tries: 0, waitedMs: 0 };
    const system = {
      platform: 'win32',
      rename: (one: string, other: string) => {
        seen.tries += 1;
        if (seen.tries <= times) throw Object.assign(new Error(code), { code });
        renameSync(one, other);
      },
      wait: (ms: number) => {
        seen.waitedMs += ms;
      },
    } as const;
    return { seen, system };
  };

  it('is tried again as well', async () => {
    const { seen, system } = refusingSync('EPERM', 3);
    renamePatientlySync(from, to, system);
    expect(await readFile(to, 'utf8')).toBe('new');
    expect(seen).toEqual({ tries: 4, waitedMs: 120 });
  });

  it('gives up after three seconds, with the reason', async () => {
    await writeFile(to, 'old');
    const { seen, system } = refusingSync('EPERM', ALWAYS);
    expect(() => renamePatientlySync(from, to, system)).toThrow(expect.objectContaining({ code: 'EBUSY' }));
    expect(seen.waitedMs).toBe(3_020);
    expect(await readFile(to, 'utf8')).toBe('old');
  });
});

it('a rename on other systems fails at once, with the error as it is', async () => {
  const { seen, system } = refusing('linux', 'EPERM', ALWAYS);
  await expect(renamePatiently(from, to, system)).rejects.toMatchObject({ code: 'EPERM' });
  expect(seen).toEqual({ tries: 1, waitedMs: 0 });
  renamePatientlySync(from, to);
  expect(await readFile(to, 'utf8')).toBe('new');
});

import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { makePrivateFolder, syncFolder } from '#core/platform/files/private-files.ts';
import { errnoOf } from './file-error.ts';

/** Names of temporary files and folders that the app creates. */
const OURS = /^\.reseller-desk-[0-9a-f]{16}\.(tmp|partial)$/;

export type PartialBook = ReturnType<typeof createPartialBook>;

/**
 * Records which files are half written in folders of the user, each in a small file of its own in the data folder. A
 * crash leaves such a file behind with secrets in it, under a hidden name that nobody would look for.
 */
export const createPartialBook = (folder: string) => {
  const run = randomBytes(6).toString('hex');
  let last = 0;

  const write = async (path: string, durable: boolean): Promise<string> => {
    await makePrivateFolder(folder);
    last += 1;
    const record = join(folder, `${run}-${last}`);
    const file = await open(record, 'wx', 0o600);
    try {
      // The real path of the folder is stored, so that a link that leads elsewhere later is noticed.
      await file.writeFile(join(await realpath(dirname(path)), basename(path)));
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    if (durable) await syncFolder(folder);
    return record;
  };

  const sweepOne = async (record: string): Promise<void> => {
    const path = await readFile(record, 'utf8');
    if (isAbsolute(path) && OURS.test(basename(path)) && (await removePartial(path)) === 'unreachable') return;
    await rm(record, { force: true });
  };

  return {
    /**
     * Must be called before the file is created. Returns a function that deletes the record, to be called once the file
     * is gone or has its final name. Never rejects: a data folder that cannot be written to is no reason to refuse a
     * file elsewhere.
     */
    note: async (path: string, { durable }: { readonly durable: boolean } = { durable: false }) => {
      try {
        const record = await write(path, durable);
        return () => rm(record, { force: true }).catch(() => {});
      } catch {
        return async () => {};
      }
    },
    /**
     * Removes what earlier runs of the app left behind: only files that were recorded, and only where they were. Never
     * rejects.
     */
    sweep: async (): Promise<void> => {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (!name.startsWith(`${run}-`)) await sweepOne(join(folder, name)).catch(() => {});
      }
    },
  };
};

/**
 * Removes a recorded file. `unreachable`: its folder is not there, as with a disk that is not plugged in; the next
 * start tries again.
 */
const removePartial = async (path: string): Promise<'gone' | 'unreachable'> => {
  const parent = await realpath(dirname(path)).catch(() => null);
  if (parent === null) return 'unreachable';
  if (parent !== dirname(path)) return 'gone';
  const info = await lstat(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (info === null || info.isSymbolicLink()) return 'gone';
  // Links inside the folder are removed, but not what they lead to.
  await rm(path, { recursive: true, force: true });
  return 'gone';
};

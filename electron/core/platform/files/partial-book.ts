import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { makePrivateFolder, syncFolder } from '#core/platform/files/private-files.ts';
import { errnoOf } from './file-error.ts';

/** A file with such a name was written by the app. */
const OURS = /^\.reseller-desk-[0-9a-f]{16}\.(tmp|partial)$/;

export type PartialBook = ReturnType<typeof createPartialBook>;

/**
 * Remembers what is half written in folders of the user, each in a small file of its own in the data folder: a crash
 * leaves its secrets there, under a hidden name that nobody would look for.
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
      // As the folder is really called, so that a link that leads elsewhere by then is noticed.
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
     * To be called before it is made. Returns what strikes it out once it is gone or has its name. Never rejects: a data
     * folder that takes nothing is no reason to refuse a file elsewhere.
     */
    note: async (path: string, { durable }: { readonly durable: boolean } = { durable: false }) => {
      try {
        const record = await write(path, durable);
        return () => rm(record, { force: true }).catch(() => {});
      } catch {
        return async () => {};
      }
    },
    /** Removes what earlier runs of the app left: only what was noted, and only where it was. Never rejects. */
    sweep: async (): Promise<void> => {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (!name.startsWith(`${run}-`)) await sweepOne(join(folder, name)).catch(() => {});
      }
    },
  };
};

/** `unreachable`: its folder is not there, as with a disk that is not plugged in; it is looked for again at the next start. */
const removePartial = async (path: string): Promise<'gone' | 'unreachable'> => {
  const parent = await realpath(dirname(path)).catch(() => null);
  if (parent === null) return 'unreachable';
  if (parent !== dirname(path)) return 'gone';
  const info = await lstat(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (info === null || info.isSymbolicLink()) return 'gone';
  // Links inside are removed, and what they lead to is left.
  await rm(path, { recursive: true, force: true });
  return 'gone';
};

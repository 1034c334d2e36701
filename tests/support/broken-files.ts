import { execFileSync } from 'node:child_process';
import { chmod, open, readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The ways in which a database file breaks in real life. Each of them destroys something that the file needs. */
export const WAYS_TO_BREAK: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'cut in the middle': async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  'cut to one page and a half': async (file) => truncate(file, 6_000),
  empty: (file) => writeFile(file, ''),
  'filled with garbage': (file) => writeFile(file, 'not a database '.repeat(10_000)),
  'without its header': (file) => overwrite(file, 0, Buffer.alloc(100, 0xff)),
  'with a bad page': async (file) => {
    const pages = Math.floor((await stat(file)).size / 4096);
    for (let page = 2; page < pages; page += 3) await overwrite(file, page * 4096, Buffer.alloc(4096, 0x5a));
  },
};

const overwrite = async (path: string, position: number, bytes: Buffer): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.byteLength, position);
  } finally {
    await file.close();
  }
};

/** Every file below the folder, with its path from there. */
export const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/**
 * Runs the work while the folder is read-only. Root may write regardless of permissions, so for root the folder becomes a
 * read-only mount of itself.
 */
export const whileReadOnly = async (folder: string, work: () => Promise<void>): Promise<void> => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    execFileSync('mount', ['--bind', folder, folder]);
    execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  } else {
    await chmod(folder, 0o500);
  }
  try {
    await work();
  } finally {
    if (isRoot) execFileSync('umount', [folder]);
    else await chmod(folder, 0o700);
  }
};

/** Changes a file as a failing disk does: its contents change, but its size and its time of modification do not. */
export const rot = async (file: string, change: (file: string) => Promise<void>): Promise<void> => {
  const { atimeMs, mtimeMs } = await stat(file);
  await change(file);
  // The time stays within the same millisecond: a time that is set keeps less precision than one that the system recorded.
  await utimes(file, atimeMs / 1000, (Math.floor(mtimeMs) + 0.5) / 1000);
};

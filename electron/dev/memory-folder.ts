import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const GIB = 2 ** 30;
/** The suites use about a third of this at the same time. */
const LEAST_ROOM = 4 * GIB;
const LEAST_MEMORY = 6 * GIB;

/**
 * Makes a folder in memory for the temporary files of the tests, and makes this process and its children use it until
 * the returned function is called. Every test opens databases of its own, and on a disk it waits for each commit. Does
 * nothing if there is too little memory, or if programs cannot run from the folder, as in some containers.
 */
export const keepTemporaryFilesInMemory = async (): Promise<() => Promise<void>> => {
  const folder = await makeFolder().catch(() => null);
  if (folder === null) return async () => {};
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
};

const makeFolder = async (): Promise<string | null> => {
  if (process.platform !== 'linux') return null;
  const { bavail, bsize } = await statfs('/dev/shm');
  if (bavail * bsize < LEAST_ROOM || process.availableMemory() < LEAST_MEMORY) return null;
  const folder = await mkdtemp('/dev/shm/desk-tests-');
  // Some tests run programs as another user, which PostgreSQL requires.
  await chmod(folder, 0o1777);
  const program = join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  const canRunPrograms = spawnSync(program).status === 0;
  await rm(canRunPrograms ? program : folder, { recursive: true });
  return canRunPrograms ? folder : null;
};

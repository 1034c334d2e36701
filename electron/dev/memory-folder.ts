import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const GIB = 2 ** 30;
/** The suites write about a third of this at once. */
const LEAST_ROOM = 4 * GIB;
const LEAST_MEMORY = 6 * GIB;

/**
 * Makes a folder in the memory of this computer for the temporary files of the tests, and has this process and all that it
 * starts use it, until the returned function is called. Every test opens databases of its own, and on a disk it waits for
 * each commit. Changes nothing where there is too little memory, or where programs may not run from there, as in containers.
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
  // Some tests run programs as another user, as PostgreSQL demands.
  await chmod(folder, 0o1777);
  const program = join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  const canRunPrograms = spawnSync(program).status === 0;
  await rm(canRunPrograms ? program : folder, { recursive: true });
  return canRunPrograms ? folder : null;
};

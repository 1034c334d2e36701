#!/usr/bin/env node
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readFpmArguments } from './fpm-arguments.ts';
import { makeDeb } from './fpm-deb.ts';
import { makeRpm } from './fpm-rpm.ts';

/**
 * Stands in for fpm where electron-builder cannot download it: takes the same arguments and makes the package with the
 * system's own tools, `dpkg-deb` and `rpmbuild`. electron-builder starts it through CUSTOM_FPM_PATH.
 */

/** Gives every file the permissions of an installed one, whatever the umask of the person who packages was. */
const normalizeModes = async (path: string): Promise<void> => {
  const facts = await lstat(path);
  if (facts.isSymbolicLink()) return;
  if (!facts.isDirectory()) return chmod(path, (facts.mode & 0o111) === 0 ? 0o644 : 0o755);
  await chmod(path, 0o755);
  for (const name of await readdir(path)) await normalizeModes(join(path, name));
};

const main = async (): Promise<void> => {
  const wanted = readFpmArguments(process.argv.slice(2));
  const file = resolve(wanted.file);
  await mkdir(dirname(file), { recursive: true });
  // The work folder is beside the package, because a whole app may be too large for a temporary folder in memory.
  const work = await mkdtemp(join(dirname(file), '.package-'));
  try {
    const tree = join(work, 'tree');
    for (const { source, target } of wanted.paths) {
      await mkdir(dirname(join(tree, target)), { recursive: true });
      await cp(source, join(tree, target), { recursive: true, verbatimSymlinks: true });
    }
    await normalizeModes(tree);
    await rm(file, { force: true });
    await (wanted.format === 'deb' ? makeDeb : makeRpm)({ ...wanted, file }, tree, work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

await main();

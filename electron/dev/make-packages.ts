import { lstat, readdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import type { ElectronRuntime } from './ensure-electron.ts';
import { fallbackFolder } from './fallback-runtime.ts';
import { type PackagePlan, packageConfig } from './package-config.ts';
import { projectRoot } from './places.ts';

interface PackageRequest extends PackagePlan {
  /**
   * `unpacked` makes only the folder from which installers are made; `system-packages` makes the installers for which
   * electron-builder downloads no tool.
   */
  readonly targets: 'installers' | 'system-packages' | 'unpacked';
}

interface Made {
  readonly path: string;
  readonly bytes: number;
}

/** The formats per system. macOS updates use the zip beside the dmg. */
const INSTALLERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: ['nsis'],
  darwin: ['dmg', 'zip'],
  linux: ['AppImage', 'deb', 'rpm'],
};

/** Returns the folder of the unpacked app inside `output`. */
export const unpackedFolder = (output: string): string => {
  if (process.platform === 'darwin') return join(output, process.arch === 'arm64' ? 'mac-arm64' : 'mac');
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  return join(output, `${process.platform === 'win32' ? 'win' : 'linux'}${suffix}-unpacked`);
};

/**
 * Lets electron-builder make a .deb and an .rpm by the system's own tools (fpm.ts) if the runtime is the fallback, because
 * fpm cannot be downloaded then either. Returns whether it is.
 */
export const preferSystemTools = (runtime: ElectronRuntime): boolean => {
  if (runtime.dist !== fallbackFolder()) return false;
  process.env.CUSTOM_FPM_PATH ??= join(import.meta.dirname, 'fpm.ts');
  // The script starts with the first `node` of the path, which must be one that runs TypeScript, as this one does.
  process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  return true;
};

/** Packages the contents of out/ for this system and processor, and returns what it made. */
export const makePackages = async ({ targets, ...plan }: PackageRequest): Promise<readonly Made[]> => {
  const wanted = {
    installers: INSTALLERS[process.platform],
    'system-packages': ['deb', 'rpm'],
    unpacked: ['dir'],
  }[targets];
  if (wanted === undefined) throw new Error(`There are no packages for ${process.platform}.`);
  const installers = await build({
    projectDir: projectRoot,
    targets: Platform.current().createTarget([...wanted]),
    publish: 'never',
    config: packageConfig(plan),
  });
  const folder = unpackedFolder(plan.output);
  const app = join(folder, 'resources', 'app.asar');
  const paths = [...installers.filter((path) => !path.endsWith('.blockmap')), folder, app];
  return Promise.all(paths.map(async (path) => ({ path, bytes: await sizeOf(path) })));
};

/** Returns the size of a file, or of all files in a folder, in bytes; 0 if there is none. */
const sizeOf = async (path: string): Promise<number> => {
  const facts = await lstat(path).catch(() => null);
  if (facts === null) return 0;
  if (!facts.isDirectory()) return facts.size;
  const inside = await readdir(path);
  const sizes = await Promise.all(inside.map((name) => sizeOf(join(path, name))));
  return sizes.reduce((total, size) => total + size, 0);
};

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { type PackagePlan, packageConfig } from './package-config.ts';
import { projectRoot } from './places.ts';

interface PackageRequest extends PackagePlan {
  /** `unpacked`: the folder that the installers are made from, alone. */
  readonly targets: 'installers' | 'unpacked';
}

interface Made {
  readonly path: string;
  readonly bytes: number;
}

/** The zip beside the dmg is what an update is made from. */
const INSTALLERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: ['nsis'],
  darwin: ['dmg', 'zip'],
  linux: ['AppImage', 'deb'],
};

/** The folder with the unpacked app, inside `output`. */
export const unpackedFolder = (output: string): string => {
  if (process.platform === 'darwin') return join(output, process.arch === 'arm64' ? 'mac-arm64' : 'mac');
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  return join(output, `${process.platform === 'win32' ? 'win' : 'linux'}${suffix}-unpacked`);
};

/** Packages what is in out/ for the system and the processor this runs on, and says what it made. */
export const makePackages = async ({ targets, ...plan }: PackageRequest): Promise<readonly Made[]> => {
  const wanted = targets === 'unpacked' ? ['dir'] : INSTALLERS[process.platform];
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

/** Of a file, or of everything in a folder; 0 when there is none. */
const sizeOf = async (path: string): Promise<number> => {
  const facts = await lstat(path).catch(() => null);
  if (facts === null) return 0;
  if (!facts.isDirectory()) return facts.size;
  const inside = await readdir(path);
  const sizes = await Promise.all(inside.map((name) => sizeOf(join(path, name))));
  return sizes.reduce((total, size) => total + size, 0);
};

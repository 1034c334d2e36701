import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { Library } from '#shared/domain/library.ts';

type Side = 'main' | 'preload' | 'renderer';

/** The folder in which each side stores its libraries until the last one combines them. */
const keptIn = resolve('out', 'licences');
const FOLDER = '/node_modules/';
const LICENCE_FILE = /^(licen[cs]e|copying)(?!.*\.(js|ts|json)$)/i;

/** Returns the folder of the package that contains a module, or `null` for our own modules. */
const packageOf = (moduleId: string): string | null => {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
  const at = path.lastIndexOf(FOLDER);
  if (at === -1) return null;
  const [scope = '', name = ''] = path.slice(at + FOLDER.length).split('/');
  return path.slice(0, at + FOLDER.length) + (scope.startsWith('@') ? `${scope}/${name}` : scope);
};

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const libraryIn = (folder: string): Library => {
  const { name = '', version = '', license = '' } = manifestOf(folder);
  const file = readdirSync(folder).find((one) => LICENCE_FILE.test(one));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return { name, version, licence: license, text };
};

/** Returns the folders of packages that are shipped unbundled, and of their dependencies. */
const withDependencies = (names: readonly string[], found = new Set<string>()): ReadonlySet<string> => {
  for (const name of names) {
    const folder = resolve('node_modules', name);
    if (!existsSync(folder) || found.has(realpathSync(folder))) continue;
    found.add(realpathSync(folder));
    withDependencies(Object.keys(manifestOf(folder).dependencies ?? {}), found);
  }
  return found;
};

const keptBy = (side: Side): readonly Library[] => {
  const file = join(keptIn, `${side}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
};

const byName = (libraries: readonly Library[]): readonly Library[] => {
  const unique = new Map(libraries.map((library) => [`${library.name}@${library.version}`, library]));
  return [...unique.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.version < b.version ? -1 : 1));
};

/**
 * Collects the licences of the libraries that a bundle really contains, and of those shipped beside it (`unbundled`).
 * The renderer is built last and gets `licences.json` with the licences of all sides.
 */
export const collectLicences = (side: Side, unbundled: readonly string[] = []): Plugin => ({
  name: 'licences',
  apply: 'build',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    const folders = new Set([
      ...modules.map(packageOf).filter((folder) => folder !== null),
      ...withDependencies(unbundled),
    ]);
    // A package.json without a version inside a package only says how its modules are loaded.
    const own = [...folders].map(libraryIn).filter(({ name, version }) => name !== '' && version !== '');
    if (side === 'renderer') {
      const all = byName([...keptBy('main'), ...keptBy('preload'), ...own]);
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(all) });
      return;
    }
    mkdirSync(keptIn, { recursive: true });
    writeFileSync(join(keptIn, `${side}.json`), JSON.stringify(own));
  },
});

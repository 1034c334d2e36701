import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { expect, it } from 'vitest';

const CORE = join(import.meta.dirname, '../../../electron/core');

/**
 * The layers from the lowest to the highest. Each imports only itself and the layers before it. A file name stands for that
 * file.
 */
const LAYERS = [
  'ports.ts',
  'handlers.ts',
  'bus.ts',
  'platform',
  'service',
  'context.ts',
  'engine',
  'catalogue',
  'money',
  'jobs',
  'automation',
  'telegram',
  'views',
  'sync',
  'scripts',
  'desk',
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const IMPORTED = /\bfrom\s+'([^']+)'|\bimport\(\s*'([^']+)'|^import\s+'([^']+)'/gm;

/**
 * The imports within the core, whose paths begin below it. Imports of types count, because a reader of one side has to know
 * the other.
 */
const imports: readonly Import[] = globSync('**/*.ts', { cwd: CORE }).flatMap((file) => {
  const from = file.replaceAll(sep, '/');
  return [...readFileSync(join(CORE, file), 'utf8').matchAll(IMPORTED)].flatMap(([, named, loaded, bare]) => {
    const target = named ?? loaded ?? bare ?? '';
    if (target.startsWith('#core/')) return [{ from, to: target.slice('#core/'.length) }];
    return target.startsWith('.') ? [{ from, to: posix.join(posix.dirname(from), target) }] : [];
  });
});

const layerOf = (path: string): number => LAYERS.indexOf(path.split('/')[0] ?? '');
/** Returns `catalogue/clients` also for files deeper in it; a file of the layer itself is in `catalogue`. */
const folderOf = (path: string): string => posix.dirname(path).split('/').slice(0, 2).join('/');

it('every layer of the core imports only itself and the layers before it', () => {
  expect(imports.length).toBeGreaterThan(2_000);
  expect(imports.filter(({ from, to }) => layerOf(from) < 0 || layerOf(to) < 0)).toEqual([]);
  const wrong = imports.filter(({ from, to }) => layerOf(to) > layerOf(from));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

it('no folders of the core import each other in a circle', () => {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [one, other] = [folderOf(from), folderOf(to)];
    if (one !== other && one !== '.' && other !== '.') next.set(one, (next.get(one) ?? new Set()).add(other));
  }
  const reaches = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const waiting = [...(next.get(start) ?? [])];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      waiting.push(...(next.get(folder) ?? []));
    }
    return seen;
  };
  expect(next.size).toBeGreaterThan(20);
  expect([...next.keys()].filter((folder) => reaches(folder).has(folder))).toEqual([]);
});

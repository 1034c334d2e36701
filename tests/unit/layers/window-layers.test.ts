import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const WINDOW = join(import.meta.dirname, '../../../renderer');

/** The layers of the window, each with the layers its files may import. Every layer may import shared/ as well. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  bridge: ['bridge'],
  nav: ['bridge', 'nav'],
  i18n: ['bridge', 'i18n'],
  ui: ['bridge', 'nav', 'i18n', 'ui'],
  parts: ['bridge', 'nav', 'i18n', 'ui', 'parts'],
  features: ['bridge', 'nav', 'i18n', 'ui', 'parts', 'features'],
  app: ['bridge', 'nav', 'i18n', 'ui', 'parts', 'features', 'app'],
  'main.tsx': ['bridge', 'nav', 'i18n', 'ui', 'parts', 'features', 'app'],
};

/** Paths in the window's folder, such as `features/clients/screen.tsx`. */
interface Import {
  readonly from: string;
  readonly to: string;
}

const IMPORT = /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm;

const files = globSync('**/*.{ts,tsx}', { cwd: WINDOW }).map((path) => path.replaceAll(sep, '/'));

const imports: readonly Import[] = files.flatMap((from) =>
  [...readFileSync(join(WINDOW, from), 'utf8').matchAll(IMPORT)].map(([, atOnce = '', lazy = '']) => ({
    from,
    to: posix.join(posix.dirname(from), atOnce || lazy),
  })),
);

const layerOf = (path: string): string => path.split('/')[0] ?? '';

/** `features/clients` for each of its files, and `undefined` for a file of another layer. */
const folderIn = (layer: string, path: string): string | undefined =>
  layerOf(path) === layer ? path.split('/').slice(0, 2).join('/') : undefined;

const told = ({ from, to }: Import): string => `renderer/${from} imports renderer/${to}`;

/** The imports by which the folders of a layer lead back to where they begin, shortest circle first; none is as it should be. */
const circleIn = (layer: string): readonly string[] => {
  const ways = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [folderIn(layer, one.from), folderIn(layer, one.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const onward = ways.get(from) ?? new Map<string, Import>();
    ways.set(from, onward.set(to, onward.get(to) ?? one));
  }
  const circles = [...ways.keys()].flatMap((start) => {
    const seen = new Set<string>();
    let chains: readonly (readonly [string, readonly Import[]])[] = [[start, []]];
    while (chains.length > 0) {
      const next: (readonly [string, readonly Import[]])[] = [];
      for (const [folder, chain] of chains) {
        for (const [to, one] of ways.get(folder) ?? []) {
          if (to === start) return [[...chain, one]];
          if (!seen.has(to)) next.push([to, [...chain, one]]);
          seen.add(to);
        }
      }
      chains = next;
    }
    return [];
  });
  return circles.toSorted((one, other) => one.length - other.length)[0]?.map(told) ?? [];
};

describe('the layers of the window', () => {
  it('are all that it is made of', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(imports.length).toBeGreaterThan(2_000);
    expect(new Set(files.map(layerOf))).toEqual(new Set(Object.keys(MAY_IMPORT)));
  });

  it('import only what lies below them', () => {
    const wrong = imports.filter(({ from, to }) => MAY_IMPORT[layerOf(from)]?.includes(layerOf(to)) !== true);
    expect(wrong.map(told)).toEqual([]);
  });

  it('divide features and parts into folders', () => {
    expect(files.filter((path) => /^(?:features|parts)\/[^/]+$/.test(path))).toEqual([]);
  });

  it('have no circle of features: what two of them need belongs to parts', () => {
    expect(circleIn('features')).toEqual([]);
  });

  it('have no circle of parts', () => {
    expect(circleIn('parts')).toEqual([]);
  });
});

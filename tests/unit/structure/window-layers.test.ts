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
  'en.ts': ['main.tsx'],
  'ru.ts': ['main.tsx'],
};

/** The features that show panels of others. Everything else that two features use belongs to parts. */
const SHOWS: Readonly<Record<string, readonly string[]>> = {
  account: ['backup'],
  activity: ['scheduled-lists', 'trash'],
  clients: ['dedicated', 'premium', 'sales', 'standing', 'vpn'],
  purchases: ['sales'],
  schedule: ['scheduled-checks', 'scheduled-lists', 'scheduled-report', 'standing'],
  settings: ['alerts', 'backup', 'shared-desk', 'telegram'],
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

const nameOf = (folder: string): string => folder.split('/')[1] ?? '';

const sentenceOf = ({ from, to }: Import): string => `renderer/${from} imports renderer/${to}`;

/** The imports of the shortest circle of folders in a layer; empty if there is none. */
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
  return circles.toSorted((one, other) => one.length - other.length)[0]?.map(sentenceOf) ?? [];
};

describe('the layers of the window', () => {
  it('contain every file of it', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(imports.length).toBeGreaterThan(2_000);
    expect(new Set(files.map(layerOf))).toEqual(new Set(Object.keys(MAY_IMPORT)));
  });

  it('import only layers below them', () => {
    const wrong = imports.filter(({ from, to }) => MAY_IMPORT[layerOf(from)]?.includes(layerOf(to)) !== true);
    expect(wrong.map(sentenceOf)).toEqual([]);
  });

  it('divide features and parts into folders', () => {
    expect(files.filter((path) => /^(?:features|parts)\/[^/]+$/.test(path))).toEqual([]);
  });

  it('let a feature import another one only to show its panels', () => {
    const across = imports.flatMap((one) => {
      const [from, to] = [folderIn('features', one.from), folderIn('features', one.to)];
      return from === undefined || to === undefined || from === to ? [] : [{ one, from, to }];
    });
    const isDeclared = (from: string, to: string): boolean => SHOWS[nameOf(from)]?.includes(nameOf(to)) === true;
    expect(across.filter(({ from, to }) => !isDeclared(from, to)).map(({ one }) => sentenceOf(one))).toEqual([]);
    const shown = new Set(across.map(({ from, to }) => `${nameOf(from)} ${nameOf(to)}`));
    const declared = Object.entries(SHOWS).flatMap(([from, others]) => others.map((to) => `${from} ${to}`));
    expect(declared.filter((pair) => !shown.has(pair))).toEqual([]);
  });

  it('have no circle of features', () => {
    expect(circleIn('features')).toEqual([]);
  });

  it('have no circle of parts', () => {
    expect(circleIn('parts')).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Matches imports that stay at run time, so neither `import type` nor a list of types alone. Its third group matches files
 * that are loaded later.
 */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
const onlyTypes = (names: string): boolean => /^\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}$/.test(names.trim());

const importsOf = (file: string, atOnce: boolean): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names, named, later]) => {
    const target = atOnce ? named : (named ?? later);
    return target === undefined || (names !== undefined && onlyTypes(names)) ? [] : [target];
  });

const fileOf = (from: string, target: string): string | undefined => {
  if (target.startsWith('#shared/')) return resolve('shared', target.slice('#shared/'.length));
  return /^\.{1,2}\/.*\.tsx?$/.test(target) ? resolve(dirname(from), target) : undefined;
};

/**
 * Maps each package or file to the chain of files through which the window's first file reaches it; `atOnce` counts only
 * imports that load before it runs.
 */
const reached = (entry: string, atOnce: boolean): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  const walk = (file: string, chain: readonly string[]): void => {
    if (found.has(file)) return;
    found.set(file, chain);
    for (const target of importsOf(file, atOnce)) {
      const next = fileOf(file, target);
      if (next !== undefined) walk(next, [...chain, next]);
      else if (!found.has(target)) found.set(target, chain);
    }
  };
  walk(resolve(entry), [entry]);
  return found;
};

/** The components of Mantine whose code a file imports. */
const mantineIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name)),
  );

const pathsOf = (files: ReadonlyMap<string, unknown>): readonly string[] =>
  [...files.keys()].map((file) => file.replaceAll('\\', '/'));

/** Everything that comes with the first screen. The rest is read when the window is at rest (renderer/app/screens.ts). */
const LIBRARIES: readonly string[] = [
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/spotlight',
  '@tabler/icons-react',
  'i18next',
  'react',
  'react-dom',
  'react-dom/client',
  'react-i18next',
  'zustand',
];
const MANTINE: readonly string[] = [
  'ActionIcon',
  'Anchor',
  'Button',
  'Checkbox',
  'CloseButton',
  'Group',
  'Input',
  'Kbd',
  'MantineProvider',
  'Menu',
  'Modal',
  'NativeSelect',
  'Popover',
  'Portal',
  'SegmentedControl',
  'Skeleton',
  'Stack',
  'TextInput',
  'Tooltip',
];
const FEATURES: readonly string[] = [
  'account',
  'activity',
  'alerts',
  'backup',
  'help',
  'overview',
  'settings',
  'shared-desk',
];
const PARTS: readonly string[] = [
  'account',
  'checks',
  'clients',
  'help',
  'lists',
  'products',
  'runs',
  'sales',
  'settings',
  'shared-desk',
  'standing',
];

describe('the first load of the window', () => {
  const packages = reached('renderer/en.ts', false);
  const first = reached('renderer/en.ts', true);

  it('contains React and the kit, as seen through every screen', () => {
    expect(packages.has('react')).toBe(true);
    expect(packages.has('@tanstack/react-virtual')).toBe(true);
  });

  it('contains no validator: the core checks schemas, and theirs would be the largest chunk', () => {
    expect(packages.get('zod')).toBeUndefined();
  });

  it('contains nothing of Node or Electron', () => {
    expect([...packages.keys()].filter((name) => name.startsWith('node:') || name === 'electron')).toEqual([]);
  });

  it('contains no texts of files, system dialogs and menus', () => {
    const texts = (name: string) => packages.has(resolve(`shared/texts/ru/${name}.ts`));
    expect([texts('clients'), texts('files'), texts('shell')]).toEqual([true, false, false]);
  });

  it.each([
    ['en', 'ru'],
    ['ru', 'en'],
  ])('contains the texts of one language: %s', (own, other) => {
    const files = pathsOf(reached(`renderer/${own}.ts`, true));
    const textsIn = (language: string) => files.filter((file) => file.includes(`/shared/texts/${language}/`));
    expect(textsIn(own).length).toBeGreaterThan(30);
    expect(textsIn(other)).toEqual([]);
    expect(packages.has(resolve(`shared/texts/${other}/clients.ts`))).toBe(true);
  });

  it('brings the first screen alone: the code of the others is loaded when the window is idle', () => {
    const screens = (files: ReadonlyMap<string, unknown>): readonly string[] =>
      [...files.keys()].flatMap((file) => /features[\\/](\w+)[\\/]screen\.tsx$/.exec(file)?.[1] ?? []);
    expect(screens(first)).toEqual(['overview']);
    expect(screens(packages).length).toBeGreaterThan(8);
    expect(first.get('@tanstack/react-virtual')).toBeUndefined();
  });

  it('brings no code that is not listed here', () => {
    const files = pathsOf(first);
    const foldersIn = (layer: string): readonly string[] =>
      [...new Set(files.flatMap((file) => file.split(`/renderer/${layer}/`)[1]?.split('/')[0] ?? []))].toSorted();
    expect(files.filter((file) => !/\.(?:tsx?|css)$/.test(file)).toSorted()).toEqual(LIBRARIES);
    expect([...new Set(files.filter((file) => /\.tsx?$/.test(file)).flatMap(mantineIn))].toSorted()).toEqual(MANTINE);
    expect(foldersIn('features')).toEqual(FEATURES);
    expect(foldersIn('parts')).toEqual(PARTS);
  });
});

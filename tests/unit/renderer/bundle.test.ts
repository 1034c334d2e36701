import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Imports that stay at run time: not `import type`, not a list of types alone. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
const onlyTypes = (names: string): boolean => /^\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}$/.test(names.trim());

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names, named, dynamic]) => {
    const target = named ?? dynamic;
    return target === undefined || (names !== undefined && onlyTypes(names)) ? [] : [target];
  });

const fileOf = (from: string, target: string): string | undefined => {
  if (target.startsWith('#shared/')) return resolve('shared', target.slice('#shared/'.length));
  return /^\.{1,2}\/.*\.tsx?$/.test(target) ? resolve(dirname(from), target) : undefined;
};

/** Package → the chain of files by which the window's first file reaches it. */
const packagesFrom = (entry: string): ReadonlyMap<string, readonly string[]> => {
  const packages = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const walk = (file: string, chain: readonly string[]): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const target of importsOf(file)) {
      const next = fileOf(file, target);
      if (next !== undefined) walk(next, [...chain, next]);
      else if (!packages.has(target)) packages.set(target, chain);
    }
  };
  walk(resolve(entry), [entry]);
  return packages;
};

describe('what the window loads', () => {
  const packages = packagesFrom('renderer/main.tsx');

  it('is React and the kit, seen through every screen', () => {
    expect(packages.has('react')).toBe(true);
    expect(packages.has('@tanstack/react-virtual')).toBe(true);
  });

  it('holds no validator: schemas are checked in the core, and theirs would be the largest chunk', () => {
    expect(packages.get('zod')).toBeUndefined();
  });

  it('holds nothing of Node or Electron', () => {
    expect([...packages.keys()].filter((name) => name.startsWith('node:') || name === 'electron')).toEqual([]);
  });
});

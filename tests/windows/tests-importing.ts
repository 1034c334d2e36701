import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { projectRoot } from '../../electron/dev/places.ts';

/** An import or export of values from a file of the project. An import of types alone loads nothing. */
const LOADED = /^(?:import|export)(?! type)\b[^;']*\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

const loadedBy = (file: string): readonly string[] =>
  file.endsWith('.ts') || file.endsWith('.tsx')
    ? [...readFileSync(file, 'utf8').matchAll(LOADED)].map(([, named, loaded]) =>
        resolve(dirname(file), named ?? loaded ?? ''),
      )
    : [];

/** Returns the test files that load a file, also by way of others. All paths begin at the root of the checkout. */
export const testsImporting = (target: string): readonly string[] => {
  const wanted = resolve(projectRoot, target);
  const known = new Map<string, boolean>();
  const reaches = (file: string): boolean => {
    if (file === wanted) return true;
    const before = known.get(file);
    if (before !== undefined) return before;
    // Also the answer for a file that imports itself by way of others.
    known.set(file, false);
    const found = loadedBy(file).some(reaches);
    known.set(file, found);
    return found;
  };
  return globSync('tests/**/*.test.ts', { cwd: projectRoot })
    .filter((file) => reaches(resolve(projectRoot, file)))
    .map((file) => relative(projectRoot, resolve(projectRoot, file)))
    .toSorted();
};

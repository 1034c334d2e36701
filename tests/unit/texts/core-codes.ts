import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = ['electron/core', 'shared/api', 'shared/domain'];
/** The forms of the window find problems of their own. */
const WINDOW = 'renderer';

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const CODE = "'([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)'";
/** Matches `{ field: …, code: 'x'`, a problem of one field. */
const PROBLEM = new RegExp(`\\bfield\\b[^{}]*?\\bcode: ${CODE}`, 'g');
/** Matches `new DeskError('kind', …, { code: 'x'`, a finer reason. */
const REASON = new RegExp(`DeskError\\('[a-z-]+',[^;{}]*?\\{[^{}]*?\\bcode: ${CODE}`, 'g');

const collect = (pattern: RegExp, roots: readonly string[] = ROOTS): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const root of roots) {
    for (const text of sources(root)) for (const [, code] of text.matchAll(pattern)) if (code) found.add(code);
  }
  return found;
};

/** Returns the codes that the core and the forms give as problems of a field. */
export const problemCodes = (): ReadonlySet<string> => collect(PROBLEM, [...ROOTS, WINDOW]);
/** Returns the codes that the core puts into `details.code`. */
export const reasonCodes = (): ReadonlySet<string> => collect(REASON);
/** Returns all code of the core, to find texts that nothing uses. */
export const coreText = (): string => ROOTS.flatMap(sources).join('\n');
/** Returns all code of the window. */
export const windowText = (): string => sources(WINDOW).join('\n');

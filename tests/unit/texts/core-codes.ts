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
/** `{ field: …, code: 'x'`: one thing wrong with one field. */
const PROBLEM = new RegExp(`\\bfield\\b[^{}]*?\\bcode: ${CODE}`, 'g');
/** `new DeskError('kind', …, { code: 'x'`: a finer reason. */
const REASON = new RegExp(`DeskError\\('[a-z-]+',[^;{}]*?\\{[^{}]*?\\bcode: ${CODE}`, 'g');

const collect = (pattern: RegExp, roots: readonly string[] = ROOTS): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const root of roots) {
    for (const text of sources(root)) for (const [, code] of text.matchAll(pattern)) if (code) found.add(code);
  }
  return found;
};

/** Codes the core and the forms are seen to give as problems of a field. */
export const problemCodes = (): ReadonlySet<string> => collect(PROBLEM, [...ROOTS, WINDOW]);
/** Codes the core is seen to put into `details.code`. */
export const reasonCodes = (): ReadonlySet<string> => collect(REASON);
/** Every quoted word of the core, to find texts that nothing asks for. */
export const coreText = (): string => ROOTS.flatMap(sources).join('\n');
/** The same of the window. */
export const windowText = (): string => sources(WINDOW).join('\n');

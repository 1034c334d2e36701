import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = ['electron/core', 'shared/api', 'shared/domain'];

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const CODE = "'([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)'";
/** `{ field: …, code: 'x'`: one thing wrong with one field. */
const PROBLEM = new RegExp(`\\bfield\\b[^{}]*?\\bcode: ${CODE}`, 'g');
/** `new DeskError('kind', …, { code: 'x'`: a finer reason. */
const REASON = new RegExp(`DeskError\\('[a-z-]+',[^;{}]*?\\{[^{}]*?\\bcode: ${CODE}`, 'g');

const collect = (pattern: RegExp): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const root of ROOTS) {
    for (const text of sources(root)) for (const [, code] of text.matchAll(pattern)) if (code) found.add(code);
  }
  return found;
};

/** Codes the core is seen to put into `details.problems`. */
export const problemCodes = (): ReadonlySet<string> => collect(PROBLEM);
/** Codes the core is seen to put into `details.code`. */
export const reasonCodes = (): ReadonlySet<string> => collect(REASON);
/** Every quoted word of the core, to find texts that nothing asks for. */
export const coreText = (): string => ROOTS.flatMap(sources).join('\n');

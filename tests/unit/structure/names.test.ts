import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every source file of the app itself; tests are free to use a name again. */
const sources: readonly SourceFile[] = globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: ROOT }).map(
  (path) => ({ path: path.replaceAll(sep, '/'), text: readFileSync(join(ROOT, path), 'utf8') }),
);

const DECLARED =
  /^(export )?(?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm;

/** The two languages have the same names on purpose, and an earlier migration is never edited. */
const isNamedAlike = (path: string): boolean =>
  /^shared\/texts\/(?:en|ru)\/|\/sqlite\/earlier\/migrations\//.test(path);

describe('the names of the code', () => {
  it('stand for one exported thing each', () => {
    const files = new Map<string, Set<string>>();
    for (const { path, text } of sources) {
      if (isNamedAlike(path)) continue;
      for (const [, isExported, name = ''] of text.matchAll(DECLARED)) {
        if (isExported !== undefined) files.set(name, (files.get(name) ?? new Set()).add(path));
      }
    }
    expect(files.size).toBeGreaterThan(1_000);
    expect([...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths])).toEqual([]);
  });

  it('include no retired name', () => {
    const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
    const rows = glossary.slice(glossary.indexOf('## Retired words')).matchAll(/^\| (?!retired)([^|-][^|]*) \|/gm);
    const retired = new Set([...rows].flatMap(([, words = '']) => words.match(/[A-Za-z_]\w+/g) ?? []));
    expect(retired.size).toBeGreaterThan(30);
    const isRetired = ([, , name = '']: RegExpExecArray): boolean => retired.has(name);
    const declared = sources.flatMap(({ path, text }) =>
      [...text.matchAll(DECLARED)].filter(isRetired).map(([, , name]) => `${path}: ${name}`),
    );
    expect(declared).toEqual([]);
    // A word with a capital or an underscore inside is not English, so comments, calls and SQL can be searched for it as well.
    const coined = [...retired].filter((word) => /[a-z][A-Z]|_/.test(word));
    expect(coined.length).toBeGreaterThan(20);
    const mention = new RegExp(`\\b(?:${coined.join('|')})\\b`, 'g');
    const mentioned = sources
      .filter(({ path }) => !path.includes('/sqlite/earlier/'))
      .flatMap(({ path, text }) => (text.match(mention) ?? []).map((word) => `${path}: ${word}`));
    expect(mentioned).toEqual([]);
  });
});

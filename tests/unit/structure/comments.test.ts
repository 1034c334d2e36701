import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');

/** The words that begin a fragment instead of a sentence. CONTRIBUTING.md shows how to write it instead. */
const FRAGMENT = /^(?:Of|What|Whoever|So much)\s/;

/** An earlier migration is never edited. */
const isEarlierMigration = (path: string): boolean => path.replaceAll(sep, '/').includes('/sqlite/earlier/migrations/');

const isLineComment = (line = ''): boolean => /^\s*\/\//.test(line);

/** The first words of each comment in a file. */
const beginningsOf = (text: string): readonly string[] => {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const block = /^\s*\/\*\*?\s*(.*)/.exec(line)?.[1];
    if (block !== undefined) return [block === '' ? (lines[index + 1] ?? '').replace(/^\s*\*\s?/, '') : block];
    if (isLineComment(line)) return isLineComment(lines[index - 1]) ? [] : [line.replace(/^\s*\/\/\s?/, '')];
    const afterCode = /\s\/\/\s(.*)/.exec(line)?.[1];
    return afterCode === undefined ? [] : [afterCode];
  });
};

it('finds where each kind of comment begins', () => {
  const text = '/** One. */\n/**\n * Two\n * lines.\n */\n  // Three\n  // lines.\nconst a = 1; // Four.\n';
  expect(beginningsOf(text)).toEqual(['One. */', 'Two', 'Three', 'Four.']);
});

it('no comment begins with a fragment of a sentence', () => {
  const files = globSync('{electron,renderer,shared,tests}/**/*.{ts,tsx}', { cwd: PROJECT }).filter(
    (path) => !isEarlierMigration(path),
  );
  const found = files.flatMap((path) =>
    beginningsOf(readFileSync(join(PROJECT, path), 'utf8'))
      .filter((words) => FRAGMENT.test(words))
      .map((words) => `${path}: ${words}`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

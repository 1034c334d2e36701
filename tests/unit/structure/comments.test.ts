import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');

/** The words that begin a fragment instead of a sentence. CONTRIBUTING.md shows how to write it instead. */
const FRAGMENT = /^(?:Of|What|Whoever|So much)\s/;

/** An earlier migration is never edited. */
const isEarlierMigration = (path: string): boolean => path.replaceAll(sep, '/').includes('/sqlite/earlier/migrations/');

/** The comments of a file, also those within SQL, each as one line of text. */
const commentsIn = (text: string): readonly string[] => {
  const comments: string[] = [];
  let isBlock = false;
  let wasLine = false;
  for (const line of text.split('\n')) {
    const block = /^\s*\/\*\*?\s*(.*)/.exec(line)?.[1];
    const lineComment = /^\s*(?:\/\/|--)\s(.*)/.exec(line)?.[1];
    const inBlock = isBlock ? line.replace(/^\s*\*(?!\/)\s?/, '') : undefined;
    const goesOn = inBlock ?? (wasLine ? lineComment : undefined);
    const begins = block ?? lineComment ?? /\s\/\/\s(.*)/.exec(line)?.[1];
    if (goesOn !== undefined) comments.push(`${comments.pop() ?? ''} ${goesOn}`.trim());
    else if (begins !== undefined) comments.push(begins);
    isBlock = (isBlock || block !== undefined) && !line.includes('*/');
    wasLine = lineComment !== undefined;
  }
  return comments.map((comment) => comment.replace(/\s*\*\/.*/, ''));
};

/** Splits a comment into its sentences. */
const sentencesOf = (comment: string): readonly string[] => comment.split(/(?<=[.?!]) /);

it('finds every kind of comment', () => {
  const text =
    '/** One. */\n/**\n * Two\n * lines.\n */\n  // Three\n  // lines.\nconst a = 1; // Four.\nsql`\n-- Five.\n  `;\n';
  expect(commentsIn(text)).toEqual(['One.', 'Two lines.', 'Three lines.', 'Four.', 'Five.']);
});

it('no sentence of a comment is a fragment', () => {
  const files = globSync('{*,{electron,renderer,shared,tests}/**/*}.{ts,tsx,mjs}', { cwd: PROJECT }).filter(
    (path) => !isEarlierMigration(path),
  );
  const found = files.flatMap((path) =>
    commentsIn(readFileSync(join(PROJECT, path), 'utf8'))
      .flatMap(sentencesOf)
      .filter((words) => FRAGMENT.test(words))
      .map((words) => `${path}: ${words}`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

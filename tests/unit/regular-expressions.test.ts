import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { cpuTimeOf } from '../support/cpu-time.ts';

/** The folders that read texts from outside; code for developers only is left out. */
const FOLDERS = ['shared', 'electron/core', 'electron/main', 'electron/preload', 'renderer'];

interface Found {
  readonly file: string;
  readonly pattern: RegExp;
}

/** Collects every regular expression in a syntax tree. */
const literalsIn = (node: unknown, found: RegExp[] = []): RegExp[] => {
  if (Array.isArray(node)) for (const one of node) literalsIn(one, found);
  else if (typeof node === 'object' && node !== null) {
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex !== undefined) found.push(new RegExp(regex.pattern, regex.flags));
    else for (const part of Object.values(node)) literalsIn(part, found);
  }
  return found;
};

const allLiterals = (): readonly Found[] => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const found = files.flatMap((file) =>
    literalsIn(parseSync(file, readFileSync(file, 'utf8')).program).map((pattern) => ({ file, pattern })),
  );
  return [...new Map(found.map((one) => [String(one.pattern), one])).values()];
};

/** Examples of what each escape matches. */
const ESCAPES: readonly (readonly [string, readonly string[]])[] = [
  ['\\s', [' ', '\t']],
  ['\\S', ['x']],
  ['\\d', ['1']],
  ['\\D', ['x']],
  ['\\w', ['a']],
  ['\\W', ['-']],
  ['\\r', ['\r']],
  ['\\n', ['\n']],
  ['\\t', ['\t']],
  ['\\p{L', ['я', 'a']],
  ['\\p{M}', ['\u0301']],
  ['\\p{N', ['1']],
  ['\\p{Cc}', ['\u0001']],
  ['.', ['x']],
  ['[^', ['x']],
];
const MOST_CHARACTERS = 10;

/**
 * Returns characters and words that an expression may match: those that stand in it, and examples for each of its escapes.
 */
const partsOf = ({ source }: RegExp): { readonly characters: readonly string[]; readonly words: readonly string[] } => {
  const escaped = ESCAPES.flatMap(([sign, some]) => (source.includes(sign) ? some : []));
  const codes = [...source.matchAll(/\\u\{?([0-9a-f]{4})/gi)].map(([, code = '']) =>
    String.fromCharCode(Number(`0x${code}`)),
  );
  const plain = source.replace(/\\[a-z](?:\{[^}]*\})?/gi, '').replace(/[\\^$*+?()[\]{}|]/g, '');
  const characters = [...new Set([...escaped, ...codes, ...plain])].slice(0, MOST_CHARACTERS);
  return { characters, words: [...new Set(source.match(/\p{L}{2,}/gu) ?? [])].slice(0, 4) };
};

/** Ends that no expression expects. */
const ENDS = ['', '\u0007'];

/** Returns texts that make an expression try again and again, if any text does. */
const textsFor = (pattern: RegExp, length: number): readonly string[] => {
  const { characters, words } = partsOf(pattern);
  const runs = characters.map((one) => one.repeat(length));
  const pairs = characters.flatMap((one, index) =>
    characters.slice(index + 1).map((other) => (one + other).repeat(length / 2)),
  );
  const begun = runs.flatMap((run) => ['', ...characters, ...words].map((begin) => begin + run));
  return [...begun, ...pairs, ...words.map((word) => word.repeat(length / word.length))].flatMap((text) =>
    ENDS.map((end) => text + end),
  );
};

const LENGTH = 2_500;
/** In linear time, four times the text takes four times as long; in quadratic time, sixteen times. */
const LIMIT = 9;
/** Shorter times in ms are not compared: in quadratic time this many characters take several times as long. */
const NOISE_MS = 30;

const timeOf = (pattern: RegExp, text: string): number =>
  cpuTimeOf(() => (pattern.global ? text.replace(pattern, '') : pattern.test(text)));

/** Takes the least of some tries, because the machine has other work. */
const leastTime = (pattern: RegExp, text: string): number =>
  Math.min(...Array.from({ length: 5 }, () => timeOf(pattern, text)));

const isSlow = (pattern: RegExp): boolean => {
  const short = textsFor(pattern, LENGTH);
  return textsFor(pattern, 4 * LENGTH).some((long, index) => {
    if (timeOf(pattern, long) < NOISE_MS) return false;
    const time = leastTime(pattern, long);
    return time >= NOISE_MS && time > LIMIT * leastTime(pattern, short[index] ?? '');
  });
};

it('the check finds an expression that takes quadratic time', { timeout: 60_000 }, () => {
  for (const slow of [/\s+$/, /\s*(?:₽|rub)$/i, /^[\s.]+|[\s.]+$/g, /a\d*\d*x/]) {
    expect(isSlow(slow), String(slow)).toBe(true);
  }
  for (const quick of [/^\s+/, /[\s,;]+/, /^\d+$/, /(?<!\s)\s+$/]) expect(isSlow(quick), String(quick)).toBe(false);
});

it('every expression reads a text in linear time', { timeout: 120_000 }, () => {
  const slow = allLiterals()
    .filter(({ pattern }) => isSlow(pattern))
    .map(({ file, pattern }) => `${file}: ${String(pattern)}`);
  expect(slow).toEqual([]);
});

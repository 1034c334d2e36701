import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PLURAL = /_(zero|one|two|few|many|other)$/;
export const withoutPlural = (key: string): string => key.replace(PLURAL, '');
export const pluralOf = (key: string): string | undefined => PLURAL.exec(key)?.[1];

/** Maps `namespace:path.to.key` to its text. */
export const flatten = (resources: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> => {
  const flat = new Map<string, string>();
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'string') flat.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(`${path}.${key}`, inner);
    }
  };
  for (const [namespace, texts] of Object.entries(resources)) {
    for (const [key, value] of Object.entries(texts as object)) walk(`${namespace}:${key}`, value);
  }
  return flat;
};

export const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{\s*([a-zA-Z]+)/g)].map(([, name]) => name ?? '').sort();

export interface KeyUse {
  readonly file: string;
  /** Matches `namespace:key`: the one key of a literal, or every key that a template can become. */
  readonly pattern: RegExp;
  readonly text: string;
  readonly literal: boolean;
}

export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const toPattern = (key: string): RegExp =>
  new RegExp(
    `^${key
      .split(/\$\{[^}]*\}/)
      .map(escapePattern)
      .join('[^:]+')}(?:_(?:zero|one|two|few|many|other))?$`,
  );

/**
 * Matches `useTranslation('x')`, `useTranslation(['x', …])`, `useTranslation()` and `TFunction<'x'>`, whose keys need no
 * namespace.
 */
const HOOK = /(?:useTranslation\(|TFunction<)\s*(?:\[?\s*'([a-zA-Z]+)')?/g;
/** Matches a key with its namespace, wherever it stands. */
const WHOLE = /'([a-zA-Z]+:[\w.-]+)'|`([a-zA-Z]+:[^`\s]+)`/g;
const CALL = /\bt\(\s*(?:'([^']+)'|`([^`]+)`)/g;

const usesIn = (file: string, namespaces: readonly string[]): readonly KeyUse[] => {
  const code = readFileSync(file, 'utf8');
  const hooks = [...code.matchAll(HOOK)].map((match) => ({ at: match.index, namespace: match[1] ?? 'common' }));
  const whole = [...code.matchAll(WHOLE)].flatMap(([, literal, template]) => {
    const text = literal ?? template ?? '';
    const use = { file, text, pattern: toPattern(text), literal: literal !== undefined };
    return namespaces.includes(text.split(':')[0] ?? '') ? [use] : [];
  });
  const called = [...code.matchAll(CALL)].map((match) => {
    const key = match[1] ?? match[2] ?? '';
    const viaHook = code[match.index - 1] !== '.';
    const hook = viaHook ? hooks.findLast(({ at }) => at < match.index) : undefined;
    const text = key.includes(':') ? key : `${hook?.namespace ?? 'common'}:${key}`;
    return { file, text, pattern: toPattern(text), literal: match[1] !== undefined };
  });
  return [...whole, ...called];
};

const filesIn = (...folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(join('shared', 'texts')));

/** Returns every use of a key in the code. */
export const keyUses = (namespaces: readonly string[]): readonly KeyUse[] =>
  filesIn('renderer', 'electron', 'shared').flatMap((file) => usesIn(file, namespaces));

/** Returns the quoted words of the window's code, because a key may also be passed as data. */
export const quotedWords = (): ReadonlySet<string> =>
  new Set(
    filesIn('renderer').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'/g)].map(([, word]) => word ?? ''),
    ),
  );

/**
 * Returns files with a Russian word in their code, without comments. A single letter does not count, because
 * patterns and the code that folds `ё` to `е` contain them.
 */
export const filesWithRussian = (): readonly string[] =>
  filesIn('renderer', 'electron', 'shared')
    .filter((file) => /^(?!\s*(?:\/\/|\/?\*)).*[а-яё]{2}/im.test(readFileSync(file, 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

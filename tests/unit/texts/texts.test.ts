import { describe, expect, it } from 'vitest';
import { ERROR_KINDS } from '#shared/result.ts';
import * as en from '#shared/texts/en/index.ts';
import * as ru from '#shared/texts/ru/index.ts';
import { coreText, problemCodes, reasonCodes, windowText } from './core-codes.ts';
import { filesWithRussian, flatten, keyUses, placeholders, pluralOf, quotedWords, withoutPlural } from './texts.ts';

const english = flatten(en);
const russian = flatten(ru);
const bases = (texts: ReadonlyMap<string, string>) => [...new Set([...texts.keys()].map(withoutPlural))].sort();

describe('the two languages', () => {
  it('have the same keys', () => {
    expect(bases(russian)).toEqual(bases(english));
  });

  it('have every plural form their grammar needs', () => {
    const forms = (texts: ReadonlyMap<string, string>) => {
      const found = new Map<string, string[]>();
      for (const key of texts.keys()) {
        const form = pluralOf(key);
        if (form !== undefined) found.set(withoutPlural(key), [...(found.get(withoutPlural(key)) ?? []), form].sort());
      }
      return found;
    };
    for (const [key, found] of forms(english)) expect(found, key).toEqual(['one', 'other']);
    for (const [key, found] of forms(russian)) expect(found, key).toEqual(['few', 'many', 'one', 'other']);
    expect([...forms(russian).keys()].sort()).toEqual([...forms(english).keys()].sort());
  });

  it('leave no text empty and none untranslated into the other alphabet', () => {
    for (const [key, text] of [...english, ...russian]) expect(text.trim(), key).not.toBe('');
    const cyrillicInEnglish = [...english].filter(
      ([key, text]) => /[а-яё]/i.test(text) && !key.endsWith('language.ru') && !key.endsWith('.otherLanguage'),
    );
    expect(cyrillicInEnglish).toEqual([]);
  });

  it('insert the same values', () => {
    for (const [key, text] of russian) {
      const twin = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? '';
      expect(placeholders(text), key).toEqual(placeholders(twin));
    }
  });
});

describe('texts and code', () => {
  const keys = [...english.keys()];
  const uses = keyUses(Object.keys(en));

  it('have a text for every key in use', () => {
    const missing = uses.filter(({ pattern }) => !keys.some((key) => pattern.test(key)));
    expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('have no unused text', () => {
    const words = quotedWords();
    const byCore = /^(errors:codes|problems):?\./;
    const unused = bases(english).filter((key) => {
      if (byCore.test(key) || key.startsWith('problems:')) return false;
      const [, path = ''] = key.split(':');
      return !uses.some(({ pattern }) => pattern.test(key)) && !words.has(key) && !words.has(path);
    });
    expect(unused).toEqual([]);
  });
});

describe('words outside the catalogue', () => {
  it('are none that the app shows', () => {
    // Words that others write or type: headers of their files, searches, weak passphrases, the sandbox's clients, a desktop
    // entry.
    const notSaid = [
      'electron/core/platform/secrets/passphrase-strength.ts',
      'electron/dev/package-config.ts',
      'electron/sandbox/day/day-clients.ts',
      'electron/sandbox/seed/seed-clients.ts',
      'renderer/nav/card-words.ts',
      'shared/domain/cell-moment.ts',
      'shared/domain/client-fields.ts',
      'shared/domain/csv-headers.ts',
      'shared/domain/import-proxies/proxy-cells.ts',
      'shared/domain/import-proxies/proxy-columns.ts',
      'shared/domain/products/dedicated.ts',
      'shared/domain/products/traffic.ts',
      'shared/domain/products/vpn.ts',
      'shared/domain/sale-amounts.ts',
      'shared/domain/spreadsheet-values.ts',
      'shared/domain/supplier-line.ts',
    ];
    expect(filesWithRussian()).toEqual(notSaid);
  });
});

describe('the errors of the core', () => {
  it('have a sentence for every kind', () => {
    for (const kind of ERROR_KINDS) expect(english.has(`errors:kinds.${kind}`), kind).toBe(true);
  });

  it('have a sentence for every problem of a field', () => {
    expect([...problemCodes()].filter((code) => !english.has(`problems:${code}`))).toEqual([]);
  });

  it('have a sentence for every finer reason', () => {
    expect([...reasonCodes()].filter((code) => !english.has(`errors:codes.${code}`))).toEqual([]);
  });

  it('have no sentence for a code that is gone', () => {
    const core = coreText();
    const ofFields = `${core}\n${windowText()}`;
    const gone = keys('errors:codes.').filter((code) => !isSaid(core, code));
    expect(gone).toEqual([]);
    expect(keys('problems:').filter((code) => !isSaid(ofFields, code))).toEqual([]);
  });
});

const keys = (prefix: string): readonly string[] =>
  bases(english).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** Codes such as `name-too-long` are also built from the field's name: `${field}-too-long`. */
const isSaid = (core: string, code: string): boolean =>
  code === 'unknown' || core.includes(`'${code}'`) || /^(clientKey|name|note)-too-long$/.test(code);

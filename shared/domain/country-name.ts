import { foldText } from './fold-text.ts';
import { LANGUAGES, type Language } from './language.ts';

const isCountryCode = (code: string): boolean => /^[a-z]{2}$/i.test(code);

/** Made when first needed, and kept: the names of all countries in one language are slow to come by. */
const madeNames = new Map<string, Intl.DisplayNames>();
const namesIn = (language: string): Intl.DisplayNames => {
  const made = madeNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  madeNames.set(language, made);
  return made;
};

/** The name of a country in this language; the service's own word where the code is no country of ISO 3166. */
export const countryName = (code: string, ofService: string, language: Language): string =>
  isCountryCode(code) ? (namesIn(language).of(code.toUpperCase()) ?? ofService) : ofService;

/** What a country calls itself, in the language most people there speak. */
const ownName = (code: string): string | undefined => {
  const { language, script } = new Intl.Locale(`und-${code}`).maximize();
  // Of some codes for private use Chromium makes a sign of the language, which it then refuses.
  if (!/^[a-z]{2,8}$/.test(language)) return undefined;
  return namesIn(script === undefined ? language : `${language}-${script}`).of(code);
};

const searched = new Map<string, string>();

/**
 * By what a country is found, whatever language the service or the reader uses: its names in all languages of the app and
 * its own, and its code; folded, each in a line. Only the code where that is no country of ISO 3166.
 */
export const countrySearchText = (code: string): string => {
  const known = searched.get(code);
  if (known !== undefined) return known;
  const country = code.toUpperCase();
  const names = isCountryCode(code)
    ? [...LANGUAGES.map((language) => countryName(code, '', language)), ownName(country) ?? '']
    : [];
  const text = foldText([...new Set(names), code].filter((name) => name !== '').join('\n'));
  if (isCountryCode(code)) searched.set(code, text);
  return text;
};

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The code (small letters) of a country that is named in any language of the app or its own; `null`: none is named so. */
export const countryCodeOf = (name: string): string | null => {
  const wanted = foldText(name.trim());
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = `${first}${second}`;
      // A country of former times has another code by now.
      const isOne = countryName(code, '', 'en') !== '' && new Intl.Locale(`und-${code}`).region === code;
      if (isOne && countrySearchText(code).split('\n').includes(wanted)) return code.toLowerCase();
    }
  }
  return null;
};

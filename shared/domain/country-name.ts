import { foldText } from './fold-text.ts';
import { LANGUAGES, type Language } from './language.ts';

/** The codes that Intl names although they are not countries: currency areas, test languages and "unknown". */
const NO_COUNTRIES = new Set(['EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const isCountryCode = (code: string): boolean => /^[a-z]{2}$/i.test(code) && !NO_COUNTRIES.has(code.toUpperCase());

/** Cached, because creating the names of all countries in a language is slow. */
const madeNames = new Map<string, Intl.DisplayNames>();
const namesIn = (language: string): Intl.DisplayNames => {
  const made = madeNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  madeNames.set(language, made);
  return made;
};

/** Returns the name of a country in this language, or the service's own name if the code is not one of ISO 3166. */
export const countryName = (code: string, ofService: string, language: Language): string =>
  isCountryCode(code) ? (namesIn(language).of(code.toUpperCase()) ?? ofService) : ofService;

/** Returns a country's own name, in the language that most of its people speak. */
const ownName = (code: string): string | undefined => {
  const { language, script } = new Intl.Locale(`und-${code}`).maximize();
  // For some private-use codes Chromium returns a symbol as the language, and then rejects it.
  if (!/^[a-z]{2,8}$/.test(language)) return undefined;
  return namesIn(script === undefined ? language : `${language}-${script}`).of(code);
};

const searched = new Map<string, string>();

/**
 * Returns the folded text by which a country is found, in any language of the service or the reader: its code, its own
 * name, and its names in all languages of the app, one per line. Returns only the code if it is not one of ISO 3166.
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

let madeCodes: readonly string[] | undefined;

/** Returns the lower-case codes of all countries of ISO 3166. */
export const countryCodes = (): readonly string[] => {
  // Kept, because Intl is asked about every pair of letters.
  madeCodes ??= LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`))
    // Intl replaces the code of a former country by that of its successor.
    .filter((code) => countryName(code, '', 'en') !== '' && new Intl.Locale(`und-${code}`).region === code)
    .map((code) => code.toLowerCase());
  return madeCodes;
};

/**
 * Returns the lower-case code of the country with this name in a language of the app or in its own; `null` if there is
 * none.
 */
export const countryCodeOf = (name: string): string | null => {
  const wanted = foldText(name.trim());
  return countryCodes().find((code) => countrySearchText(code).split('\n').includes(wanted)) ?? null;
};

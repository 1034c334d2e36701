import type { Language } from './language.ts';

/** The name of a country in this language; the service's own word where the code is no country of ISO 3166. */
export const countryName = (code: string, ofService: string, language: Language): string => {
  if (!/^[a-z]{2}$/i.test(code)) return ofService;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return names.of(code.toUpperCase()) ?? ofService;
};

import { countryName, countrySearchText } from '#shared/domain/country-name.ts';
import { foldText, searchWords } from '#shared/domain/fold-text.ts';
import type { Language } from '#shared/domain/language.ts';
import type { SelectOption } from '../../ui/select-option.ts';

/**
 * Countries under their names in this language, in the order of its alphabet; the one whose code is searched comes first,
 * then those that begin with it. They are found by all their names (domain/country-name.ts) and by the service's own: the
 * service names them in one language only, which may not be the reseller's.
 */
export const searchCountries = (
  ofService: readonly SelectOption[],
  search: string,
  language: Language,
): readonly SelectOption[] => {
  const words = searchWords(search);
  const query = words.join(' ');
  return ofService
    .map((country) => {
      const name = countryName(country.code, country.name, language);
      const text = words.length === 0 ? '' : `\n${countrySearchText(country.code)}\n${foldText(country.name)}`;
      const rank = foldText(country.code) === query ? 2 : Number(text.includes(`\n${query}`));
      return { country, name, text, rank };
    })
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .sort((one, other) => other.rank - one.rank || one.name.localeCompare(other.name, language))
    .map(({ country, name }) => ({ ...country, name }));
};

/** Looks up what these countries are found by, in idle moments: all at once would hold up the first letter typed. */
export const prepareCountries = (codes: readonly string[]): void => {
  const left = [...codes];
  const lookUp = (moment: IdleDeadline): void => {
    while (left.length > 0 && moment.timeRemaining() > 1) countrySearchText(left.pop() ?? '');
    if (left.length > 0) requestIdleCallback(lookUp);
  };
  requestIdleCallback(lookUp);
};

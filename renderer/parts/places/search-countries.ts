import { countryName, countrySearchText } from '#shared/domain/country-name.ts';
import { foldText, searchWords } from '#shared/domain/fold-text.ts';
import type { Language } from '#shared/domain/language.ts';
import type { SelectOption } from '../../ui/select-option.ts';

/**
 * Finds countries and sorts them by their names in this language. An exact match of the code comes first, then the
 * names that begin with the query. The search covers all their names (domain/country-name.ts) and the service's own,
 * which exist in one language that may not be the reseller's.
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

/**
 * Prepares the search texts of these countries in idle moments. Preparing them all at once would delay the first letter
 * typed.
 */
export const prepareCountries = (codes: readonly string[]): void => {
  const left = [...codes];
  const lookUp = (moment: IdleDeadline): void => {
    while (left.length > 0 && moment.timeRemaining() > 1) countrySearchText(left.pop() ?? '');
    if (left.length > 0) requestIdleCallback(lookUp);
  };
  requestIdleCallback(lookUp);
};

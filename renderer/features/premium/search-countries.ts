import { countryName } from '#shared/domain/country-name.ts';
import type { Language } from '#shared/domain/language.ts';
import type { SelectOption } from '../../ui/select-option.ts';

const folded = (text: string): string => text.toLocaleLowerCase().replaceAll('ё', 'е');

/**
 * Countries under their names in this language, in the order of its alphabet. They are found by these names, by the
 * service's own and by their codes: the service names them in one language only, which may not be the reseller's.
 */
export const searchCountries = (
  ofService: readonly SelectOption[],
  search: string,
  language: Language,
): readonly SelectOption[] => {
  const words = folded(search).split(/\s+/);
  return ofService
    .map((country) => ({ country, name: countryName(country.code, country.name, language) }))
    .filter(({ country, name }) => {
      const text = folded(`${name} ${country.name} ${country.code}`);
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => one.name.localeCompare(other.name, language))
    .map(({ country, name }) => ({ ...country, name }));
};

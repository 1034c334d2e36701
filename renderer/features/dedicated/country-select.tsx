import { useTranslation } from 'react-i18next';
import { countryCodes, countryName } from '#shared/domain/country-name.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { flagMark } from '../../parts/places/country-flag.tsx';
import { searchCountries } from '../../parts/places/search-countries.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import type { SelectOption } from '../../ui/select-option.ts';

interface CountrySelectProps {
  readonly description: string;
  readonly value: SelectOption | null;
  readonly onChange: (country: SelectOption | null) => void;
  readonly error: string | undefined;
}

/** Selects any country of the world, without asking the service where it sells. */
export const CountrySelect = ({ description, value, onChange, error }: CountrySelectProps) => {
  const { t } = useTranslation('importProxies');
  const language = useLanguage();
  const fetchPage = async (search: string, offset: number, limit: number) => {
    const all = countryCodes().map((code) => ({ code, name: countryName(code, code, language) }));
    const rows = searchCountries(all, search, language);
    return { ok: true, value: { total: rows.length, rows: rows.slice(offset, offset + limit) } } as const;
  };
  return (
    <SearchSelect
      label={t('country')}
      description={description}
      placeholder={t('countrySearch')}
      value={value}
      onChange={onChange}
      fetchPage={fetchPage}
      sourceKey={`countries ${language}`}
      nothing={t('countryNone')}
      markOf={flagMark}
      error={error}
    />
  );
};

import { useTranslation } from 'react-i18next';
import { countryName } from '#shared/domain/country-name.ts';
import type { LocationKind, PoolType } from '#shared/domain/limits.ts';
import type { Result } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { SelectOption } from '../../ui/select-option.ts';
import type { RowPage } from '../../ui/use-windowed-rows.ts';
import { VirtualMultiSelect } from '../../ui/virtual-multi-select.tsx';
import { searchCountries } from './search-countries.ts';

interface LocationSelectProps {
  readonly poolType: PoolType;
  readonly kind: LocationKind;
  /** What was chosen above this kind; every kind but countries needs a country first. */
  readonly countries?: readonly string[];
  readonly states?: readonly string[];
  readonly cities?: readonly string[];
  /** Codes. */
  readonly value: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
  readonly label: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
}

const NONE: readonly string[] = [];
/** More than there are countries: one page holds them all. */
const ALL_COUNTRIES = 500;

/** One kind of locations of a pool, with how many addresses there are behind each. Readable offline once it was read. */
export const LocationSelect = (props: LocationSelectProps) => {
  const { poolType, kind, countries = NONE, states = NONE, cities = NONE } = props;
  const { t } = useTranslation('premium');
  const language = useLanguage();
  const needsCountry = kind !== 'countries' && countries.length === 0;
  // A list may not be narrowed by its own kind, nor by the kinds below it.
  const filter = {
    countries: kind === 'countries' ? [] : [...countries],
    states: kind === 'countries' || kind === 'states' ? [] : [...states],
    cities: kind === 'zipcodes' || kind === 'asns' ? [...cities] : [],
  };
  // The service names countries in English only; the rest of the world's places has names in its own language anyway.
  const isTranslated = kind === 'countries' && language !== 'en';

  const fetchPage = async (search: string, offset: number, limit: number): Promise<Result<RowPage<SelectOption>>> => {
    const result = await call('premium.locations', { poolType, kind, ...filter, search, offset, limit });
    if (!result.ok) return result;
    const { rows, total } = result.value;
    return {
      ok: true,
      value: {
        total,
        rows: rows.map(({ code, name, count }) => ({ code, name, ...(count === null ? {} : { count }) })),
      },
    };
  };

  const fetchCountries = async (search: string, offset: number, limit: number) => {
    const result = await fetchPage('', 0, ALL_COUNTRIES);
    if (!result.ok) return result;
    const found = searchCountries(result.value.rows, search, language);
    return { ok: true, value: { total: found.length, rows: found.slice(offset, offset + limit) } } as const;
  };

  return (
    <VirtualMultiSelect
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      disabled={(props.disabled ?? false) || needsCountry}
      required={props.required ?? false}
      placeholder={needsCountry ? t('locations.countryFirst') : t(`locations.any.${kind}`)}
      sourceKey={JSON.stringify([poolType, kind, filter, language])}
      fetchPage={isTranslated ? fetchCountries : fetchPage}
      {...(kind === 'countries'
        ? { namesIn: language, nameOf: (code: string) => countryName(code, code, language) }
        : {})}
    />
  );
};

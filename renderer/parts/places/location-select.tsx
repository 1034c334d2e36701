import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '#shared/domain/country-name.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import {
  byKind,
  LOCATIONS_WITHIN,
  type LocationKind,
  OUTER_KINDS,
  type OuterKind,
} from '#shared/domain/location-kinds.ts';
import type { Result } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { SelectOption } from '../../ui/select-option.ts';
import type { RowPage } from '../../ui/use-windowed-rows.ts';
import { PILLS_SHOWN, VirtualMultiSelect } from '../../ui/virtual-multi-select.tsx';
import { flagMark } from './country-flag.tsx';
import { prepareCountries, searchCountries } from './search-countries.ts';

type FetchPage = (search: string, offset: number, limit: number) => Promise<Result<RowPage<SelectOption>>>;

/** A search for a code returns the places that begin with it first. There can be this many of them. */
const ALIKE = 500;

/**
 * The names of chosen places by their codes. A form that is opened again, or filled from a preset, has not read any
 * list of places. The core stores those lists, so the names are available offline as well. If a name is missing, its
 * code takes its place.
 */
const usePlaceNames = (codes: readonly string[], key: string, fetchPage: FetchPage) => {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = JSON.stringify([key, codes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same codes under the same key have the same names.
  useEffect(() => {
    let isWanted = true;
    for (const code of codes.slice(0, PILLS_SHOWN).filter((one) => !names.has(one))) {
      void fetchPage(code, 0, ALIKE).then((result) => {
        if (!result.ok) return markHandled(result.error);
        const found = result.value.rows.find((place) => place.code === code);
        if (isWanted && found !== undefined) setNames((before) => new Map(before).set(code, found.name));
      });
    }
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return (code: string): string => names.get(code) ?? code;
};

interface LocationSelectProps {
  readonly kind: LocationKind;
  /** The pool and the choices of the outer kinds. Every kind except countries needs a country first. */
  readonly within: { readonly poolType: PoolType } & Readonly<Record<OuterKind, readonly string[]>>;
  /** The codes of the chosen places. */
  readonly value: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
  readonly label: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

/** There are fewer countries than this, so one page holds them all. */
const ALL_COUNTRIES = 500;
const NONE: readonly string[] = [];

/**
 * Selects places of one kind within a pool, and shows how many addresses each has. It works offline once it was read.
 */
export const LocationSelect = (props: LocationSelectProps) => {
  const { kind, within } = props;
  const { poolType } = within;
  const { t } = useTranslation('premium');
  const language = useLanguage();
  const needsCountry = kind !== 'countries' && within.countries.length === 0;
  // A kind is not narrowed by itself or by the kinds inside it.
  const above: readonly LocationKind[] = LOCATIONS_WITHIN[kind];
  const filter = byKind(OUTER_KINDS, (outer) => (above.includes(outer) ? within[outer] : []));
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

  // The service names countries in one language only. Other places have names in their own language anyway.
  const fetchCountries = async (search: string, offset: number, limit: number) => {
    const result = await fetchPage('', 0, ALL_COUNTRIES);
    if (!result.ok) return result;
    prepareCountries(result.value.rows.map(({ code }) => code));
    const found = searchCountries(result.value.rows, search, language);
    return { ok: true, value: { total: found.length, rows: found.slice(offset, offset + limit) } } as const;
  };

  const sourceKey = JSON.stringify([poolType, kind, filter, language]);
  const placeName = usePlaceNames(kind === 'countries' || needsCountry ? NONE : props.value, sourceKey, fetchPage);
  return (
    <VirtualMultiSelect
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      disabled={needsCountry}
      required={props.required ?? false}
      placeholder={needsCountry ? t('locations.countryFirst') : t(`locations.any.${kind}`)}
      sourceKey={sourceKey}
      fetchPage={kind === 'countries' ? fetchCountries : fetchPage}
      {...(kind === 'countries'
        ? { markOf: flagMark, namesIn: language, nameOf: (code: string) => countryName(code, code, language) }
        : { nameOf: placeName })}
    />
  );
};

import type { Fields } from '../fields.ts';
import { invalidField } from '../refusal.ts';
import { type Data, type EndpointCall, read } from '../router.ts';
import type { Country } from '../seed/countries.ts';
import { SERVICE_POOL_TYPES, type ServicePoolType } from '../state/model.ts';
import type { City, Region } from './create-places.ts';
import { type Counted, SeededLocations } from './location-index.ts';

export interface Filter {
  readonly pool: ServicePoolType;
  readonly countries: readonly string[];
  readonly states: readonly string[];
  readonly cities: readonly string[];
}

interface Item {
  readonly code: string;
  readonly name: string;
  readonly count: number;
}

const indexes = new Map<number, SeededLocations>();

/** Locations depend only on the seed, so sandboxes with the same seed share them. */
export const locationsOf = (seed: number): SeededLocations => {
  const known = indexes.get(seed);
  if (known !== undefined) return known;
  const created = new SeededLocations(seed);
  indexes.set(seed, created);
  return created;
};

/** Returns the countries of the filter. Throws a refusal for a code that the pool does not have. */
export const selectCountries = (index: SeededLocations, filter: Filter): readonly Counted<Country>[] =>
  filter.countries.map((code) => {
    const country = index.country(filter.pool, code);
    if (country === null) throw invalidField('countries', `names "${code}", which this pool does not have`);
    return country;
  });

/** Returns the regions of the filter in a country, all of them if it names none. */
export const selectRegions = (index: SeededLocations, filter: Filter, country: Country): readonly Counted<Region>[] =>
  index
    .regions(filter.pool, country)
    .filter(({ place }) => filter.states.length === 0 || filter.states.includes(place.code));

/** Returns the cities of the filter in a country, all of them if it names none. */
export const selectCities = (index: SeededLocations, filter: Filter, country: Country): readonly Counted<City>[] =>
  selectRegions(index, filter, country)
    .flatMap((region) => index.cities(region))
    .filter(({ place }) => filter.cities.length === 0 || filter.cities.includes(place.code));

const toItem = ({ place, count }: Counted<{ readonly code: string; readonly name: string }>): Item => ({
  code: place.code,
  name: place.name,
  count,
});

/** Merges items with the same code, because two countries may have places of the same name. */
const merge = (items: readonly Item[]): readonly Item[] => {
  const byCode = new Map<string, Item>();
  for (const item of items) {
    const known = byCode.get(item.code);
    byCode.set(item.code, known === undefined ? item : { ...known, count: known.count + item.count });
  }
  return [...byCode.values()];
};

const readFilter = (fields: Fields, needsCountry: boolean): Filter => ({
  pool: fields.textOf('pool_type', SERVICE_POOL_TYPES),
  countries: needsCountry ? fields.someCodes('countries') : fields.codes('countries'),
  states: fields.codes('states'),
  cities: fields.codes('cities'),
});

const answer = (filter: Filter, items: readonly Item[]): Data => ({
  pool_type: filter.pool,
  countries: filter.countries,
  states: filter.states,
  items,
});

const countries = ({ world, fields }: EndpointCall): Data => {
  const filter = readFilter(fields, false);
  const index = locationsOf(world.state.seed);
  const found = filter.countries.length > 0 ? selectCountries(index, filter) : index.countries(filter.pool);
  return answer(filter, found.map(toItem));
};

type Lister = (index: SeededLocations, filter: Filter, country: Country) => readonly Item[];

/** Lists places within countries and merges the results. */
const within =
  (lister: Lister) =>
  ({ world, fields }: EndpointCall): Data => {
    const filter = readFilter(fields, true);
    const index = locationsOf(world.state.seed);
    const items = selectCountries(index, filter).flatMap(({ place }) => lister(index, filter, place));
    return answer(filter, merge(items));
  };

const listStates: Lister = (index, filter, country) => selectRegions(index, filter, country).map(toItem);

const listCities: Lister = (index, filter, country) => selectCities(index, filter, country).map(toItem);

export const listZipcodes: Lister = (index, filter, country) =>
  selectCities(index, filter, country).flatMap((city) => index.zipcodes(city).map(toItem));

export const listAsns: Lister = (index, filter, country) => {
  const total = selectCities(index, filter, country).reduce((sum, city) => sum + city.count, 0);
  return index.asns(country, total).map(toItem);
};

/** The five location endpoints: POST requests that only read (docs/api.md#locations). */
export const LOCATION_ROUTES = {
  'premium.locations.countries': read(countries),
  'premium.locations.states': read(within(listStates)),
  'premium.locations.cities': read(within(listCities)),
  'premium.locations.zipcodes': read(within(listZipcodes)),
  'premium.locations.asns': read(within(listAsns)),
} as const;

import { between, createRandom } from '../random.ts';
import { COUNTRIES, type Country, findCountry } from '../seed/countries.ts';
import type { ServicePoolType } from '../state/model.ts';
import {
  type City,
  type CountrySize,
  createPlaces,
  type Places,
  type Region,
  type SeededPlace,
  sizeOf,
} from './create-places.ts';

/** A place with the number of a pool's addresses there. */
export interface Counted<T> {
  readonly place: T;
  readonly count: number;
}

const ADDRESSES: Readonly<Record<CountrySize, readonly [number, number]>> = {
  huge: [900_000, 3_500_000],
  large: [90_000, 700_000],
  middle: [1_500, 60_000],
  tiny: [40, 900],
};
const POOL_SHARE: Readonly<Record<ServicePoolType, number>> = {
  residential: 1,
  residential_premium: 0.31,
  mobile: 0.17,
  datacenter: 0.02,
};
/** The probability that a middle or tiny country is in the pool; the larger ones always are. */
const POOL_REACH: Readonly<Record<ServicePoolType, number>> = {
  residential: 1,
  residential_premium: 0.6,
  mobile: 0.45,
  datacenter: 0.15,
};

/** Distributes `total` by weight so that the parts add up exactly. Places that get nothing are omitted. */
export const share = <T extends SeededPlace>(total: number, places: readonly T[]): readonly Counted<T>[] => {
  const sum = places.reduce((all, place) => all + place.weight, 0);
  let passed = 0;
  let given = 0;
  const shares: Counted<T>[] = [];
  for (const place of places) {
    passed += place.weight;
    const upTo = Math.round((total * passed) / sum);
    if (upTo > given) shares.push({ place, count: upTo - given });
    given = upTo;
  }
  return shares;
};

/**
 * All locations of a seed. A country is created when it is first requested, because listing the countries must not wait
 * for all cities of the world. Counts are distributed from the top down, so the parts of a place always add up to its
 * count.
 */
export class SeededLocations {
  readonly #seed: number;
  readonly #places = new Map<string, Places>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  countries(pool: ServicePoolType): readonly Counted<Country>[] {
    return COUNTRIES.map((country) => ({ place: country, count: this.#addresses(pool, country.code) })).filter(
      ({ count }) => count > 0,
    );
  }

  /** Returns a country, or `null` if this pool has no addresses there. */
  country(pool: ServicePoolType, code: string): Counted<Country> | null {
    const place = findCountry(code);
    const count = place === undefined ? 0 : this.#addresses(pool, place.code);
    return place === undefined || count === 0 ? null : { place, count };
  }

  regions(pool: ServicePoolType, country: Country): readonly Counted<Region>[] {
    return share(this.#addresses(pool, country.code), this.#placesOf(country).regions);
  }

  cities(region: Counted<Region>): readonly Counted<City>[] {
    return share(region.count, region.place.cities);
  }

  zipcodes(city: Counted<City>): readonly Counted<SeededPlace>[] {
    return share(city.count, city.place.zipcodes);
  }

  /** Returns the networks of `total` addresses in the country. */
  asns(country: Country, total: number): readonly Counted<SeededPlace>[] {
    return share(total, this.#placesOf(country).asns);
  }

  #placesOf(country: Country): Places {
    const known = this.#places.get(country.code);
    if (known !== undefined) return known;
    const created = createPlaces(this.#seed, country);
    this.#places.set(country.code, created);
    return created;
  }

  #addresses(pool: ServicePoolType, code: string): number {
    const size = sizeOf(code);
    const reach = createRandom(`${this.#seed}/reach/${pool}/${code}`)();
    if ((size === 'middle' || size === 'tiny') && reach >= POOL_REACH[pool]) return 0;
    const [low, high] = ADDRESSES[size];
    return Math.ceil(between(createRandom(`${this.#seed}/addresses/${code}`), low, high) * POOL_SHARE[pool]);
  }
}

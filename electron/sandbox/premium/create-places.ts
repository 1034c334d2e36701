import { between, createRandom, pick, type Random } from '../random.ts';
import type { Country } from '../seed/countries.ts';
import { realRegions } from '../seed/real-places.ts';

export interface SeededPlace {
  readonly code: string;
  readonly name: string;
  /** Its share among its siblings. */
  readonly weight: number;
}

export interface City extends SeededPlace {
  readonly zipcodes: readonly SeededPlace[];
}

export interface Region extends SeededPlace {
  readonly cities: readonly City[];
}

export interface Places {
  readonly regions: readonly Region[];
  readonly asns: readonly SeededPlace[];
}

export type CountrySize = 'huge' | 'large' | 'middle' | 'tiny';

const HUGE = new Set('us in br cn ru'.split(' '));
const LARGE = new Set('de gb fr it es mx ca id jp tr pl ua ar co au nl kr vn ph th eg ng pk bd za'.split(' '));
const TINY = new Set(
  (
    'ad ag ai as aw ax bl bm bq cc ck cw cx dm eh er fk fm fo gd gf gg gi gl gp gw im io je ki km kn kp ky lc li mc mf mh ' +
    'mp mq ms nc nf nr nu pf pm pn pw re sb sc sh sj sm st sx tc tk to tv va vc vg vi vu wf ws yt'
  ).split(' '),
);

export const sizeOf = (countryCode: string): CountrySize => {
  if (HUGE.has(countryCode)) return 'huge';
  if (LARGE.has(countryCode)) return 'large';
  return TINY.has(countryCode) ? 'tiny' : 'middle';
};

interface Plan {
  readonly regions: readonly [number, number];
  readonly cities: readonly [number, number];
  readonly zipcodes: readonly [number, number];
  readonly asns: readonly [number, number];
}

const PLANS: Readonly<Record<CountrySize, Plan>> = {
  huge: { regions: [27, 36], cities: [70, 110], zipcodes: [1, 6], asns: [180, 260] },
  large: { regions: [10, 18], cities: [30, 60], zipcodes: [1, 5], asns: [60, 110] },
  middle: { regions: [5, 12], cities: [6, 18], zipcodes: [1, 3], asns: [8, 30] },
  tiny: { regions: [1, 2], cities: [1, 3], zipcodes: [1, 1], asns: [1, 3] },
};

const STARTS = [
  'Al',
  'Ar',
  'Bel',
  'Ber',
  'Bran',
  'Cal',
  'Car',
  'Dal',
  'Dor',
  'El',
  'Fal',
  'Gar',
  'Gran',
  'Hal',
  'Har',
  'Il',
  'Kar',
  'Kel',
  'Lan',
  'Lor',
  'Mal',
  'Mar',
  'Mon',
  'Nor',
  'Ol',
  'Or',
  'Pal',
  'Per',
  'Ral',
  'Ros',
  'Sal',
  'San',
  'Sel',
  'Sol',
  'Tal',
  'Tor',
  'Ul',
  'Val',
  'Ver',
  'Vil',
  'Wes',
  'Win',
  'Yar',
  'Zel',
] as [string, ...string[]];
const MIDDLES = ['a', 'da', 'e', 'en', 'i', 'ma', 'mi', 'ne', 'no', 'o', 'ra', 'ri', 'ta', 'to', 'va', 'vi'] as [
  string,
  ...string[],
];
const ENDS = [
  'berg',
  'bridge',
  'burg',
  'by',
  'court',
  'dale',
  'field',
  'ford',
  'grad',
  'ham',
  'haven',
  'holm',
  'ia',
  'land',
  'mar',
  'mont',
  'mouth',
  'nik',
  'port',
  'sk',
  'stad',
  'ton',
  'ville',
  'vo',
  'wick',
] as [string, ...string[]];
const ADDITIONS = ['North', 'South', 'East', 'West', 'New', 'Old', 'Upper', 'Lower', 'Great', 'Port'] as [
  string,
  ...string[],
];
const OPERATORS = ['Telecom', 'Mobile', 'Broadband', 'Fiber', 'Net', 'Cable', 'Online', 'Wireless', 'Connect'] as [
  string,
  ...string[],
];

const NOT_CODE = /[^a-z0-9]+/g;

/** Turns a name into a code: lower case, no accents, words joined by underscores. */
const toCode = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(NOT_CODE, '_');

/** Returns a function that creates names unused in this country, so that a code identifies one place. */
const createNamer = (random: Random, taken: Set<string>): (() => string) => {
  const plain = (): string =>
    `${pick(random, STARTS)}${random() < 0.6 ? pick(random, MIDDLES) : ''}${pick(random, ENDS)}`;
  return () => {
    let name = plain();
    while (taken.has(toCode(name))) name = `${pick(random, ADDITIONS)} ${plain()}`;
    taken.add(toCode(name));
    return name;
  };
};

/** Returns a function that creates ascending codes across the country, with five digits as long as they fit. */
const createZipcodes = (first: number, step: number): (() => string) => {
  let next = first;
  return () => {
    const code = String(Math.floor(next)).padStart(5, '0');
    next += step;
    return code;
  };
};

const inRange = (random: Random, [low, high]: readonly [number, number]): number => between(random, low, high);

/** Creates all places of one country; the same for the same seed. */
export const createPlaces = (seed: number, country: Country): Places => {
  const random = createRandom(`${seed}/places/${country.code}`);
  const plan = PLANS[sizeOf(country.code)];
  const real = realRegions(country.code);
  const cityNames = new Set(real.flatMap((region) => region.cities.map(toCode)));
  const regionNames = new Set(real.map((region) => toCode(region.name)));
  const nextCityName = createNamer(random, cityNames);
  const nextRegionName = createNamer(random, regionNames);
  const nextZipcode = createZipcodes(
    1_001,
    97_000 / (real.length + plan.regions[1]) / plan.cities[1] / plan.zipcodes[1],
  );

  const createCity = (name: string, weight: number): City => ({
    code: toCode(name),
    name,
    weight,
    zipcodes: Array.from({ length: inRange(random, plan.zipcodes) }, () => {
      const code = nextZipcode();
      return { code, name: code, weight: 0.3 + random() };
    }),
  });

  const createRegion = (name: string, rank: number, knownCities: readonly string[]): Region => {
    const known = knownCities.map((city, index) => createCity(city, 12 / (index + 1)));
    const made = Array.from({ length: Math.max(0, inRange(random, plan.cities) - known.length) }, () =>
      createCity(nextCityName(), 0.05 + random() ** 3),
    );
    return { code: toCode(name), name, weight: 1 / (rank + 2) + random() * 0.05, cities: [...known, ...made] };
  };

  const regions =
    real.length > 0
      ? real.map((region, rank) => createRegion(region.name, rank, region.cities))
      : Array.from({ length: inRange(random, plan.regions) }, (_, rank) => createRegion(nextRegionName(), rank, []));

  const asnNumbers = new Set<number>();
  const asnCount = inRange(random, plan.asns);
  while (asnNumbers.size < asnCount) asnNumbers.add(between(random, 1_000, 399_999));
  const asns = [...asnNumbers].map((number, rank) => ({
    code: `as${number}`,
    name: `AS${number} ${pick(random, STARTS)}${pick(random, MIDDLES)} ${pick(random, OPERATORS)}`,
    weight: 1 / (rank + 1),
  }));
  return { regions, asns };
};

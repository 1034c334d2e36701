import { type Kopecks, scale } from './money.ts';
import { between, createRandom } from './random.ts';
import { invalidField } from './refusal.ts';
import { COUNTRIES, type Country, findCountry } from './seed/countries.ts';
import type { IpVersion, SandboxState } from './state/model.ts';

export const PROLONG_PERIODS = [3, 7, 14, 30, 60, 90] as const;
/** Three days are sold for IPv6 only (docs/api.md#limits). */
export const BUY_PERIODS: Readonly<Record<IpVersion, readonly number[]>> = {
  3: [7, 14, 30, 60, 90],
  4: [7, 14, 30, 60, 90],
  6: PROLONG_PERIODS,
};

const OFFERED: Readonly<Record<IpVersion, ReadonlySet<string>>> = {
  3: new Set('us de nl ru gb fr ua kz pl fi tr in br sg is'.split(' ')),
  4: new Set(
    'us de nl ru gb fr ua kz pl fi tr in br sg is ca es it se ch cz at be jp kr au il ae mx lv lt ee ro bg md by am ge'.split(
      ' ',
    ),
  ),
  6: new Set('us de nl ru gb fr ua kz pl fi sg ca jp se ch is'.split(' ')),
};

/** The price of one proxy per day. */
const PER_DAY: Readonly<Record<IpVersion, Kopecks>> = { 3: 1_37, 4: 4_59, 6: 29 };
/** Longer periods cost less per day. */
const LONG_TERM: readonly (readonly [days: number, factor: number])[] = [
  [90, 0.85],
  [60, 0.9],
  [30, 0.95],
];

/** The price of one proxy for the whole period. */
export const dedicatedPrice = (ipv: IpVersion, days: number, multiplier: number): Kopecks => {
  const factor = LONG_TERM.find(([from]) => days >= from)?.[1] ?? 1;
  return scale(PER_DAY[ipv] * days, factor * multiplier);
};

/**
 * Finds a real country; the case of the code does not matter.
 * @throws Refusal with status 422 if it is unknown
 */
export const readStockCountry = (code: string): Country => {
  const country = findCountry(code);
  if (country === undefined) throw invalidField('country_code', 'is not a known country code');
  return country;
};

/** Returns the countries in which proxies of this kind are sold. */
export const offeredCountries = (ipv: IpVersion): readonly Country[] =>
  COUNTRIES.filter((country) => OFFERED[ipv].has(country.code));

export const stockKey = (countryCode: string, ipv: IpVersion): string => `${countryCode}:${ipv}`;

/** Iceland always has very few proxies, so that "sold out" can be reached without buying thousands. */
const initialStock = (seed: number, countryCode: string, ipv: IpVersion): number => {
  if (!OFFERED[ipv].has(countryCode)) return 0;
  if (countryCode === 'is') return 3;
  return between(createRandom(`${seed}/stock/${stockKey(countryCode, ipv)}`), 120, ipv === 6 ? 20_000 : 2_500);
};

/** Returns how many can still be bought: 0 for a real country that is not offered. */
export const stockLeft = (state: SandboxState, countryCode: string, ipv: IpVersion): number =>
  initialStock(state.seed, countryCode, ipv) - (state.sold[stockKey(countryCode, ipv)] ?? 0);

import type { Fields } from '../fields.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type Data, type EndpointCall, write } from '../router.ts';
import type { Country } from '../seed/countries.ts';
import { SERVICE_POOL_TYPES } from '../state/model.ts';
import { buildLines, LAYOUT_TEXT, type Layout } from './lines.ts';
import type { SeededLocations } from './location-index.ts';
import {
  type Filter,
  listAsns,
  listZipcodes,
  locationsOf,
  selectCities,
  selectCountries,
  selectRegions,
} from './locations.ts';
import { trafficLeft } from './traffic.ts';

/** The service documents no limit. This one only keeps an answer from filling the machine's memory. */
const MAX_QUANTITY = 1_000_000;
const SESSION_TTL = { low: 1, high: 120, preset: 10 } as const;

/** A missing value means 1. Any value except 1, 2 and 3 means 2, never an error (docs/api.md#generating-a-list). */
const readLayout = (fields: Fields): Layout => {
  if (!fields.has('format_id')) return 1;
  const value = fields.raw('format_id');
  return value === 1 || value === 3 ? value : 2;
};

const readSessionMinutes = (fields: Fields): number | null => {
  // "Applies only when type is sticky": for rotating lists the field is ignored.
  if (fields.textOfOr('type', ['sticky', 'rotating'], 'sticky') === 'rotating') return null;
  const minutes = fields.intOr('session_ttl', SESSION_TTL.preset);
  if (minutes < SESSION_TTL.low || minutes > SESSION_TTL.high) {
    throw invalidField('session_ttl', `must be from ${SESSION_TTL.low} to ${SESSION_TTL.high} minutes`);
  }
  return minutes;
};

const readQuantity = (fields: Fields): number => {
  const quantity = fields.intOr('quantity', 1);
  if (quantity < 1 || quantity > MAX_QUANTITY) throw invalidField('quantity', `must be from 1 to ${MAX_QUANTITY}`);
  return quantity;
};

type KnownPlaces = () => readonly { readonly code: string }[];

/** Checks that the places exist. Looks them up only if any are named, because a country has many postal codes. */
const requireKnown = (name: string, wanted: readonly string[], known: KnownPlaces): void => {
  if (wanted.length === 0) return;
  const codes = new Set(known().map((place) => place.code));
  const stranger = wanted.find((code) => !codes.has(code));
  if (stranger !== undefined) throw invalidField(name, `names "${stranger}", which is not there`);
};

interface Area extends Filter {
  readonly zipcodes: readonly string[];
  readonly asns: readonly string[];
}

/** Reads the area. Every named place must exist within those above it. */
const readArea = (seed: number, fields: Fields): Area => {
  const area: Area = {
    pool: fields.textOf('pool_type', SERVICE_POOL_TYPES),
    countries: fields.someCodes('countries'),
    states: fields.codes('states'),
    cities: fields.codes('cities'),
    zipcodes: fields.codes('zipcodes'),
    asns: fields.codes('asns'),
  };
  const index = locationsOf(seed);
  const countries = selectCountries(index, area).map(({ place }) => place);
  const all = <T>(list: (index: SeededLocations, filter: Filter, country: Country) => readonly T[]): readonly T[] =>
    countries.flatMap((country) => list(index, area, country));
  requireKnown('states', area.states, () => all(selectRegions).map(({ place }) => place));
  requireKnown('cities', area.cities, () => all(selectCities).map(({ place }) => place));
  requireKnown('zipcodes', area.zipcodes, () => all(listZipcodes));
  requireKnown('asns', area.asns, () => all(listAsns));
  return area;
};

/** Returns the area in the syntax of a gateway. It contains no character that separates the parts of a proxy line. */
const gatewayOptions = (area: Area, anonymous: boolean): string => {
  const part = (name: string, codes: readonly string[]): readonly string[] =>
    codes.length === 0 ? [] : [`${name}-${codes.map((code) => code.replaceAll('_', '')).join('.')}`];
  return [
    ...part('country', area.countries),
    ...part('state', area.states),
    ...part('city', area.cities),
    ...part('zip', area.zipcodes),
    ...part('asn', area.asns),
    ...(anonymous ? ['anon-1'] : []),
  ].join('_');
};

const generate = async ({ world, fields }: EndpointCall): Promise<Data> => {
  const pair = fields.pair();
  const area = readArea(world.state.seed, fields);
  const layout = readLayout(fields);
  const protocol = fields.textOfOr('protocol', ['http', 'socks5'], 'http');
  const sessionMinutes = readSessionMinutes(fields);
  const quantity = readQuantity(fields);
  const anonymous = fields.flagOr('anonymous', false);
  if (trafficLeft(world, pair, area.pool) <= 0) {
    throw new Refusal(409, 'no_traffic', `This client has no ${area.pool} traffic; buy some first.`);
  }
  const first = world.state.linesIssued[area.pool];
  world.state.linesIssued[area.pool] = first + quantity;
  const lines = await buildLines({
    pool: area.pool,
    layout,
    protocol,
    quantity,
    login: world.subUserLogin(pair),
    password: world.subUserPassword(pair),
    options: gatewayOptions(area, anonymous),
    sessionMinutes,
    first,
  });
  return {
    pool_type: area.pool,
    params: {
      countries: area.countries.join(','),
      cities: area.cities.join(','),
      states: area.states.join(','),
      zipcodes: area.zipcodes.join(','),
      asns: area.asns.join(','),
      anonymous: anonymous ? '1' : '0',
      type: sessionMinutes === null ? 'rotating' : 'sticky',
      protocol,
      format: LAYOUT_TEXT[layout],
      quantity: String(quantity),
      session_ttl: sessionMinutes === null ? '' : String(sessionMinutes),
    },
    domain: lines.domain,
    ip: lines.ip,
  };
};

/**
 * Generating costs neither money nor traffic, but it changes the state: the numbers of issued lines must never repeat.
 */
export const GENERATE_ROUTES = { 'premium.proxies.generate': write(generate) } as const;

/**
 * What a list can be narrowed to, from wide to narrow. Each kind lies within those it names: what was chosen there
 * narrows what there is to choose here, and goes when one of them changes.
 */
export const LOCATIONS_WITHIN = {
  countries: [],
  states: ['countries'],
  cities: ['countries', 'states'],
  zipcodes: ['countries', 'states', 'cities'],
  asns: ['countries', 'states', 'cities'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LocationKind = keyof typeof LOCATIONS_WITHIN;
/** A kind that others lie within. */
export type OuterKind = (typeof LOCATIONS_WITHIN)[LocationKind][number];

export const LOCATION_KINDS = Object.keys(LOCATIONS_WITHIN) as readonly LocationKind[];
export const OUTER_KINDS: readonly OuterKind[] = LOCATIONS_WITHIN.asns;

/** One value for each of `kinds`. */
export const byKind = <Kind extends LocationKind, T>(
  kinds: readonly Kind[],
  of: (kind: Kind) => T,
): Readonly<Record<Kind, T>> => Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, T>;

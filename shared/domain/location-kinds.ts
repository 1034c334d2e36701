/**
 * The kinds of places that a list can be narrowed to, from wide to narrow, each with the kinds that contain it. A
 * choice among those limits the options here, and a change of it clears the choice here.
 */
export const LOCATIONS_WITHIN = {
  countries: [],
  states: ['countries'],
  cities: ['countries', 'states'],
  zipcodes: ['countries', 'states', 'cities'],
  asns: ['countries', 'states', 'cities'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LocationKind = keyof typeof LOCATIONS_WITHIN;
/** A kind that contains others. */
export type OuterKind = (typeof LOCATIONS_WITHIN)[LocationKind][number];

export const LOCATION_KINDS = Object.keys(LOCATIONS_WITHIN) as readonly LocationKind[];
export const OUTER_KINDS: readonly OuterKind[] = LOCATIONS_WITHIN.asns;

/** Creates a record with one value for each of `kinds`. */
export const byKind = <Kind extends LocationKind, T>(
  kinds: readonly Kind[],
  of: (kind: Kind) => T,
): Readonly<Record<Kind, T>> => Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, T>;

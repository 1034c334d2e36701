import type { Location } from '#shared/contract/premium.ts';
import { foldText } from '#shared/domain/fold-text.ts';

/** Locations with their folded texts, which are computed once per list. */
export interface LocationIndex {
  readonly items: readonly Location[];
  readonly folded: readonly string[];
  readonly asOf: number;
}

/** The maximum number of words in a search; more than a person would type. */
const MAX_WORDS = 12;

/** Prepares locations for searching. `asOf`: when they were read, in ms since the epoch, UTC. */
export const indexLocations = (items: readonly Location[], asOf: number): LocationIndex => ({
  items,
  folded: items.map(({ code, name }) => `${foldText(name)}\n${foldText(code)}`),
  asOf,
});

/**
 * Returns the locations with every word of `search` in name or code. Those that start with it come first, otherwise the
 * service's order is kept.
 */
export const searchLocations = (index: LocationIndex, search: string): readonly Location[] => {
  const query = foldText(search).trim();
  if (query === '') return index.items;
  const words = query.split(/\s+/).slice(0, MAX_WORDS);
  const first: Location[] = [];
  const rest: Location[] = [];
  index.folded.forEach((text, at) => {
    const item = index.items[at];
    if (item === undefined || !words.every((word) => text.includes(word))) return;
    const begins = text.startsWith(query) || text.includes(`\n${query}`);
    (begins ? first : rest).push(item);
  });
  return [...first, ...rest];
};

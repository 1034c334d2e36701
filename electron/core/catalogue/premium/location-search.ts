import type { Location } from '#shared/contract/premium.ts';
import { foldText } from '#shared/domain/fold-text.ts';

/** Locations as they are searched: each beside its folded text, made once per decoded list. */
export interface LocationIndex {
  readonly items: readonly Location[];
  readonly folded: readonly string[];
  readonly asOf: number;
}

/** Words of a search; more than a person would type are left out. */
const MAX_WORDS = 12;

export const indexLocations = (items: readonly Location[], asOf: number): LocationIndex => ({
  items,
  folded: items.map(({ code, name }) => `${foldText(name)}\n${foldText(code)}`),
  asOf,
});

/** Those with every word of `search` in name or code; those that begin with it come first, else the service's order. */
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

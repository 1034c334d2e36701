import { CLIENT_TEXT_NAMES, type ClientFields } from './client-fields.ts';
import { foldText } from './fold-text.ts';

/** Folded, with every number at one width, so that `user 2` comes before `user 10`. */
export const sortKey = (text: string): string => foldText(text).replace(/\d+/g, (digits) => digits.padStart(10, '0'));

/** Everything a search looks at. A line feed between the parts keeps a word from being found across two of them. */
export const searchTextOf = (fields: ClientFields): string =>
  foldText(
    [
      fields.clientKey,
      String(fields.messengerId),
      ...fields.tags,
      ...CLIENT_TEXT_NAMES.map((name) => fields[name]),
    ].join('\n'),
  );

/** The folded words of a query; each must be found. More than a person would type are left out. */
export const searchWords = (query: string): readonly string[] => {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, 12);
};

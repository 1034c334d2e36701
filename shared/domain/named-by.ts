import { searchWords } from './fold-text.ts';

/**
 * Returns whether each of these words begins a word of the texts. A client who is meant is named from the beginning: “anna”
 * is found in “Hanna”, but hardly means her.
 */
export const isNamedBy = (search: string, ...texts: readonly string[]): boolean => {
  const words = texts.flatMap(searchWords);
  return searchWords(search).every((typed) => words.some((word) => word.startsWith(typed)));
};

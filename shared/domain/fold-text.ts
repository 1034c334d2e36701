/**
 * Matches the combining marks beyond 30 on one character (the limit of the Stream-Safe Text Format, UAX 15).
 * Normalization sorts the marks in quadratic time: 80,000 of them block a computer for seconds.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalizes any text in linear time, like `String.normalize`, but drops combining marks beyond 30 on one character.
 */
export const normalised = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form);

/**
 * Returns a text in the form that searches compare: normalized, in lower case in every script, with `ё` as `е` because
 * people type either, and with the Turkish `İ` (whose lower case is `i` with an extra dot) and `ı` as `i`, because not
 * every keyboard has them. NUL is removed, because it would end a text early in SQLite.
 */
export const foldText = (text: string): string =>
  normalised(text, 'NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ı', 'i')
    .replaceAll('\u0000', ' ');

/** Returns a folded text with all numbers padded to the same width, so that `user 2` sorts before `user 10`. */
export const sortKey = (text: string): string => foldText(text).replace(/\d+/g, (digits) => digits.padStart(10, '0'));

/** Returns the folded words of a query, all of which must match. It ignores more words than a person would type. */
export const searchWords = (query: string): readonly string[] => {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, 12);
};

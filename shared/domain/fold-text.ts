/**
 * More than 30 marks on one character (Unicode's own limit, UAX 15, Stream-Safe Text). Normalising puts the marks in an
 * order, and takes the square of their number for it: 80,000 of them hold a computer for seconds.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** `String.normalize` in linear time, whatever the text: marks beyond 30 on one character are left out. */
export const normalised = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form);

/**
 * Text as a search compares it, both sides alike: one form per character, small letters in any script, `ё` as `е` because
 * people type either, and the Turkish `İ` (small: `i` with a dot above it) and `ı` as `i`, because not every keyboard has
 * them. NUL would end a text early in SQLite.
 */
export const foldText = (text: string): string =>
  normalised(text, 'NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ı', 'i')
    .replaceAll('\u0000', ' ');

/** Folded, with every number at one width, so that `user 2` comes before `user 10`. */
export const sortKey = (text: string): string => foldText(text).replace(/\d+/g, (digits) => digits.padStart(10, '0'));

/** The folded words of a query; each must be found. More than a person would type are left out. */
export const searchWords = (query: string): readonly string[] => {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, 12);
};

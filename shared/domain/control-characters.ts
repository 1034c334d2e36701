/** Control characters, and the two separators that many programs treat as the end of a line. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Returns whether a text contains control characters, which would break its line or disguise it in a file or a message.
 */
export const hasControl = (text: string): boolean => CONTROL.test(text);

/** Returns the text as one line: each run of such characters becomes a blank, and those at the ends are removed. */
export const asOneLine = (text: string): string => text.replace(CONTROLS, ' ').trim();

/** Returns whether a text has a place with bytes that were invalid in the encoding of its file (U+FFFD). */
export const hasBrokenCharacters = (text: string): boolean => text.includes('\ufffd');

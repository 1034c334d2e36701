/** Control characters, and the two separators that many programs take for the end of a line. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** Whether a text would be more than one line, or something else than it looks like, in a file or a message. */
export const hasControl = (text: string): boolean => CONTROL.test(text);

/** The text as one line: a blank in place of each run of such characters, none at the ends. */
export const asOneLine = (text: string): string => text.replace(CONTROLS, ' ').trim();

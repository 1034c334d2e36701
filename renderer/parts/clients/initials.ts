/** The number of colours in which the initials of clients stand. */
export const INITIALS_HUES = 12;

/** The next colour to that of the neighbour is this many degrees away. */
const HUE_STEP = 360 / INITIALS_HUES;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

/**
 * Returns one or two letters that stand for a name: those of its first two words, or a digit where a word begins with one.
 * Empty if the name has neither letters nor digits.
 */
export const initialsOf = (name: string): string =>
  (name.normalize('NFC').match(WORD) ?? [])
    .slice(0, 2)
    .map((word) => [...[...word].slice(0, 1).join('').toLocaleUpperCase()].slice(0, 1).join(''))
    .join('');

/** Returns the angle of a colour in degrees, 0 to 359, that is always the same for the same name. */
export const hueOfName = (name: string): number => {
  let hash = 0;
  for (const letter of name.normalize('NFC')) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return (hash % INITIALS_HUES) * HUE_STEP;
};

import type { Problem } from '../result.ts';

/**
 * Matches digits in groups with the blanks that people and programs put between them: space, no-break, figure, thin and
 * narrow no-break space.
 */
const GROUPED = /^([+-]?\d{1,3}(?:[ \u00a0\u2007\u2009\u202f]\d{3})+)((?:[.,]\d*)?)$/;

/**
 * Removes the blanks of `5 012 345`. Returns the text unchanged if its blanks do not separate groups of three digits.
 */
export const joinDigitGroups = (text: string): string => {
  const [, groups, decimals = ''] = GROUPED.exec(text) ?? [];
  return groups === undefined ? text : groups.replace(/[^\d+-]/g, '') + decimals;
};

/**
 * Parses a typed whole number, `1000` or `1 000`; returns `null` for anything else. It never drops a comma or a point:
 * `1,5` is not 15, and `1,000` is one or a thousand, depending on the reader.
 */
export const parseWholeNumber = (typed: string): number | null => {
  const text = joinDigitGroups(typed.trim());
  return /^[+-]?\d+$/.test(text) ? Number(text) : null;
};

/** Matches one to three digits, a comma or a point, and three digits, which may be a fraction or thousands. */
const TWO_READINGS = /^([+-]?[1-9]\d{0,2})([.,])(\d{3})$/;

/** Returns the two numbers that `1,000` may mean, each written unambiguously; `null` if the text has one meaning. */
export const readingsOf = (typed: string): { readonly fraction: string; readonly whole: string } | null => {
  const [, whole, mark, decimals] = TWO_READINGS.exec(typed.trim()) ?? [];
  if (whole === undefined || mark === undefined || decimals === undefined) return null;
  const kept = decimals.replace(/0{1,3}$/, '');
  // A fourth decimal makes three significant decimals unambiguous.
  const fraction = kept === '' ? whole : `${whole}${mark}${kept.length === 3 ? `${kept}0` : kept}`;
  return { fraction, whole: whole + decimals };
};

/**
 * Parses a typed number with a comma or a point before the decimals. Returns `null` for anything else, such as `1e9`,
 * and for texts with two readings (`readingsOf`), because nobody should pay for a guess.
 */
export const parseDecimalNumber = (typed: string): number | null => {
  if (readingsOf(typed) !== null) return null;
  const text = joinDigitGroups(typed.trim()).replace(',', '.');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : null;
};

/** Returns the problems of a text that must be a whole number. The caller checks its range. */
export const wholeNumberProblems = (
  field: string,
  typed: string,
  range: { readonly min: number; readonly max: number },
): readonly Problem[] =>
  parseWholeNumber(typed) === null ? [{ field, code: 'not-whole', params: { min: range.min, max: range.max } }] : [];

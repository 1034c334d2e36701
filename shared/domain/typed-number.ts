import type { Problem } from '../result.ts';

/** Blanks that people and programs put between groups of digits: space, no-break, figure, thin and narrow no-break space. */
const GROUPED = /^([+-]?\d{1,3}(?:[ \u00a0\u2007\u2009\u202f]\d{3})+)((?:[.,]\d*)?)$/;

/** `5 012 345` without its blanks; a text whose blanks are not between groups of three digits stays as it is. */
export const joinDigitGroups = (text: string): string => {
  const [, groups, decimals = ''] = GROUPED.exec(text) ?? [];
  return groups === undefined ? text : groups.replace(/[^\d+-]/g, '') + decimals;
};

/**
 * A whole number as it was typed, `1000` or `1 000`; `null` for anything else. A comma or a point is never dropped:
 * `1,5` is not 15, and whether `1,000` is a thousand or one depends on who reads it.
 */
export const parseWholeNumber = (typed: string): number | null => {
  const text = joinDigitGroups(typed.trim());
  return /^[+-]?\d+$/.test(text) ? Number(text) : null;
};

/** One to three digits, a comma or a point, and three digits: a fraction here, thousands there. */
const TWO_READINGS = /^([+-]?[1-9]\d{0,2})([.,])(\d{3})$/;

/** The two numbers that `1,000` may mean, as they are typed without doubt; `null` for a text that has one meaning. */
export const readingsOf = (typed: string): { readonly fraction: string; readonly whole: string } | null => {
  const [, whole, mark, decimals] = TWO_READINGS.exec(typed.trim()) ?? [];
  if (whole === undefined || mark === undefined || decimals === undefined) return null;
  const kept = decimals.replace(/0{1,3}$/, '');
  // Three decimals that all count need a fourth, or they would be asked about again.
  const fraction = kept === '' ? whole : `${whole}${mark}${kept.length === 3 ? `${kept}0` : kept}`;
  return { fraction, whole: whole + decimals };
};

/**
 * A number as it was typed, with a comma or a point before the decimals; `null` for anything else, such as `1e9`, and for
 * what can be read in two ways (`readingsOf`): nobody should pay for a guess.
 */
export const parseDecimalNumber = (typed: string): number | null => {
  if (readingsOf(typed) !== null) return null;
  const text = joinDigitGroups(typed.trim()).replace(',', '.');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : null;
};

/** What is wrong with a text that has to be a whole number; its range is somebody else's to check. */
export const wholeNumberProblems = (
  field: string,
  typed: string,
  range: { readonly min: number; readonly max: number },
): readonly Problem[] =>
  parseWholeNumber(typed) === null ? [{ field, code: 'not-whole', params: { min: range.min, max: range.max } }] : [];

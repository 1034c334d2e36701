import type { Problem } from '../result.ts';
import { joinDigitGroups } from './typed-number.ts';

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** Excel displays a long number as `1.23E+15` and saves it that way, which loses its last digits. */
const SHORTENED = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i;
/** Excel's prefix for "this is text". It is not part of the number. */
const TEXT_MARK = /^'/;

/**
 * Parses a messenger id that was typed or read from a file: a whole number within ±(2^53−1), negative for groups.
 * Spaces around it and between groups of three digits are ignored. A number that JavaScript would round is refused,
 * because the result would be somebody else's id.
 *
 * Problem codes: `messenger-id-empty`, `messenger-id-not-number`, `messenger-id-fraction`, `messenger-id-shortened`,
 * `messenger-id-too-large`.
 */
export const parseMessengerId = (typed: string): Parsed<number> => {
  const text = joinDigitGroups(typed.trim().replace(TEXT_MARK, '').replace('\u2212', '-').trim());
  const refuse = (code: string): Parsed<number> => ({ ok: false, problem: { field: 'messengerId', code } });
  if (text === '') return refuse('messenger-id-empty');
  if (SHORTENED.test(text)) return refuse('messenger-id-shortened');
  if (/^[+-]?\d+[.,]\d*$/.test(text)) return refuse('messenger-id-fraction');
  if (!/^[+-]?\d+$/.test(text)) return refuse('messenger-id-not-number');
  const value = Number(text);
  if (!Number.isSafeInteger(value)) return refuse('messenger-id-too-large');
  return { ok: true, value: value === 0 ? 0 : value };
};

/**
 * Returns the problem of an id typed into a form, where advice to export the file again would make no sense. A
 * spreadsheet writes `1.23E+15`; `1e9` is a person's abbreviation of a number, and has lost no digits.
 */
export const typedIdProblem = (typed: string, problem: Problem): Problem => {
  if (problem.code !== 'messenger-id-shortened') return problem;
  return { ...problem, code: /^\d+e\d+$/i.test(typed.trim()) ? 'messenger-id-not-number' : 'messenger-id-short-form' };
};

/**
 * Returns whether a text can be stored: half of a surrogate pair cannot be written as UTF-8, and a NUL ends a text
 * early in too many programs.
 */
export const isUsableText = (text: string): boolean => !/\p{Surrogate}/u.test(text) && !text.includes('\0');

/**
 * Returns whether a key has spaces at its ends. Keys are stored byte for byte, so an accidental space makes a different
 * client: the user is warned, but the key is never corrected.
 */
export const hasOuterSpaces = (clientKey: string): boolean => clientKey !== clientKey.trim();

import { countryName } from '#shared/domain/country-name.ts';

/** The distance from a capital letter to the letter of a flag in Unicode. */
const TO_FLAG = 0x1f1e6 - 0x41;

/** Returns the flag of a country as text, from its two-letter code in either letter case; `null` for any other code. */
export const flagOf = (code: string): string | null => {
  if (countryName(code, '', 'en') === '') return null;
  return [...code.toUpperCase()].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + TO_FLAG)).join('');
};

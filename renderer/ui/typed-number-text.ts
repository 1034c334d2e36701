import { readingsOf } from '#shared/domain/typed-number.ts';

const DECIMALS = 6;

/** A number as somebody of this language would type it: without groups, and without what binary fractions add. */
export const typedNumber = (value: number, language: string): string => {
  const text = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: DECIMALS }).format(value);
  return readingsOf(text)?.fraction ?? text;
};

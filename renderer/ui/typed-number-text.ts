import { readingsOf } from '#shared/domain/typed-number.ts';

const DECIMALS = 6;

/** A number as a person types it in this language, without grouping and without the errors of binary fractions. */
export const typedNumber = (value: number, language: string): string => {
  const text = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: DECIMALS }).format(value);
  return readingsOf(text)?.fraction ?? text;
};

import type { CsvCell } from './csv-writer.ts';
import type { Language } from './language.ts';
import { kopecksToDecimal } from './money.ts';

/** Formats a decimal for Excel in that language: Russian Excel takes a number with a full stop for a date. */
export const decimal = (text: string, language: Language): string =>
  language === 'ru' ? text.replace('.', ',') : text;

/** The cell of an amount in roubles, as Excel reads it in that language; empty if the amount is not known. */
export const roublesCell = (kopecks: number | null, language: Language): CsvCell =>
  kopecks === null ? '' : { value: decimal(kopecksToDecimal(kopecks), language) };

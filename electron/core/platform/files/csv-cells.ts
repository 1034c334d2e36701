import type { CsvCell } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
import { kopecksToDecimal } from '#shared/domain/money.ts';

/** Russian Excel takes a number with a full stop for a date. */
export const decimal = (text: string, language: Language): string =>
  language === 'ru' ? text.replace('.', ',') : text;

/** An amount as Excel reads it in that language; nothing for what is not known. */
export const roublesCell = (kopecks: number | null, language: Language): CsvCell =>
  kopecks === null ? '' : { value: decimal(kopecksToDecimal(kopecks), language) };

import { decimal, roublesCell } from '#shared/domain/csv-cells.ts';
import type { CsvCell } from '#shared/domain/csv-writer.ts';
import { localDateTime } from '#shared/domain/local-date.ts';
import { shownLanguage } from '../i18n/use-language.ts';

/** Returns a moment (ms since the epoch, UTC) as a cell that spreadsheets read as a date; empty for `null`. */
export const copiedTime = (at: number | null): CsvCell => (at === null ? '' : { value: localDateTime(at) });

/** Returns an amount in roubles as a spreadsheet of the shown language reads it; empty for `null`. */
export const copiedRoubles = (kopecks: number | null): CsvCell => roublesCell(kopecks, shownLanguage());

/** Returns a number that may have decimals as a spreadsheet of the shown language reads it; empty for `null`. */
export const copiedNumber = (value: number | null): CsvCell =>
  value === null ? '' : { value: decimal(String(value), shownLanguage()) };

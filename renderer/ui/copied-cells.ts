import type { CsvCell } from '#shared/domain/csv-writer.ts';
import { localDateTime } from '#shared/domain/local-date.ts';

/** Returns a moment (ms since the epoch, UTC) as a cell that spreadsheets read as a date; empty for `null`. */
export const copiedTime = (at: number | null): CsvCell => (at === null ? '' : { value: localDateTime(at) });

/** Returns an amount as a number of roubles; empty for `null`. */
export const copiedRoubles = (kopecks: number | null): CsvCell => (kopecks === null ? '' : kopecks / 100);

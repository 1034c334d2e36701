import type { CsvRow } from '#core/platform/files/csv-file.ts';
import type { CsvTable } from '#core/platform/files/save-csv.ts';

/** The saved report of a run: its totals, then every line. */
export interface Report extends Pick<CsvTable, 'pages'> {
  /** The beginning of the suggested file name. */
  readonly fileName: string;
  readonly totals: readonly CsvRow[];
  readonly header: CsvRow;
}

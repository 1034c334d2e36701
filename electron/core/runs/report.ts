import { localDate } from '#shared/domain/local-date.ts';
import type { CoreTexts } from '../common/texts.ts';
import { type CsvRow, writeCsvFile } from '../files/csv-file.ts';
import type { PartialBook } from '../files/partial-book.ts';
import type { Clock, FileDialogs } from '../ports.ts';

/** What a saved report of a run says: its totals, then every line. */
export interface Report {
  /** The beginning of the suggested name. */
  readonly fileName: string;
  readonly totals: readonly CsvRow[];
  readonly header: CsvRow;
  readonly pages: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
}

interface ReportDeps {
  readonly clock: Clock;
  readonly dialogs: FileDialogs;
  readonly partials: PartialBook;
}

/** Asks for a path and writes the report there, for a spreadsheet. `null`: the dialog was closed. Throws DeskError `file`. */
export const saveReport = async (
  runId: number,
  report: Report,
  t: CoreTexts,
  { clock, dialogs, partials }: ReportDeps,
): Promise<{ fileName: string; rows: number } | null> => {
  const path = await dialogs.saveFile({
    title: t('files:dialogs.saveReport'),
    suggestedName: `${report.fileName}-${localDate(clock.now())}-${runId}.csv`,
    filters: [{ name: 'CSV', extensions: ['csv'] }],
  });
  if (path === null) return null;
  const head = [...report.totals, [''], report.header];
  const { fileName, rows } = await writeCsvFile({ path, partials }, head, report.pages);
  return { fileName, rows };
};

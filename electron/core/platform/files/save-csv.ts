import type { Ports } from '#core/ports.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { type CsvRow, type WrittenCsv, writeCsvFile } from './csv-file.ts';
import type { PartialBook } from './partial-book.ts';

export const CSV_FILTER = { name: 'CSV', extensions: ['csv', 'txt', 'tsv'] } as const;

export interface CsvTable {
  readonly head: readonly CsvRow[];
  readonly pages: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
}

/**
 * Asks for a place and saves a table there, for a spreadsheet. `name`: the beginning of the suggested file name, before
 * the date. The table is created only once the place is known. Returns `null` if the dialog was closed. Throws
 * DeskError `file`.
 */
export const saveCsv = async (
  { clock, dialogs, partials }: Pick<Ports, 'clock' | 'dialogs'> & { readonly partials: PartialBook },
  { title, name, number = '' }: { readonly title: string; readonly name: string; readonly number?: string },
  tableOf: () => CsvTable | Promise<CsvTable>,
): Promise<WrittenCsv | null> => {
  const suggestedName = `${name}-${localDate(clock.now())}${number}.csv`;
  const path = await dialogs.saveFile({ title, suggestedName, filters: [CSV_FILTER] });
  if (path === null) return null;
  const { head, pages } = await tableOf();
  return writeCsvFile({ path, partials }, head, pages);
};

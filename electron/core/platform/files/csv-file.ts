import { basename } from 'node:path';
import { nextTurn } from '#core/platform/async/slices.ts';
import { CSV_BOM, type CsvCell, csvLine } from '#shared/domain/csv-writer.ts';
import { writeFileAtomically } from './atomic-file.ts';
import type { PartialBook } from './partial-book.ts';

export type CsvRow = readonly CsvCell[];

/** Where the file is saved, and where its path is noted until it is complete. */
interface CsvPlace {
  readonly path: string;
  readonly partials: PartialBook;
}

export interface WrittenCsv {
  readonly path: string;
  readonly fileName: string;
  /** The number of rows without the head. */
  readonly rows: number;
}

/**
 * Writes a file that Excel opens correctly: UTF-8 with a byte-order mark, semicolons, CRLF, no cell that could run as a
 * formula, and no text that Excel would take for a number or a date. Each page is read only after the pages before it
 * are written. Throws DeskError `file`.
 */
export const writeCsvFile = async (
  { path, partials }: CsvPlace,
  head: readonly CsvRow[],
  pages: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>,
): Promise<WrittenCsv> => {
  let rows = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(CSV_BOM + head.map(csvLine).join(''));
    for await (const page of pages) {
      // The disk is awaited only once per mebibyte. Without this turn, the pages of one mebibyte would block the
      // thread.
      await nextTurn();
      rows += page.length;
      yield Buffer.from(page.map(csvLine).join(''));
    }
  }
  const written = await writeFileAtomically(path, chunks(), { partials });
  return { path: written.path, fileName: basename(written.path), rows };
};

/** Yields pages of rows, read by their offset, until one is empty. */
export function* csvPages<T>(
  read: (offset: number, limit: number) => readonly T[],
  cells: (row: T) => CsvRow,
  limit = 200,
): Generator<readonly CsvRow[]> {
  for (let offset = 0; ; offset += limit) {
    const page = read(offset, limit);
    if (page.length === 0) return;
    yield page.map(cells);
  }
}

import { basename } from 'node:path';
import { nextTurn } from '#core/platform/async/slices.ts';
import { CSV_BOM, type CsvCell, csvLine } from '#shared/domain/csv-writer.ts';
import { writeFileAtomically } from './atomic-file.ts';
import type { PartialBook } from './partial-book.ts';

export type CsvRow = readonly CsvCell[];

/** Where the user wants it, and where it is noted until it is whole. */
interface CsvPlace {
  readonly path: string;
  readonly partials: PartialBook;
}

export interface WrittenCsv {
  readonly path: string;
  readonly fileName: string;
  /** Without the head. */
  readonly rows: number;
}

/**
 * Writes a file that Excel opens right: UTF-8 with a byte-order mark, semicolons, CRLF, no cell that could run as a
 * formula, no text that it would take for a number or a date. Each page is read only when those before it are written. Throws DeskError `file`.
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
      // The disk is waited for once in a mebibyte only: without this the pages of one would follow each other.
      await nextTurn();
      rows += page.length;
      yield Buffer.from(page.map(csvLine).join(''));
    }
  }
  const written = await writeFileAtomically(path, chunks(), { partials });
  return { path: written.path, fileName: basename(written.path), rows };
};

/** The pages of rows that are read by their place, until one is empty. */
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

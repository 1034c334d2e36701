import { type CsvCell, pastedTable } from '#shared/domain/csv-writer.ts';
import type { Result } from '#shared/result.ts';
import type { GridColumn } from './grid-column.ts';
import type { FetchPage } from './use-windowed-rows.ts';

/** More rows than this are for a file: a larger clipboard makes other programs slow. */
export const MOST_COPIED_ROWS = 10_000;
const PAGE = 500;

/** Returns the text or number of a cell; `null` if the column only draws something. */
const cellOf = <Row>({ title, copied, render }: GridColumn<Row>, row: Row): CsvCell | null => {
  const written = copied?.(row) ?? title?.(row);
  if (written !== undefined) return written;
  const drawn = render(row);
  return typeof drawn === 'string' || typeof drawn === 'number' ? drawn : null;
};

/**
 * Returns the rows as text for a spreadsheet: cells by tabs, one row a line, headers first if there are several rows. Columns
 * that only draw something are left out, and nothing in a cell runs as a formula.
 */
export const rowsAsText = <Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): string => {
  const cells = rows.map((row) => columns.map((column) => cellOf(column, row)));
  const isCopied = columns.map((_, index) => cells.some((row) => row[index] !== null));
  const copiedOf = (all: readonly (CsvCell | null)[]): readonly CsvCell[] =>
    all.filter((_, index) => isCopied[index]).map((cell) => cell ?? '');
  return pastedTable((rows.length > 1 ? [columns.map(({ header }) => header), ...cells] : cells).map(copiedOf));
};

/** Reads the rows with these ids in the order of the list. Rows that are gone are left out. */
export const readRows = async <Row>(
  fetchPage: FetchPage<Row>,
  getRowId: (row: Row) => string,
  ids: ReadonlySet<string>,
): Promise<Result<readonly Row[]>> => {
  const found: Row[] = [];
  for (let offset = 0; found.length < ids.size; offset += PAGE) {
    const page = await fetchPage(offset, PAGE);
    if (!page.ok) return page;
    found.push(...page.value.rows.filter((row) => ids.has(getRowId(row))));
    if (offset + PAGE >= page.value.total) break;
  }
  return { ok: true, value: found };
};

import { importRefusal, wholeText } from '#core/catalogue/clients/csv-file.ts';
import { type ImportSource, openImportFile, type SheetTable } from '#core/catalogue/clients/import-file.ts';
import { countFilledLines } from '#shared/domain/filled-lines.ts';
import {
  type RecognisedTable,
  recogniseProxies,
  recogniseSheet,
} from '#shared/domain/import-proxies/recognise-proxies.ts';

/** The most lines of one import. */
const MAX_LINES = 50_000;

/** A table of proxies with its columns recognised. */
export interface ProxyTable {
  /** `null` for a pasted text. */
  readonly fileName: string | null;
  readonly table: RecognisedTable;
  /** The sheet that was read, and the others of its workbook; `null` for a text. */
  readonly book: Pick<SheetTable, 'sheet' | 'sheets' | 'isFrom1904' | 'turnTo'> | null;
}

/** `countOf` returns the number of lines for the message about too many, because the table may have only some of them. */
const assertSize = (found: ProxyTable, countOf = () => found.table.lines.length): ProxyTable => {
  const { length } = found.table.lines;
  if (length === 0) throw importRefusal('proxies-none');
  if (length > MAX_LINES) throw importRefusal('list-too-long', { max: MAX_LINES, count: countOf() });
  return found;
};

const tableOfLines = (fileName: string | null, text: string): ProxyTable =>
  assertSize({ fileName, table: recogniseProxies(text, MAX_LINES), book: null }, () => countFilledLines(text));

const tableOfSheet = (file: SheetTable): ProxyTable => {
  const lines = file.records.map(({ line, fields }) => ({ line, cells: fields }));
  return assertSize({ fileName: file.name, table: recogniseSheet(lines), book: file });
};

/** Nothing shows the progress, because a table of the most lines is read within a second or two. */
const optionsOf = (signal: AbortSignal) => ({ signal, onProgress: () => {} });

/** Recognises a pasted text. Throws `file`: `proxies-none`, `list-too-long`. */
export const tableOfText = (text: string): ProxyTable => tableOfLines(null, text);

/**
 * Opens a text file or a workbook, recognised by its content, and in a workbook the first sheet with anything in it.
 * Throws `file` with the reason why it cannot be read; the signal's reason when aborted.
 */
export const openProxyTable = async (source: ImportSource, signal: AbortSignal): Promise<ProxyTable> => {
  const file = await openImportFile(source, optionsOf(signal));
  if (file.kind === 'sheet') return tableOfSheet(file);
  return tableOfLines(file.name, wholeText(file.text));
};

/** Reads another sheet of the same workbook. */
export const turnProxyTable = async (
  book: NonNullable<ProxyTable['book']>,
  sheet: number,
  signal: AbortSignal,
): Promise<ProxyTable> => tableOfSheet(await book.turnTo(sheet, optionsOf(signal)));

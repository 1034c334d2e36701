import { basename } from 'node:path';
import { digestOfFile } from '#core/platform/files/digest.ts';
import { readWorkbook, type SheetName } from '#core/platform/files/workbook/workbook.ts';
import type { CsvRecord } from '#shared/domain/csv-reader.ts';
import { isReadableJson, tableOfJson } from '#shared/domain/json-table.ts';
import {
  type CsvFile,
  importRefusal,
  isArchive,
  isCompoundFile,
  readLimited,
  textFile,
  wholeText,
} from './csv-file.ts';

interface TextTable {
  readonly kind: 'text' | 'pasted';
  readonly name: string;
  readonly digest: () => string;
  readonly text: CsvFile;
}

export interface SheetTable {
  readonly kind: 'sheet';
  readonly name: string;
  readonly digest: () => string;
  /** The sheets of the workbook that contain anything, and the one that was read. */
  readonly sheets: readonly SheetName[];
  readonly sheet: number;
  readonly records: readonly CsvRecord[];
  /** Whether the day numbers of the workbook count from 1904 and not from 1900. */
  readonly isFrom1904: boolean;
  /** Reads another sheet of the same workbook. */
  readonly turnTo: (sheet: number, options: OpenOptions) => Promise<SheetTable>;
}

/** A table that was opened for an import. */
export type ImportFile = TextTable | SheetTable;

/** The table that the user chose, dropped on the window or pasted. */
export type ImportSource =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Buffer }
  | { readonly kind: 'pasted'; readonly name: string; readonly text: string };

/** Returns the name of the file, or of the pasted table, as the user reads it. */
export const nameOfSource = (source: ImportSource): string =>
  source.kind === 'path' ? basename(source.path) : source.name;

export interface OpenOptions {
  readonly signal: AbortSignal;
  /** Whether the list in a JSON file is read as a table of clients, which leaves out passwords. */
  readonly readsJson?: true;
  /** Receives the number of rows read so far. */
  readonly onProgress: (rows: number) => void;
}

/** The number of bytes in which a page names itself. */
const BEGINNING = 1024;
const WEB_PAGE = /^[\ufeff\s]*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|table|meta|style)[\s>]/i;
const XML_TABLE = /^[\ufeff\s]*<\?xml[^>]*>\s*(?:<\?mso-application|<(?:ss:)?workbook[\s>])/i;

/** Panels save web pages with tables under names that end with `.xls`. */
const assertPlainText = (bytes: Buffer): void => {
  const beginning = bytes.subarray(0, BEGINNING).toString('utf8');
  if (WEB_PAGE.test(beginning) || XML_TABLE.test(beginning)) throw importRefusal('workbook-web-page');
};

/** A workbook with a password is an old container with the workbook inside, whose parts have names in UTF-16. */
const compoundProblem = (bytes: Buffer): string => {
  const holds = (name: string): boolean => bytes.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return 'workbook-password';
  return holds('Workbook') || holds('Book') ? 'workbook-old' : 'csv-not-text';
};

const openSheet = async (
  name: string,
  bytes: Buffer,
  wanted: number | null,
  options: OpenOptions,
): Promise<SheetTable> => {
  const { sheets, sheet, rows, isFrom1904 } = await readWorkbook(bytes, wanted, options);
  const records = rows.map(({ row, cells }) => ({ line: row, fields: cells, unclosedQuote: false }));
  return {
    kind: 'sheet',
    name,
    // Two sheets may have a client on the same line.
    digest: () => `${digestOfFile(bytes)}${sheet === 0 ? '' : `.${sheet}`}`,
    sheets,
    sheet,
    records,
    isFrom1904,
    turnTo: (next, again) => openSheet(name, bytes, next, again),
  };
};

const openText = async (kind: TextTable['kind'], name: string, bytes: Buffer): Promise<TextTable> => {
  const text = await textFile(name, bytes);
  return { kind, name, digest: () => digestOfFile(bytes), text };
};

/** A list or an object whose first part is a text, a list or an object, or none. A bracket may also begin a CSV file. */
const JSON_BEGINNING = /^[\ufeff\s]*(?:\[\s*[[{\]]|\{\s*["}])/;

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw importRefusal('json-damaged');
  }
};

/**
 * Reads the list of a panel's export as a table without sheets. Throws `file`: `json-damaged`, `json-no-list` or
 * `json-too-big`.
 */
const openJson = (name: string, bytes: Buffer, text: string): SheetTable => {
  const rows = isReadableJson(text) ? tableOfJson(parsedJson(text)) : 'too-big';
  if (rows === 'too-big') throw importRefusal('json-too-big');
  if (rows === null) throw importRefusal('json-no-list');
  const table: SheetTable = {
    kind: 'sheet',
    name,
    digest: () => digestOfFile(bytes),
    sheets: [],
    sheet: 0,
    records: rows.map((fields, index) => ({ line: index + 1, fields: [...fields], unclosedQuote: false })),
    isFrom1904: false,
    turnTo: async () => table,
  };
  return table;
};

/**
 * Opens a table for an import. Its format is recognised by its content, whatever its name ends with. Throws `file` with
 * the reason why it cannot be read.
 */
export const openImportFile = async (source: ImportSource, options: OpenOptions): Promise<ImportFile> => {
  if (source.kind === 'pasted') return openText('pasted', source.name, Buffer.from(source.text));
  const name = nameOfSource(source);
  const bytes = source.kind === 'path' ? await readLimited(source.path) : source.bytes;
  if (isArchive(bytes)) return openSheet(name, bytes, null, options);
  if (isCompoundFile(bytes)) throw importRefusal(compoundProblem(bytes));
  assertPlainText(bytes);
  const table = await openText('text', name, bytes);
  const isJson = JSON_BEGINNING.test(bytes.subarray(0, BEGINNING).toString('utf8'));
  if (options.readsJson !== true || !isJson) return table;
  return openJson(name, bytes, wholeText(table.text));
};

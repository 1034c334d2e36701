import { inTurns } from '#core/platform/async/slices.ts';
import type { CSV_DELIMITERS, CsvReading } from '#shared/contract/clients.ts';
import { CsvReader, type CsvRecord } from '#shared/domain/csv-reader.ts';
import { recogniseColumns, type UnsureColumns } from '#shared/domain/csv-recognise.ts';
import { readCell } from '#shared/domain/csv-writer.ts';
import { createOrderProof, type ProvenOrder } from '#shared/domain/date-order.ts';
import { DeskError } from '#shared/result.ts';
import type { CsvFile } from './csv-file.ts';
import type { ImportFile } from './import-file.ts';
import type { CsvEncoding } from './text-encoding.ts';

type CsvDelimiter = (typeof CSV_DELIMITERS)[number];
/** A reading with its columns decided. */
export type DecidedReading = CsvReading & { readonly columns: NonNullable<CsvReading['columns']> };

/** The delimiters in the order of preference if a file does not show which one it uses. */
const CANDIDATES: readonly CsvDelimiter[] = [';', '\t', ','];
const MAX_RECORD = 1_000_000;
/** The line with which Excel names the delimiter. */
const HINT = /^sep=(.)$/i;
const HINT_BYTES = 32;
const GUESS_BYTES = 64 * 1024;
const GUESS_RECORDS = 50;
const SHEET_BATCH = 250;
const MAX_COLUMNS = 200;

const isHint = (record: CsvRecord, delimiter: string): boolean =>
  record.line === 1 && (HINT.test(record.fields.join(delimiter)) || /^sep=$/i.test(record.fields[0] ?? ''));

/** A spreadsheet writes `;;;;` for an empty line within its table. */
const isFilled = ({ fields }: CsvRecord): boolean => fields.some((cell) => cell.trim() !== '');

type TextReading = Pick<CsvReading, 'encoding' | 'delimiter'>;

/**
 * Yields the records in a text's first `limit` bytes, one batch per decoded piece. Excel's `sep=` line and lines of
 * empty cells are skipped.
 */
function* textBatches(file: CsvFile, { encoding, delimiter }: TextReading, limit?: number): Generator<CsvRecord[]> {
  const reader = new CsvReader(delimiter);
  for (const { text, last } of file.decode(encoding, limit)) {
    const records = reader.push(text, last);
    if (reader.pending > MAX_RECORD) {
      throw new DeskError('file', 'A line of the file never ends.', { code: 'csv-not-text' });
    }
    const [first] = records;
    yield (first !== undefined && isHint(first, delimiter) ? records.slice(1) : records).filter(isFilled);
  }
}

function* sheetBatches(records: readonly CsvRecord[]): Generator<CsvRecord[]> {
  for (let at = 0; at < records.length; at += SHEET_BATCH) {
    yield records.slice(at, at + SHEET_BATCH).filter(isFilled);
  }
}

/** Yields the records of a table, in batches that take some milliseconds. */
export const recordBatches = (file: ImportFile, reading: TextReading): Generator<CsvRecord[]> =>
  file.kind === 'sheet' ? sheetBatches(file.records) : textBatches(file.text, reading);

/**
 * Returns the order of day and month that the dates of a file prove; `null` if they prove none. Throws the signal's reason
 * when it is aborted.
 */
export const orderProvenIn = async (
  file: ImportFile,
  reading: DecidedReading,
  signal: AbortSignal,
): Promise<ProvenOrder | null> => {
  const index = reading.columns.indexOf('paidUntil');
  if (index < 0) return null;
  const proof = createOrderProof();
  let skipped = reading.above + (reading.hasHeader ? 1 : 0);
  for await (const batch of inTurns(recordBatches(file, reading))) {
    signal.throwIfAborted();
    for (const { line, fields } of batch) {
      if (skipped > 0) skipped -= 1;
      else proof.see(line, readCell(fields[index] ?? '').text);
    }
  }
  return proof.proven();
};

/** Returns the first records. The last one may be incomplete, which does not matter for a guess. */
const firstOfText = (file: CsvFile, encoding: CsvEncoding, delimiter: CsvDelimiter): readonly CsvRecord[] =>
  [...textBatches(file, { encoding, delimiter }, GUESS_BYTES)].flat().slice(0, GUESS_RECORDS);

const firstRecords = (file: ImportFile, { encoding, delimiter }: TextReading): readonly CsvRecord[] =>
  file.kind === 'sheet'
    ? file.records.filter(isFilled).slice(0, GUESS_RECORDS)
    : firstOfText(file.text, encoding, delimiter);

/** Returns the share of records with the most common number of fields, if that is more than one. */
const agreement = (records: readonly CsvRecord[]): number => {
  const widths = new Map<number, number>();
  for (const { fields } of records) widths.set(fields.length, (widths.get(fields.length) ?? 0) + 1);
  const [width, count] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [1, 0];
  return width > 1 ? count / records.length : 0;
};

const guessDelimiter = (file: CsvFile, encoding: CsvEncoding): CsvDelimiter => {
  const [text] = [...file.decode(encoding, HINT_BYTES)];
  const hint = HINT.exec(text?.text.split(/\r|\n/)[0] ?? '')?.[1];
  const hinted = CANDIDATES.find((one) => one === hint);
  if (hinted !== undefined) return hinted;
  const scores = CANDIDATES.map((one) => ({ one, score: agreement(firstOfText(file, encoding, one)) }));
  return scores.toSorted((a, b) => b.score - a.score)[0]?.one ?? ';';
};

interface Guess {
  readonly reading: DecidedReading;
  readonly unsure: UnsureColumns;
  /** The titles of the columns; empty without a header. */
  readonly header: readonly string[];
}

/** A spreadsheet copies cells with tabs between them, whatever else the cells contain. */
const delimiterOf = (file: ImportFile, encoding: CsvEncoding): CsvDelimiter => {
  if (file.kind === 'sheet') return ';';
  const hasTabs =
    file.kind === 'pasted' && firstOfText(file.text, encoding, '\t').some(({ fields }) => fields.length > 1);
  return hasTabs ? '\t' : guessDelimiter(file.text, encoding);
};

/** Guesses how the file is meant. Given parts are kept. */
export const guessReading = (file: ImportFile, given: Partial<Omit<CsvReading, 'columns'>> = {}): Guess => {
  const encoding = given.encoding ?? (file.kind === 'sheet' ? 'utf-8' : file.text.encoding);
  const delimiter = given.delimiter ?? delimiterOf(file, encoding);
  const rows = firstRecords(file, { encoding, delimiter }).map((record) => record.fields.slice(0, MAX_COLUMNS));
  const { unsure, columns, ...guessed } = recogniseColumns(rows);
  const sheet = file.kind === 'sheet' ? file.sheet : 0;
  const kept = { keyFromId: given.keyFromId ?? false, dayFirst: given.dayFirst ?? null };
  const reading = { encoding, delimiter, sheet, columns, ...kept, ...guessed };
  const hasHeader = given.hasHeader ?? guessed.hasHeader;
  const header = hasHeader ? (rows[guessed.above] ?? []) : [];
  return { reading: { ...reading, hasHeader }, unsure, header };
};

import type { CSV_DELIMITERS, CsvReading } from '#shared/contract/clients.ts';
import { CsvReader, type CsvRecord } from '#shared/domain/csv-reader.ts';
import { recogniseColumns, type UnsureColumns } from '#shared/domain/csv-recognise.ts';
import { DeskError } from '#shared/result.ts';
import type { CsvFile } from './csv-file.ts';
import type { CsvEncoding } from './text-encoding.ts';

type CsvDelimiter = (typeof CSV_DELIMITERS)[number];
/** A reading with its columns decided. */
export type DecidedReading = CsvReading & { readonly columns: NonNullable<CsvReading['columns']> };

/** In the order of preference where a file does not tell. */
const CANDIDATES: readonly CsvDelimiter[] = [';', '\t', ','];
const MAX_RECORD = 1_000_000;
/** Excel's own way to say which delimiter follows. */
const HINT = /^sep=(.)$/i;
const HINT_BYTES = 32;
const GUESS_BYTES = 64 * 1024;
const GUESS_RECORDS = 50;
const MAX_COLUMNS = 200;

const isHint = (record: CsvRecord, delimiter: string): boolean =>
  record.line === 1 && (HINT.test(record.fields.join(delimiter)) || /^sep=$/i.test(record.fields[0] ?? ''));

/** A spreadsheet writes `;;;;` for an empty line within its table. */
const isFilled = ({ fields }: CsvRecord): boolean => fields.some((cell) => cell.trim() !== '');

/**
 * The records of a file's first `limit` bytes, a batch for each piece that is decoded. Excel's `sep=` line is not one, nor
 * is a line of empty cells.
 */
export function* recordBatches(
  file: CsvFile,
  encoding: CsvEncoding,
  delimiter: string,
  limit?: number,
): Generator<CsvRecord[]> {
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

/** The first records. They may end with half of one, which does not matter for a guess. */
const firstRecords = (file: CsvFile, encoding: CsvEncoding, delimiter: string): readonly CsvRecord[] =>
  [...recordBatches(file, encoding, delimiter, GUESS_BYTES)].flat().slice(0, GUESS_RECORDS);

/** How many of the records have the commonest number of fields, if that is more than one. */
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
  const scores = CANDIDATES.map((one) => ({ one, score: agreement(firstRecords(file, encoding, one)) }));
  return scores.toSorted((a, b) => b.score - a.score)[0]?.one ?? ';';
};

interface Guess {
  readonly reading: DecidedReading;
  readonly unsure: UnsureColumns;
}

/** How the file is most likely meant; what is given is kept. */
export const guessReading = (file: CsvFile, given: Partial<Omit<CsvReading, 'columns'>> = {}): Guess => {
  const encoding = given.encoding ?? file.encoding;
  const delimiter = given.delimiter ?? guessDelimiter(file, encoding);
  const rows = firstRecords(file, encoding, delimiter).map((record) => record.fields.slice(0, MAX_COLUMNS));
  const { unsure, columns, ...guessed } = recogniseColumns(rows);
  const reading = { encoding, delimiter, columns, keyFromId: given.keyFromId ?? false, ...guessed };
  return { reading: { ...reading, hasHeader: given.hasHeader ?? guessed.hasHeader }, unsure };
};

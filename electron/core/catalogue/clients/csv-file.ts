import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type iconv from 'iconv-lite';
import { toReadError } from '#core/platform/files/file-error.ts';
import { DeskError } from '#shared/result.ts';
import { partsOfText, type TextPart } from './joined-text.ts';
import { type CsvEncoding, isWide, recogniseEncoding } from './text-encoding.ts';

export interface CsvFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The recognised encoding; the user may choose another. */
  readonly encoding: CsvEncoding;
  /**
   * Yields the text of the first `limit` bytes (default: all) in pieces, without a byte-order mark. Bytes that are
   * invalid in the encoding become U+FFFD. In the recognised encoding, lines that are certainly in another one are read in
   * theirs (joined-text.ts).
   */
  decode(encoding: CsvEncoding, limit?: number): Generator<{ readonly text: string; readonly last: boolean }>;
}

const MAX_BYTES = 50 * 1024 * 1024;
/** The number of bytes decoded at a time: some hundred records, which take a millisecond or two. */
const PIECE = 32 * 1024;
/** The number of bytes that suffice to distinguish text from other data. */
const SAMPLE = 64 * 1024;

/** Creates the error of a file that cannot be imported. The texts of the codes are in texts/…/errors.ts. */
export const importRefusal = (code: string, params: Record<string, string | number> = {}): DeskError =>
  new DeskError('file', `The file cannot be imported (${code}).`, { code, params });

/** Returns whether a file is an archive, as workbooks are. */
export const isArchive = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')) ||
  bytes.subarray(0, 4).equals(Buffer.from('PK\x05\x06', 'latin1'));

/** Returns whether a file has the container of old Office documents, in which newer ones with a password come as well. */
export const isCompoundFile = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

/**
 * Reads a file into memory as text. Throws `file`: `csv-too-big`, `csv-empty`, `csv-is-workbook` (an Excel file that was
 * not saved as CSV), `csv-not-text`, or the reason why it cannot be read.
 */
export const readCsvFile = async (path: string): Promise<CsvFile> => {
  const bytes = await readLimited(path);
  if (isArchive(bytes) || isCompoundFile(bytes)) throw importRefusal('csv-is-workbook');
  return textFile(basename(path), bytes);
};

/** Recognises the encoding of a text. Throws `file`: `csv-empty` or `csv-not-text`. */
export const textFile = async (name: string, bytes: Buffer): Promise<CsvFile> => {
  if (bytes.length === 0) throw importRefusal('csv-empty');
  // Loaded with the first file: the tables of all encodings are half of the code that would be parsed at the start.
  const { default: decoders } = await import('iconv-lite');
  const decode = (sample: Buffer, as: CsvEncoding): string => decoders.decode(sample, as);
  const recognised = recogniseEncoding(bytes, decode);
  if (!isWide(recognised) && bytes.subarray(0, SAMPLE).includes(0)) throw importRefusal('csv-not-text');
  const { encoding, parts } = await partsOfText(bytes, recognised, decode);
  return {
    name,
    bytes,
    encoding,
    decode: (as, limit = bytes.length) => {
      // The user may choose another encoding, which then counts for the whole file.
      const chosen = as === encoding ? parts : [{ from: 0, to: bytes.length, encoding: as }];
      return decodeParts(bytes.subarray(0, limit), chosen, (one) => decoders.getDecoder(one, { stripBOM: true }));
    },
  };
};

/** Returns the whole text of a file in its recognised encoding. */
export const wholeText = (file: CsvFile): string => [...file.decode(file.encoding)].map(({ text }) => text).join('');

/** Reads a file of limited size. Throws `file`: `csv-too-big`, or the reason why it cannot be read. */
export const readLimited = async (path: string): Promise<Buffer> => {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > MAX_BYTES) throw importRefusal('csv-too-big', { megabytes: Math.ceil(size / 1024 / 1024), max: 50 });
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toReadError(error);
  }
};

function* decodeParts(
  bytes: Buffer,
  parts: readonly TextPart[],
  decoderOf: (encoding: CsvEncoding) => iconv.DecoderStream,
): ReturnType<CsvFile['decode']> {
  for (const { from, to, encoding } of parts) {
    // A guess reads the beginning of a text, which may have millions of parts.
    if (from >= bytes.length) return;
    const end = Math.min(to, bytes.length);
    const decoder = decoderOf(encoding);
    for (let at = from; at < end; at += PIECE) {
      const isPartOver = at + PIECE >= end;
      const text = decoder.write(bytes.subarray(at, Math.min(at + PIECE, end)));
      yield { text: isPartOver ? text + (decoder.end() ?? '') : text, last: isPartOver && end === bytes.length };
    }
  }
}

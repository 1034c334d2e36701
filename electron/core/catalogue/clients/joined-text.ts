import { isAscii, isUtf8 } from 'node:buffer';
import { inTurns } from '#core/platform/async/slices.ts';
import {
  type CsvEncoding,
  countRussianLetters,
  cyrillicEncoding,
  type Decode,
  isMostlyUtf8,
  isWide,
  looksRussian,
  scoreOf,
  surelyCyrillicEncoding,
  TELLING_BYTES,
} from './text-encoding.ts';

/**
 * A text that was joined of two files may change its encoding from one line to the next. This file finds out which lines
 * have which encoding. Every line gets an encoding in which nothing is garbled without a trace: a line that is not
 * certain is read as UTF-8, where each byte that does not fit becomes U+FFFD, and the imports name such lines.
 */

/** Consecutive lines of one encoding. `from` and `to` are positions of bytes. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
  readonly encoding: CsvEncoding;
}

const LF = 10;
const CR = 13;

interface Line {
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
}

/** Yields the lines of a text, each with its end. */
function* linesOf(bytes: Buffer): Generator<Line> {
  const end = bytes.includes(LF) ? LF : CR;
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(end, from);
    const to = at < 0 ? bytes.length : at + 1;
    yield { from, to, bytes: bytes.subarray(from, to) };
    from = to;
  }
}

/** Returns the first lines that cannot be UTF-8. */
const foreignSample = (bytes: Buffer): Buffer => {
  const found: Buffer[] = [];
  let size = 0;
  for (const line of linesOf(bytes)) {
    if (isUtf8(line.bytes)) continue;
    found.push(line.bytes.subarray(0, TELLING_BYTES - size));
    size += line.bytes.length;
    if (size >= TELLING_BYTES) break;
  }
  return Buffer.concat(found);
};

/** Returns the encoding of a line that is not ASCII, in a text that is mostly in a single-byte encoding. */
const inSingleByteText = (line: Buffer, single: CsvEncoding, decode: Decode): CsvEncoding => {
  if (!isUtf8(line) && !isMostlyUtf8(line)) return single;
  const asSingle = decode(line, single);
  const isSingle = looksRussian(asSingle) && scoreOf(asSingle) >= scoreOf(decode(line, 'utf-8'));
  return isSingle ? single : 'utf-8';
};

/** The fewest Cyrillic letters of a line that show its encoding where it differs from that of the line before. */
const TELLING_LETTERS = 3;

/**
 * Does the same in a text that is mostly UTF-8. `single` is `null` if the encoding of the other lines is not certain, and
 * `before` is the encoding of the line before.
 */
const inUtf8Text = (
  line: Buffer,
  single: CsvEncoding | null,
  before: CsvEncoding | undefined,
  decode: Decode,
): CsvEncoding => {
  if (single === null || isUtf8(line) || isMostlyUtf8(line)) return 'utf-8';
  const asSingle = decode(line, single);
  const isTelling = before === single || countRussianLetters(asSingle) >= TELLING_LETTERS;
  return isTelling && looksRussian(asSingle) ? single : 'utf-8';
};

/** A text as a whole, and the parts in which its encoding differs. */
export interface ReadText {
  /** The encoding of most of the text. */
  readonly encoding: CsvEncoding;
  readonly parts: readonly TextPart[];
}

/** Returns the parts of a text whose whole has been recognised as `encoding`. */
export const partsOfText = async (bytes: Buffer, recognised: CsvEncoding, decode: Decode): Promise<ReadText> => {
  if (isWide(recognised) || isUtf8(bytes))
    return { encoding: recognised, parts: [{ from: 0, to: bytes.length, encoding: recognised }] };
  const sample = foreignSample(bytes);
  const isUtf8Text = recognised === 'utf-8';
  const encoding = isUtf8Text ? recognised : cyrillicEncoding(sample, decode);
  const sure = isUtf8Text ? surelyCyrillicEncoding(sample, decode) : null;
  const encodingOf = (line: Buffer, before: CsvEncoding | undefined): CsvEncoding =>
    isUtf8Text ? inUtf8Text(line, sure, before, decode) : inSingleByteText(line, encoding, decode);
  const parts: TextPart[] = [];
  for await (const { from, to, bytes: line } of inTurns(linesOf(bytes))) {
    const last = parts.at(-1);
    const its = isAscii(line) ? (last?.encoding ?? encoding) : encodingOf(line, last?.encoding);
    if (last?.encoding === its) parts[parts.length - 1] = { ...last, to };
    else parts.push({ from, to, encoding: its });
  }
  return { encoding, parts };
};

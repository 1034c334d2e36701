import { isUtf8 } from 'node:buffer';
import type { CSV_ENCODINGS } from '#shared/contract/clients.ts';

export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

export type Decode = (bytes: Buffer, encoding: CsvEncoding) => string;

/** The number of bytes that suffice to distinguish encodings. */
export const TELLING_BYTES = 64 * 1024;

/** The byte-order marks at the beginning of files. */
const MARKS: readonly (readonly [readonly number[], CsvEncoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const markedAs = (bytes: Buffer): CsvEncoding | undefined =>
  MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];

/** The high bytes of Latin and Cyrillic letters: nearly every second byte of such a text in UTF-16. */
const isHighByte = (byte: number): boolean => byte === 0 || byte === 4;

const wideEncoding = (sample: Buffer): CsvEncoding | undefined => {
  if (!sample.includes(0)) return undefined;
  const pairs = Math.floor(sample.length / 2);
  let atFirst = 0;
  let atSecond = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (isHighByte(sample[at] ?? 1)) atFirst += 1;
    if (isHighByte(sample[at + 1] ?? 1)) atSecond += 1;
  }
  if (atSecond * 10 > pairs * 9 && atSecond > atFirst) return 'utf-16le';
  return atFirst * 10 > pairs * 9 && atFirst > atSecond ? 'utf-16be' : undefined;
};

/** Returns the number of bytes that follow a first byte; −1 if it is not a first byte of UTF-8. */
const announced = (byte: number): number => {
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
};

/**
 * Returns whether a text is UTF-8 except for a few broken bytes: it contains far more multi-byte letters than invalid
 * bytes. In the old single-byte encodings, adjacent letters do not form such sequences.
 */
export const isMostlyUtf8 = (sample: Buffer): boolean => {
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) continue;
    const more = announced(byte);
    let found = 0;
    while (found < more && ((sample[at + 1 + found] ?? 0) & 0xc0) === 0x80) found += 1;
    if (found === more) {
      whole += 1;
      at += more;
    } else broken += 1;
  }
  return whole > 2 * broken;
};

/** The frequencies of the lower-case letters from а to я in Russian, per thousand. */
const FREQUENCIES = [
  80, 16, 45, 17, 30, 85, 9, 17, 74, 12, 35, 44, 32, 67, 110, 28, 47, 55, 63, 26, 3, 10, 5, 15, 7, 4, 1, 19, 17, 3, 6,
  20,
];
const FIRST_SMALL = 'а'.charCodeAt(0);
const FIRST_CAPITAL = 'А'.charCodeAt(0);
const LETTERS = 32;
/**
 * The score of a character that hardly occurs in texts about clients: a frame, a sign, a letter of another language.
 */
const ODD = -60;
/** The number sign and the few others that do occur in such texts. */
const USUAL_SIGNS = new Set('№«»—–…₽’“”„•·©®°±§\u00a0');

const isCapital = (code: number): boolean =>
  (code >= FIRST_CAPITAL && code < FIRST_CAPITAL + LETTERS) || code === 0x401;
const isSmall = (code: number): boolean => (code >= FIRST_SMALL && code < FIRST_SMALL + LETTERS) || code === 0x451;

/** Rates how much a text looks like Russian, compared with other readings of the same bytes. */
export const scoreOf = (text: string): number => {
  let score = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) {
      if (isSmall(code)) score += FREQUENCIES[code - FIRST_SMALL] ?? 5;
      // A capital in the middle of a word means that the cases of all letters are swapped.
      else if (isCapital(code)) score += isSmall(before) ? ODD : (FREQUENCIES[code - FIRST_CAPITAL] ?? 5) / 4;
      else score += USUAL_SIGNS.has(text[at] ?? '') ? 0 : ODD;
    }
    before = code;
  }
  return score;
};

export const countRussianLetters = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isSmall(code) || isCapital(code)) count += 1;
  }
  return count;
};

const isLatin = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

/**
 * Returns whether nothing in a text shows that it was read in a wrong encoding: an odd character, a capital within a word,
 * or a Cyrillic letter beside a Latin one.
 */
export const looksRussian = (text: string): boolean => {
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isCyrillic = isSmall(code) || isCapital(code);
    const isBefore = isSmall(before) || isCapital(before);
    if (code >= 0x80 && !isCyrillic && !USUAL_SIGNS.has(text[at] ?? '')) return false;
    if (isCapital(code) && isSmall(before)) return false;
    if ((isCyrillic && isLatin(before)) || (isLatin(code) && isBefore)) return false;
    before = code;
  }
  return true;
};

/** Single-byte encodings. The first is what Excel writes in Russia, and it wins if nothing else decides. */
const CYRILLIC: readonly CsvEncoding[] = ['windows-1251', 'cp866', 'koi8-r', 'maccyrillic'];

export const cyrillicEncoding = (sample: Buffer, decode: Decode): CsvEncoding =>
  CYRILLIC.map((encoding) => ({ encoding, score: scoreOf(decode(sample, encoding)) })).reduce((best, one) =>
    one.score > best.score ? one : best,
  ).encoding;

/** The encodings in which the same bytes are altogether different letters, so that only one reading makes sense. */
const DISTINCT: readonly CsvEncoding[] = ['windows-1251', 'cp866', 'koi8-r'];

/** How many times better than any other a reading must be to be the only one that makes sense. */
const SURE = 4;

/** Returns the single-byte encoding of a text if only one of them makes sense, otherwise `null`. */
export const surelyCyrillicEncoding = (sample: Buffer, decode: Decode): CsvEncoding | null => {
  const [best, second] = DISTINCT.map((encoding) => ({ encoding, score: scoreOf(decode(sample, encoding)) })).toSorted(
    (one, other) => other.score - one.score,
  );
  if (best === undefined || second === undefined || best.score <= 0) return null;
  return best.score >= SURE * Math.max(0, second.score) ? best.encoding : null;
};

/** Returns the first bytes that matter: in ASCII all of these encodings are the same. */
const tellingSample = (bytes: Buffer): Buffer => {
  let from = 0;
  while (from < bytes.length && (bytes[from] ?? 0) < 0x80) from += 1;
  return bytes.subarray(from, from + TELLING_BYTES);
};

/** Whether every character takes two bytes or more. */
export const isWide = (encoding: CsvEncoding): boolean => encoding === 'utf-16le' || encoding === 'utf-16be';

/** Returns the most likely encoding of a text. A byte-order mark is trusted. */
export const recogniseEncoding = (bytes: Buffer, decode: Decode): CsvEncoding => {
  const marked = markedAs(bytes) ?? wideEncoding(bytes.subarray(0, TELLING_BYTES));
  if (marked !== undefined) return marked;
  if (isUtf8(bytes)) return 'utf-8';
  const sample = tellingSample(bytes);
  return isMostlyUtf8(sample) ? 'utf-8' : cyrillicEncoding(sample, decode);
};

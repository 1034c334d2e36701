import { constants, deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';

/**
 * The number of lines, and of characters, stored together: small enough to compress, decompress and check in one step.
 */
const STORED_CHUNK_LINES = 5_000;
const STORED_CHUNK_SIZE = 512 * 1024;
/**
 * The maximum size of one decompressed chunk in bytes: more than any answer of the service has. A desk from a file may
 * contain anything.
 */
const MAX_CHUNK_BYTES = 128 * 1024 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Splits the service's text into lines, each byte for byte as it was sent. Yields pieces of at most
 * `STORED_CHUNK_LINES` lines, each ending with the line that reaches `STORED_CHUNK_SIZE`. `LF` or `CRLF` ends a line;
 * line ends at the end of the text do not make empty lines.
 */
export function* linePieces(text: string): Generator<string[]> {
  const end = endOfLines(text);
  let piece: string[] = [];
  let from = 0;
  for (let at = 0; at < end; ) {
    const feed = text.indexOf('\n', at);
    const next = feed < 0 || feed >= end ? end : feed;
    const isCrLf = next < end && next > at && text.charCodeAt(next - 1) === CARRIAGE_RETURN;
    piece.push(text.slice(at, isCrLf ? next - 1 : next));
    at = next + 1;
    if (piece.length < STORED_CHUNK_LINES && at - from < STORED_CHUNK_SIZE) continue;
    yield piece;
    piece = [];
    from = at;
  }
  if (piece.length > 0) yield piece;
}

/** Returns the position after the last line, without line ends. */
const endOfLines = (text: string): number => {
  let end = text.length;
  while (end > 0 && (text.charCodeAt(end - 1) === LINE_FEED || text.charCodeAt(end - 1) === CARRIAGE_RETURN)) end -= 1;
  return end;
};

/**
 * The first byte of text that is stored uncompressed. No deflate stream begins with it (it would be of the reserved
 * block type), so the two forms can be told apart.
 */
const PLAIN = 0x07;

/** Encodes new lines for storage, uncompressed: each ends with a line feed, ready to be saved as it is. */
export const storedLines = (lines: readonly string[]): Uint8Array => {
  const text = lines.join('\n');
  const stored = Buffer.allocUnsafe(Buffer.byteLength(text) + 2);
  stored[0] = PLAIN;
  stored.write(text, 1, 'utf8');
  stored[stored.length - 1] = LINE_FEED;
  return stored;
};

/** Compresses a stored chunk on another thread; a compressed one is returned unchanged. */
export const packStored = async (stored: Uint8Array): Promise<Uint8Array> => {
  if (stored[0] !== PLAIN) return stored;
  return new Promise((resolve, reject) => {
    deflateRaw(stored.subarray(1), { level: constants.Z_BEST_SPEED }, (error, packed) => {
      if (error === null) resolve(packed);
      else reject(error);
    });
  });
};

/** Returns the text of a stored chunk as UTF-8, each line ending with a line feed. */
export const storedText = async (stored: Uint8Array): Promise<Buffer> => {
  if (stored[0] === PLAIN) return Buffer.from(stored.buffer, stored.byteOffset + 1, stored.byteLength - 1);
  return new Promise((resolve, reject) => {
    inflateRaw(stored, { chunkSize: 256 * 1024, maxOutputLength: MAX_CHUNK_BYTES }, (error, text) => {
      if (error === null) resolve(text);
      else reject(error);
    });
  });
};

/** Returns the text of a chunk synchronously; `null` if it is larger than `max` bytes or cannot be decompressed. */
export const storedTextUpTo = (stored: Uint8Array, max: number): string | null => {
  const isPlain = stored[0] === PLAIN;
  if (isPlain && stored.length > max) return null;
  try {
    return (isPlain ? Buffer.from(stored.subarray(1)) : inflateRawSync(stored, { maxOutputLength: max })).toString(
      'utf8',
    );
  } catch {
    return null;
  }
};

/** Encodes a text, each line of which ends with a line feed, as a new chunk is stored. */
export const storedPlain = (text: string): Uint8Array => Buffer.concat([Buffer.of(PLAIN), Buffer.from(text, 'utf8')]);

/** Splits a text, each line of which ends with a line feed, into its lines. */
export const linesOf = (text: Buffer): string[] => {
  const lines = text.toString('utf8').split('\n');
  lines.pop();
  return lines;
};

import { constants, deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';

/** Lines stored together, and about as many characters: small enough to pack, unpack and check in one step. */
const STORED_CHUNK_LINES = 5_000;
const STORED_CHUNK_SIZE = 512 * 1024;
/** Bytes of one chunk, unpacked: more than any answer of the service holds. A desk out of a file may hold anything. */
const MAX_CHUNK_BYTES = 128 * 1024 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The service's text as lines, each byte for byte as it was sent, in pieces of at most `STORED_CHUNK_LINES`, that end
 * with the line that makes them `STORED_CHUNK_SIZE`: `LF` or `CRLF` ends a line, and ends at the close of the text make no
 * lines of their own.
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

/** Where the last line ends, line ends apart. */
const endOfLines = (text: string): number => {
  let end = text.length;
  while (end > 0 && (text.charCodeAt(end - 1) === LINE_FEED || text.charCodeAt(end - 1) === CARRIAGE_RETURN)) end -= 1;
  return end;
};

/**
 * The first byte of text that is stored as it is. No deflate stream begins so (it would be of the reserved type), so that
 * both kinds can be told apart.
 */
const PLAIN = 0x07;

/** Lines as they are stored when they are new: each ends with a line feed, ready to be saved without unpacking. */
export const storedLines = (lines: readonly string[]): Uint8Array => {
  const text = lines.join('\n');
  const stored = Buffer.allocUnsafe(Buffer.byteLength(text) + 2);
  stored[0] = PLAIN;
  stored.write(text, 1, 'utf8');
  stored[stored.length - 1] = LINE_FEED;
  return stored;
};

/** A stored chunk packed, on another thread; one that is packed already stays as it is. */
export const packStored = async (stored: Uint8Array): Promise<Uint8Array> => {
  if (stored[0] !== PLAIN) return stored;
  return new Promise((resolve, reject) => {
    deflateRaw(stored.subarray(1), { level: constants.Z_BEST_SPEED }, (error, packed) => {
      if (error === null) resolve(packed);
      else reject(error);
    });
  });
};

/** The text of a stored chunk as UTF-8, each line ending with a line feed. */
export const storedText = async (stored: Uint8Array): Promise<Buffer> => {
  if (stored[0] === PLAIN) return Buffer.from(stored.buffer, stored.byteOffset + 1, stored.byteLength - 1);
  return new Promise((resolve, reject) => {
    inflateRaw(stored, { chunkSize: 256 * 1024, maxOutputLength: MAX_CHUNK_BYTES }, (error, text) => {
      if (error === null) resolve(text);
      else reject(error);
    });
  });
};

/** The same at once, for a chunk that is no larger than `max` bytes; `null`: it is larger. */
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

/** Text, each line of which ends with a line feed, as a chunk is stored while it is new. */
export const storedPlain = (text: string): Uint8Array => Buffer.concat([Buffer.of(PLAIN), Buffer.from(text, 'utf8')]);

export const linesOf = (text: Buffer): string[] => {
  const lines = text.toString('utf8').split('\n');
  lines.pop();
  return lines;
};

import { constants, deflateRaw, inflateRaw } from 'node:zlib';

/** Lines stored together: small enough to pack, unpack and check in one step without a stall. */
export const STORED_CHUNK_LINES = 5_000;
const LINE_FEED = 10;

/**
 * The service's text as lines, each byte for byte as it was sent: `LF` or `CRLF` ends a line, and ends at the close of
 * the text make no lines of their own.
 */
export const splitLines = (text: string): string[] => {
  const body = text.replace(/[\r\n]+$/, '');
  return body === '' ? [] : body.split(/\r?\n/);
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

/** A stored chunk as small as it quickly gets, off the main thread; one that is small already as it is. */
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
    inflateRaw(stored, { chunkSize: 256 * 1024 }, (error, text) => {
      if (error === null) resolve(text);
      else reject(error);
    });
  });
};

export const linesOf = (text: Buffer): string[] => {
  const lines = text.toString('utf8').split('\n');
  lines.pop();
  return lines;
};

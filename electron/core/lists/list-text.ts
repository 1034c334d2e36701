import { constants, deflateRaw, inflateRaw } from 'node:zlib';

/** Lines stored together: small enough to pack, unpack and check in one step without a stall. */
export const STORED_CHUNK_LINES = 5_000;

/**
 * The service's text as lines, each byte for byte as it was sent: `LF` or `CRLF` ends a line, and ends at the close of
 * the text make no lines of their own.
 */
export const splitLines = (text: string): string[] => {
  const body = text.replace(/[\r\n]+$/, '');
  return body === '' ? [] : body.split(/\r?\n/);
};

/** Lines as they are stored: each ends with a line feed, compressed quickly and off the main thread. */
export const packLines = (lines: readonly string[]): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const options = { level: constants.Z_BEST_SPEED };
    deflateRaw(Buffer.from(`${lines.join('\n')}\n`, 'utf8'), options, (error, packed) => {
      if (error === null) resolve(packed);
      else reject(error);
    });
  });

/** The text of a stored chunk as UTF-8, each line ending with a line feed. */
export const unpackText = (packed: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    inflateRaw(packed, { chunkSize: 256 * 1024 }, (error, text) => {
      if (error === null) resolve(text);
      else reject(error);
    });
  });

export const linesOf = (text: Buffer): string[] => {
  const lines = text.toString('utf8').split('\n');
  lines.pop();
  return lines;
};

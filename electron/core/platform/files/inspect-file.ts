import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { toFileError } from './file-error.ts';

interface FileFacts {
  readonly bytes: number;
  /** Number of line feeds. Each line ends with one, also the last. */
  readonly lines: number;
  readonly sha256: string;
}

const BLOCK = 256 * 1024;
const LINE_FEED = 10;

export const countLineFeeds = (block: Uint8Array): number => {
  let count = 0;
  for (let at = block.indexOf(LINE_FEED); at !== -1; at = block.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
};

/** Reads a whole file in blocks and returns its size, its number of lines and its hash. Throws DeskError `file`. */
export const inspectFile = async (path: string): Promise<FileFacts> => {
  try {
    const file = await open(path, 'r');
    try {
      const hash = createHash('sha256');
      const block = Buffer.allocUnsafe(BLOCK);
      let bytes = 0;
      let lines = 0;
      for (;;) {
        const { bytesRead } = await file.read(block, 0, BLOCK, null);
        if (bytesRead === 0) break;
        const part = block.subarray(0, bytesRead);
        hash.update(part);
        lines += countLineFeeds(part);
        bytes += bytesRead;
      }
      return { bytes, lines, sha256: hash.digest('hex') };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toFileError(error);
  }
};

import type { FileHandle } from 'node:fs/promises';
import { DeskError } from '#shared/result.ts';

/** Bytes handed to the disk in one call: fewer calls, and small enough to hold two of them in memory. */
const BLOCK = 1024 * 1024;

export interface Block {
  /** Not copied together: the disk takes them one after the other in the same call. */
  readonly parts: readonly Uint8Array[];
  readonly size: number;
}

export const differs = (): DeskError =>
  new DeskError('file', 'The file does not hold what was written to it.', { code: 'read-back-differs' });

/** Chunks of any size as blocks of about a mebibyte. Throws the signal's reason when aborted. */
export async function* inBlocks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Block> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    parts.push(chunk);
    size += chunk.length;
    if (size < BLOCK) continue;
    yield { parts, size };
    parts = [];
    size = 0;
  }
  if (size > 0) yield { parts, size };
}

/** A nearly full disk takes part of a write without an error; the rest then fails as it should. */
export const writeBlock = async (file: FileHandle, parts: readonly Uint8Array[], at: number): Promise<void> => {
  const { bytesWritten } = await file.writev(parts, at);
  let start = 0;
  for (const part of parts) {
    for (let done = Math.max(0, bytesWritten - start); done < part.length; ) {
      const rest = await file.write(part, done, part.length - done, at + start + done);
      done += rest.bytesWritten;
    }
    start += part.length;
  }
};

/** Reads blocks back while the next ones are written. */
export const createReadBack = (file: FileHandle) => {
  let scratch = Buffer.alloc(0);
  let running: Promise<void> = Promise.resolve();

  const check = async ({ parts, size }: Block, at: number): Promise<void> => {
    if (scratch.length < size) scratch = Buffer.allocUnsafe(size);
    for (let got = 0; got < size; ) {
      const { bytesRead } = await file.read(scratch, got, size - got, at + got);
      if (bytesRead === 0) throw differs();
      got += bytesRead;
    }
    let start = 0;
    for (const part of parts) {
      if (scratch.compare(part, 0, part.length, start, start + part.length) !== 0) throw differs();
      start += part.length;
    }
  };

  return {
    /** Begins to read a written block back, once the one before it is done. Throws DeskError `file` for that one. */
    add: async (block: Block, at: number): Promise<void> => {
      await running;
      running = check(block, at);
      // Its failure is met at the next block or at the end.
      running.catch(() => undefined);
    },
    /** Throws DeskError `file` when the last block differs. */
    end: (): Promise<void> => running,
  };
};

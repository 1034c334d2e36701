import type { FileHandle } from 'node:fs/promises';
import { DeskError } from '#shared/result.ts';

/** Bytes written in one call: large enough for few calls, and small enough to hold two blocks in memory. */
const BLOCK = 1024 * 1024;

interface Block {
  /** Not joined into one buffer: the disk takes them one after the other in the same call. */
  readonly parts: readonly Uint8Array[];
  readonly size: number;
}

/** Returns the error for a file whose content differs from what was written. */
export const differs = (): DeskError =>
  new DeskError('file', 'The file does not hold what was written to it.', { code: 'read-back-differs' });

/** Joins chunks of any size into blocks of about a mebibyte. Throws the signal's reason when aborted. */
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

/**
 * Writes a block. A nearly full disk accepts part of a write without an error; writing the rest then fails as it
 * should.
 */
const writeBlock = async (file: FileHandle, parts: readonly Uint8Array[], at: number): Promise<void> => {
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

/** Bytes after which the disk is flushed: otherwise the flush at the end would have to wait for all of them. */
const SYNC_EVERY = 4 * 1024 * 1024;

/**
 * Marks a promise as handled. Its error is thrown where it is awaited later; until then it must not count as unhandled.
 */
const metLater = (work: Promise<void>): Promise<void> => {
  work.catch(() => undefined);
  return work;
};

/**
 * Writes blocks one after another. While one is being written, the one before it is read back and compared byte for
 * byte, older ones are flushed to the disk, and the caller's thread is free to prepare the next one.
 */
export const createBlockWriter = (file: FileHandle) => {
  let written = 0;
  let unsynced = 0;
  let scratch = Buffer.alloc(0);
  let last: { readonly block: Block; readonly at: number } | undefined;
  let writing: Promise<void> = Promise.resolve();
  let proving: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();

  const prove = async ({ parts, size }: Block, at: number): Promise<void> => {
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

  /** Waits until the current block is written, and begins to compare it. */
  const proveLast = async (): Promise<void> => {
    await writing;
    await proving;
    if (last !== undefined) proving = metLater(prove(last.block, last.at));
    last = undefined;
  };

  return {
    /** Begins to write a block once the one before it is written. Throws the errors of earlier blocks. */
    add: async (block: Block): Promise<void> => {
      await proveLast();
      if (unsynced >= SYNC_EVERY) {
        await syncing;
        unsynced = 0;
        syncing = metLater(file.datasync());
      }
      last = { block, at: written };
      writing = metLater(writeBlock(file, block.parts, written));
      written += block.size;
      unsynced += block.size;
    },
    /** Resolves when everything is written, compared and on the disk. */
    end: async (): Promise<void> => {
      await proveLast();
      await syncing;
      syncing = metLater(file.sync());
      await Promise.all([proving, syncing]);
      if ((await file.stat()).size !== written) throw differs();
    },
    /** Waits for all work under way, however it ends, so that the file can be closed. */
    settled: async (): Promise<void> => {
      await Promise.allSettled([writing, proving, syncing]);
    },
  };
};

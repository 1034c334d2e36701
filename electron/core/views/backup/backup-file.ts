import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { type AtomicWriteOptions, type WrittenFile, writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { toFileError, toReadError } from '#core/platform/files/file-error.ts';
import type { PartialBook } from '#core/platform/files/partial-book.ts';
import { differs } from '#core/platform/files/written-blocks.ts';
import { deriveKey, type Strength } from '#core/platform/secrets/derive-key.ts';
import { DeskError } from '#shared/result.ts';
import { backupError } from './backup-error.ts';
import {
  type BackupDescription,
  type BackupHead,
  decodeHead,
  encodeHead,
  MAX_DESK_BYTES,
  MAX_HEAD,
  TAG,
} from './backup-header.ts';
import { isRightKey, keyCheck, type Sealing, seal, unseal } from './seal.ts';

/**
 * The bytes that are read, packed, sealed and written at a time; few enough that no step is noticeable in the window.
 */
const CHUNK = 256 * 1024;
/** The fastest level is used: lists are packed already, and for the rest it achieves half of what is possible. */
const PACKING = { level: 1, chunkSize: CHUNK } as const;

const nothing = (): void => {};

export interface BackupWrite extends Pick<AtomicWriteOptions, 'signal'> {
  readonly partials: PartialBook;
  /** The path of a database file that no process has open. */
  readonly source: string;
  readonly target: string;
  readonly passphrase: string;
  readonly strength: Strength;
  readonly about: Pick<BackupDescription, 'createdAt' | 'appVersion' | 'schema'>;
  /**
   * Called with the number of bytes read from the source, and then with the additional bytes read back from the backup.
   */
  readonly onProgress: (bytes: number) => void;
}

/** Yields the bytes of a file in pieces and counts them. */
async function* readPieces(path: string, from: number, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = from;
  for await (const piece of createReadStream(path, { start: from, highWaterMark: CHUNK })) {
    yield piece as Buffer;
    bytes += (piece as Buffer).length;
    onRead(bytes);
  }
}

/** Yields the same pieces and adds them to the hash. */
async function* hashed(pieces: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

async function* sealedFile(write: BackupWrite, bytes: number, hash: Hash): AsyncGenerator<Buffer> {
  const { source, passphrase, strength, about, onProgress } = write;
  const kdf = { ...strength, salt: randomBytes(16).toString('base64') };
  const what: BackupDescription = { kdf, cipher: 'aes-256-gcm', packing: 'gzip', chunkBytes: CHUNK, ...about, bytes };
  const { head } = encodeHead(what);
  const sealing: Sealing = { key: await deriveKey(passphrase, kdf), head, chunkBytes: CHUNK };
  yield Buffer.concat([head, keyCheck(sealing)]);
  // An error while reading ends the packing and is thrown below.
  const packed = pipeline(hashed(readPieces(source, 0, onProgress), hash), createGzip(PACKING), nothing);
  yield* seal(sealing, packed);
}

/**
 * Writes the whole file or none. Before the file gets its name it is opened with the passphrase, unpacked and compared
 * with the source, so an older backup stays until a good one exists. Throws `file`, or the signal's reason. Returns the
 * size in bytes.
 */
export const writeBackupFile = async (write: BackupWrite): Promise<number> => {
  const { signal, partials, passphrase, onProgress } = write;
  const source = createHash('sha256');
  const { size } = await stat(write.source).catch((error: unknown) => {
    throw toFileError(error);
  });

  const check = async ({ path }: WrittenFile): Promise<void> => {
    const found = createHash('sha256');
    let bytes = 0;
    try {
      for await (const piece of backupContent(await readBackupHead(path), passphrase, () => {})) {
        signal?.throwIfAborted();
        found.update(piece);
        bytes += piece.length;
        onProgress(size + bytes);
      }
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw isBroken(error) ? differs() : error;
    }
    if (found.digest('hex') !== source.digest('hex')) throw differs();
  };
  const options = { check, partials, ...(signal === undefined ? {} : { signal }) };
  const { bytes } = await writeFileAtomically(write.target, sealedFile(write, size, source), options);
  return bytes;
};

/** Returns whether the backup differs from the source; other errors mean that it could not be read at all. */
const isBroken = (error: unknown): boolean =>
  error instanceof DeskError && error.details?.code?.startsWith('backup-') === true;

/**
 * A desk packs to about a fifth. A file that unpacks to more than a hundred times its size was made to fill the disk.
 */
const MOST_TIMES = 100;
const ALWAYS_FINE = 64 * 1024 * 1024;

/** Returns the maximum unpacked size of a backup file of this size, in bytes. */
const mostBytes = (packed: number): number => Math.min(MAX_DESK_BYTES, Math.max(ALWAYS_FINE, MOST_TIMES * packed));

export interface FoundBackup extends BackupHead {
  readonly path: string;
  readonly bytes: number;
  readonly check: Buffer;
}

/** Reads the part that needs no passphrase. Throws `file`. */
export const readBackupHead = async (path: string): Promise<FoundBackup> => {
  try {
    const file = await open(path, 'r');
    try {
      const front = Buffer.alloc(MAX_HEAD);
      const { bytesRead } = await file.read(front, 0, MAX_HEAD, 0);
      const found = decodeHead(front.subarray(0, bytesRead));
      const check = front.subarray(found.head.length, found.head.length + TAG);
      if (found.head.length + TAG > bytesRead) throw backupError('backup-cut-short');
      const bytes = (await file.stat()).size;
      if ((found.description.bytes ?? 0) > mostBytes(bytes)) throw backupError('backup-too-large');
      return { ...found, path, check, bytes };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toReadError(error);
  }
};

/**
 * Yields the database in the backup in pieces, each verified first. Throws `file`: `backup-wrong-passphrase` before the
 * first piece, and `backup-damaged`, `backup-cut-short` or `backup-too-large` at any piece. `onProgress` gets the
 * number of bytes read from the backup.
 */
export async function* backupContent(
  found: FoundBackup,
  passphrase: string,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const { head, check, path, description } = found;
  const sealing: Sealing = {
    key: await deriveKey(passphrase, description.kdf),
    head,
    chunkBytes: description.chunkBytes,
  };
  if (!isRightKey(sealing, check)) throw backupError('backup-wrong-passphrase');
  const opened = unseal(sealing, readPieces(path, head.length + TAG, onProgress));
  try {
    const most = description.bytes ?? mostBytes(found.bytes);
    let bytes = 0;
    for await (const piece of pipeline(opened, createGunzip({ chunkSize: CHUNK }), nothing) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw backupError('backup-too-large');
      yield piece;
    }
    if (description.bytes !== undefined && bytes !== description.bytes) throw backupError('backup-damaged');
  } catch (error) {
    // Only data that this app packed reaches the unpacking, so an error here cannot be accidental damage.
    throw isZlibError(error) ? backupError('backup-damaged') : toReadError(error);
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

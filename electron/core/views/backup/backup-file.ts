import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { type AtomicWriteOptions, type WrittenFile, writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { toFileError } from '#core/platform/files/file-error.ts';
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

/** Read, packed, sealed and written in one go: small enough that no step is felt in the window. */
const CHUNK = 256 * 1024;
/** Quick: lists are packed already, and half of what the rest could save is saved at once. */
const PACKING = { level: 1, chunkSize: CHUNK } as const;

const nothing = (): void => {};

export interface BackupWrite extends Pick<AtomicWriteOptions, 'signal'> {
  readonly partials: PartialBook;
  /** A database at rest. */
  readonly source: string;
  readonly target: string;
  readonly passphrase: string;
  readonly strength: Strength;
  readonly about: Pick<BackupDescription, 'createdAt' | 'appVersion' | 'schema'>;
  /** How many bytes of the source have been read, and then how many more of it were found again in the backup. */
  readonly onProgress: (bytes: number) => void;
}

/** Bytes of a file in pieces, counted. */
async function* readPieces(path: string, from: number, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = from;
  for await (const piece of createReadStream(path, { start: from, highWaterMark: CHUNK })) {
    yield piece as Buffer;
    bytes += (piece as Buffer).length;
    onRead(bytes);
  }
}

/** The same pieces, each of them hashed as it goes by. */
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
  // A failure of the reading ends the packing, and so it is met below.
  const packed = pipeline(hashed(readPieces(source, 0, onProgress), hash), createGzip(PACKING), nothing);
  yield* seal(sealing, packed);
}

/**
 * Writes the whole file or none: it is opened with the passphrase, unpacked and compared with the source before it gets
 * its name, so an older backup stays until a good one is there. Throws DeskError `file`, or the signal's reason. Returns
 * its size in bytes.
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

/** What was read is not what was written; another error says that it could not be read at all. */
const isBroken = (error: unknown): boolean =>
  error instanceof DeskError && error.details?.code?.startsWith('backup-') === true;

/** A desk packs to about a fifth. What packs to less than a hundredth is made to fill the disk. */
const MOST_TIMES = 100;
const ALWAYS_FINE = 64 * 1024 * 1024;

/** What a backup file of this size may unpack to, in bytes. */
const mostBytes = (packed: number): number => Math.min(MAX_DESK_BYTES, Math.max(ALWAYS_FINE, MOST_TIMES * packed));

export interface FoundBackup extends BackupHead {
  readonly path: string;
  readonly bytes: number;
  readonly check: Buffer;
}

/** Reads what can be read without the passphrase. Throws DeskError `file`. */
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
    throw toFileError(error);
  }
};

/**
 * The database in the backup, in pieces, each verified before it is given out. Throws DeskError `file`:
 * `backup-wrong-passphrase` before the first piece, `backup-damaged`, `backup-cut-short` or `backup-too-large` at any. `onProgress`: how many
 * bytes of the backup have been read.
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
    // Only what was packed here gets as far as the unpacking; it cannot be otherwise by accident.
    throw isZlibError(error) ? backupError('backup-damaged') : toFileError(error);
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

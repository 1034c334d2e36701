import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kdf, powerOfTwo } from '#core/platform/secrets/derive-key.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import { backupError } from './backup-error.ts';

/**
 * The format of a backup file: `RDBACKUP`, the number of the format (1 byte), the length of the description (4 bytes,
 * big-endian), the description (JSON), the SHA-256 of all that, the tag of the key check (16 bytes), then the chunks
 * (seal.ts). Everything before the tag is the "head". It is readable without the passphrase, and every chunk is bound
 * to it.
 */
const MAGIC = Buffer.from('RDBACKUP', 'latin1');
const FORMAT = 1;
const FIXED = MAGIC.length + 1 + 4;
const HASH = 32;
const MAX_DESCRIPTION = 4_096;
export const TAG = 16;
/** Enough bytes for any head. */
export const MAX_HEAD = FIXED + MAX_DESCRIPTION + HASH + TAG;

/** The latest time that a Date can represent. */
const MAX_TIME = 8.64e15;
/** A desk of a million clients has a tenth of this. */
export const MAX_DESK_BYTES = 16 * 1024 ** 3;

const description = z.object({
  kdf,
  cipher: z.literal('aes-256-gcm'),
  packing: z.literal('gzip'),
  chunkBytes: powerOfTwo(2 ** 10, 2 ** 22),
  /** ms since the epoch, UTC. */
  createdAt: z.int().min(0).max(MAX_TIME),
  appVersion: z.string().max(100),
  /** The number of the desk's last migration. */
  schema: z.int().min(1),
  /** The unpacked size of the database; missing in older files. */
  bytes: z.int().min(0).optional(),
});

export type BackupDescription = z.output<typeof description>;

export interface BackupHead {
  readonly description: BackupDescription;
  /** The bytes to which every chunk is bound. */
  readonly head: Buffer;
}

/** Encodes the head of a backup file: the magic bytes, the format, the description as JSON, and their hash. */
export const encodeHead = (what: BackupDescription): BackupHead => {
  const json = Buffer.from(JSON.stringify(what), 'utf8');
  const sizes = Buffer.alloc(5);
  sizes.writeUInt8(FORMAT, 0);
  sizes.writeUInt32BE(json.length, 1);
  const front = Buffer.concat([MAGIC, sizes, json]);
  return { description: what, head: Buffer.concat([front, hashOf(front)]) };
};

/**
 * Decodes the head. `bytes` is the beginning of the file: `MAX_HEAD` of it, or all. Throws `file`: `backup-unknown`
 * (not a backup), `backup-format-newer`, `backup-damaged` (the head was changed or cut).
 */
export const decodeHead = (bytes: Buffer): BackupHead => {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw backupError('backup-unknown');
  if (bytes.length < FIXED) throw backupError('backup-damaged');
  if (bytes.readUInt8(MAGIC.length) > FORMAT) throw backupError('backup-format-newer');
  const end = FIXED + bytes.readUInt32BE(MAGIC.length + 1);
  if (end > FIXED + MAX_DESCRIPTION || bytes.length < end + HASH) throw backupError('backup-damaged');
  const front = bytes.subarray(0, end);
  if (!hashOf(front).equals(bytes.subarray(end, end + HASH))) throw backupError('backup-damaged');
  const parsed = description.safeParse(parseJson(front.subarray(FIXED).toString('utf8')));
  if (!parsed.success) throw backupError('backup-damaged');
  return { description: parsed.data, head: Buffer.from(bytes.subarray(0, end + HASH)) };
};

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

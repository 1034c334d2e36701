import { createCipheriv, createDecipheriv } from 'node:crypto';
import { backupError } from './backup-error.ts';
import { TAG } from './backup-header.ts';

/**
 * The parameters for sealing: chunks of AES-256-GCM, each followed by its tag. The nonce consists of the chunk's number
 * and whether it is the last one, so that changed, swapped, missing or cut chunks are noticed. The head of the file is
 * authenticated with every chunk. No nonce is used twice, because no key is (platform/secrets/derive-key.ts).
 */
export interface Sealing {
  readonly key: Buffer;
  readonly head: Buffer;
  readonly chunkBytes: number;
}

const NONCE = 12;
/** The nonce of the key check. It differs from those of all chunks, whose first byte is 0 or 1. */
const CHECK = Buffer.alloc(NONCE, 0xff);

const nonceOf = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
};

const sealOne = ({ key, head }: Sealing, nonce: Buffer, plain: Uint8Array): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(head);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** Returns the plain bytes, or `null` if they are not what was sealed. */
const openOne = ({ key, head }: Sealing, nonce: Buffer, sealed: Buffer): Buffer | null => {
  if (sealed.length < TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAAD(head);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()]);
  } catch {
    return null;
  }
};

/**
 * Returns the tag that distinguishes a wrong passphrase from a damaged file. It depends only on the key and the head.
 */
export const keyCheck = (sealing: Sealing): Buffer => sealOne(sealing, CHECK, Buffer.alloc(0));

/** Whether the key opens the check of the file, that is, whether the passphrase is right. */
export const isRightKey = (sealing: Sealing, check: Buffer): boolean => openOne(sealing, CHECK, check) !== null;

/**
 * Yields pieces of exactly `size` bytes from pieces of any size. The last one may be smaller, and is empty only if
 * there are no bytes.
 */
async function* resized(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    length += piece.byteLength;
    // A full piece is held back until more arrives, because it may be the last one.
    while (length > size) {
      const whole = Buffer.concat(held, length);
      yield whole.subarray(0, size);
      held = [whole.subarray(size)];
      length -= size;
    }
  }
  yield Buffer.concat(held, length);
}

/** Encrypts the bytes in chunks. The nonce of the last chunk marks the end, so that a file cut short is noticed. */
export async function* seal(sealing: Sealing, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0;
  let held: Buffer | null = null;
  for await (const chunk of resized(plain, sealing.chunkBytes)) {
    if (held !== null) {
      yield sealOne(sealing, nonceOf(index, false), held);
      index += 1;
    }
    held = chunk;
  }
  yield sealOne(sealing, nonceOf(index, true), held ?? Buffer.alloc(0));
}

/**
 * Opens the sealed bytes after the key check. It only yields verified bytes; whether any are missing is known at the
 * end. Throws `file` (`backup-damaged`, `backup-cut-short`).
 */
export async function* unseal(sealing: Sealing, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0;
  let held: Buffer | null = null;
  for await (const chunk of resized(sealed, sealing.chunkBytes + TAG)) {
    if (held !== null) {
      const plain = openOne(sealing, nonceOf(index, false), held);
      if (plain === null) throw backupError('backup-damaged');
      yield plain;
      index += 1;
    }
    held = chunk;
  }
  const last = held ?? Buffer.alloc(0);
  const plain = openOne(sealing, nonceOf(index, true), last);
  if (plain !== null) {
    yield plain;
    return;
  }
  // A valid chunk at the end that is not the last one: the rest of the file is missing.
  const isInner = openOne(sealing, nonceOf(index, false), last) !== null;
  throw backupError(isInner || last.length < TAG ? 'backup-cut-short' : 'backup-damaged');
}

import { createCipheriv, createDecipheriv } from 'node:crypto';
import { backupError } from './backup-error.ts';
import { TAG } from './backup-header.ts';

/**
 * Chunks of AES-256-GCM, each followed by its tag. The nonce is the chunk's number and whether it is the last one, so
 * that chunks cannot be changed, swapped, left out or cut off without notice; the head of the file is authenticated with
 * every one. No nonce is used twice, because no key is (platform/secrets/derive-key.ts).
 */
export interface Sealing {
  readonly key: Buffer;
  readonly head: Buffer;
  readonly chunkBytes: number;
}

const NONCE = 12;
/** The nonce of the key check: no chunk has it, its first byte being 0 or 1. */
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

/** `null` when it is not what was sealed. */
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

/** Tells a wrong passphrase from a damaged file: it depends on the key and the head alone. */
export const keyCheck = (sealing: Sealing): Buffer => sealOne(sealing, CHECK, Buffer.alloc(0));

export const isRightKey = (sealing: Sealing, check: Buffer): boolean => openOne(sealing, CHECK, check) !== null;

/** Pieces of any size into pieces of exactly `size`, the last one smaller (empty only when there is nothing at all). */
async function* resized(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    length += piece.byteLength;
    // A full one is held back until more comes: it may be the last.
    while (length > size) {
      const whole = Buffer.concat(held, length);
      yield whole.subarray(0, size);
      held = [whole.subarray(size)];
      length -= size;
    }
  }
  yield Buffer.concat(held, length);
}

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
 * `sealed`: the file's bytes behind the key check. Nothing is given out that was not verified; that nothing is missing
 * is known when it ends. Throws DeskError `file` (`backup-damaged`, `backup-cut-short`).
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
  // A good chunk that is not the last one, at the end: the rest of the file is gone.
  const isInner = openOne(sealing, nonceOf(index, false), last) !== null;
  throw backupError(isInner || last.length < TAG ? 'backup-cut-short' : 'backup-damaged');
}

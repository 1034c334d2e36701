import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { isWithinJsonBounds } from '#shared/domain/json-bounds.ts';
import { writeJson } from './write-json.ts';

/**
 * A box contains one value: a nonce (12 bytes), the plain text encrypted with AES-256-GCM, and the tag (16 bytes). The
 * plain text is the length of the packed JSON (4 bytes), the packed JSON, and zeros up to the next size class. Nonces
 * are random: a key would have to seal four billion boxes before a repeated nonce became a risk.
 */
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const LENGTH = 4;

const SMALLEST = 256;
const STEP = 64 * 1024;

/** The most bytes of JSON in one box, in UTF-8. */
export const MAX_JSON_BYTES = 16 * 1024 ** 2;
/**
 * The largest honest part of a snapshot has half as many values, and no honest value is nested more than twelve levels
 * deep.
 */
const BOUNDS = { count: 600_000, depth: 32 };
/** The largest packed plain text. With everything around it, one row of the store is no larger than 8 MiB. */
const MAX_PLAIN = 8 * 1024 ** 2 - 2 * STEP;
export const MIN_BOX = NONCE + SMALLEST + TAG;
export const MAX_BOX = NONCE + MAX_PLAIN + TAG;

/** Returns the size class of a number of bytes: a power of two from 256 bytes to 64 KiB, then a multiple of 64 KiB. */
export const paddedSize = (bytes: number): number =>
  bytes > STEP ? Math.ceil(bytes / STEP) * STEP : Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(bytes)));

/**
 * Seals a value in a box. The box does not contain `bound`, but opens only with the same `bound`. Throws RangeError if
 * `value` does not fit into one box: it has more than `MAX_JSON_BYTES` of JSON, or 8 MiB packed. Less than 7 MiB of
 * JSON always fits.
 */
export const sealBox = (key: Uint8Array, bound: Uint8Array, value: unknown): Buffer => {
  const json = Buffer.from(writeJson(value), 'utf8');
  if (json.length > MAX_JSON_BYTES) throw new RangeError(`${json.length} bytes are too many for one box.`);
  const packed = deflateSync(json);
  const size = paddedSize(LENGTH + packed.length);
  if (size > MAX_PLAIN) throw new RangeError(`${packed.length} packed bytes are too many for one box.`);
  const plain = Buffer.alloc(size);
  plain.writeUInt32BE(packed.length, 0);
  packed.copy(plain, LENGTH);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAAD(bound);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/**
 * Unpacks the value of a box that was sealed with the key. Returns `undefined` if the holder of the key sealed
 * something unreadable. The limits protect against a small box that unpacks to something huge, and against one with
 * millions of values.
 */
const unpack = (plain: Buffer): unknown => {
  const length = plain.readUInt32BE(0);
  if (length > plain.length - LENGTH) return undefined;
  try {
    const json = inflateSync(plain.subarray(LENGTH, LENGTH + length), { maxOutputLength: MAX_JSON_BYTES });
    return isWithinJsonBounds(json, BOUNDS) ? JSON.parse(json.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Opens a box. Returns `null` if it was not sealed with this key and `bound`. The value itself may be `undefined`: see
 * `unpack`.
 */
export const openBox = (key: Uint8Array, bound: Uint8Array, box: Uint8Array): { readonly value: unknown } | null => {
  const size = box.length - NONCE - TAG;
  if (box.length < MIN_BOX || box.length > MAX_BOX || paddedSize(size) !== size) return null;
  const decipher = createDecipheriv(CIPHER, key, box.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(bound);
  decipher.setAuthTag(box.subarray(box.length - TAG));
  try {
    const plain = Buffer.concat([decipher.update(box.subarray(NONCE, box.length - TAG)), decipher.final()]);
    return { value: unpack(plain) };
  } catch {
    return null;
  }
};

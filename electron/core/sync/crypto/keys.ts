import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { z } from 'zod';

/** One key of a desk. Every removal of a computer creates a new key, one generation later. */
export interface DeskKey {
  readonly generation: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/**
 * The keys of a desk, at least one, in the order of their generations. The last and newest one seals; the older ones
 * open earlier values.
 */
export type KeyRing = readonly DeskKey[];

export const KEY_BYTES = 32;
export const MAX_GENERATION = 2 ** 32 - 1;
/**
 * The number of keys that fit into the keychain beside the rest of the secret. An older key is no longer needed once a
 * snapshot was made after it.
 */
export const KEPT_KEYS = 16;

const makeKey = (generation: number): DeskKey => ({ generation, key: randomBytes(KEY_BYTES) });

export const newKeyRing = (): KeyRing => [makeKey(1)];

export const newestKey = (ring: KeyRing): DeskKey => {
  const newest = ring.at(-1);
  if (newest === undefined) throw new Error('A key ring is never empty.');
  return newest;
};

/**
 * Makes the next key, for the computers that stay. The caller adds it to the ring once the change that brings it is in
 * the order of changes.
 */
export const nextKey = (ring: KeyRing): DeskKey => makeKey(newestKey(ring).generation + 1);

/** Adds a key to the ring, where it replaces another key of its generation. */
export const withKey = (ring: KeyRing, key: DeskKey): KeyRing =>
  [...ring.filter(({ generation }) => generation !== key.generation), key]
    .sort((one, other) => one.generation - other.generation)
    .slice(-KEPT_KEYS);

const base64Key = z.base64url().length(43);

/** The format of a ring inside the keychain's secret and in an invitation. */
export const keyRing = z
  .array(z.tuple([z.int().min(1).max(MAX_GENERATION), base64Key]))
  .min(1)
  .max(KEPT_KEYS)
  .transform((written): KeyRing => {
    const keys = written.map(([generation, key]) => ({ generation, key: Buffer.from(key, 'base64url') }));
    return keys.reduce<KeyRing>(withKey, []);
  });

export const writeRing = (ring: KeyRing): z.input<typeof keyRing> =>
  ring.map(({ generation, key }) => [generation, Buffer.from(key).toString('base64url')]);

/**
 * A pair of X25519 keys in base64url. The private key (PKCS #8) never leaves its computer; the public key has 32 bytes.
 */
export interface Identity {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** A private key: 48 bytes of PKCS #8. */
export const privateText = z.base64url().length(64);

const textOf = (publicKey: KeyObject): string => publicKey.export({ format: 'jwk' }).x ?? '';

export const makeIdentity = (): Identity => {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const bytes = privateKey.export({ format: 'der', type: 'pkcs8' });
  return { privateKey: bytes.toString('base64url'), publicKey: textOf(publicKey) };
};

const privateKeyOf = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' });

/** Returns the public half of a computer's private key. */
export const publicTextOf = (privateKey: string): string => textOf(createPublicKey(privateKeyOf(privateKey)));

/**
 * A wrapped key is a new key of the desk for one computer that stays. It consists of the ids of its recipient and of
 * its writer (16 bytes each), a nonce, the key encrypted with AES-256-GCM, and the tag. Only these two computers can
 * derive the secret that seals it (static X25519, HKDF-SHA256), so nobody else can have written it. It is bound to the
 * desk, the generation and both computers.
 */
const ID = 16;
const NONCE = 12;
const TAG = 16;
export const WRAPPED_KEY_BYTES = 2 * ID + NONCE + KEY_BYTES + TAG;

interface WrappedKeyRoute {
  readonly deskId: string;
  readonly generation: number;
  readonly from: { readonly id: string; readonly publicKey: string };
  readonly to: { readonly id: string; readonly publicKey: string };
}

const boundTo = ({ deskId, generation, from, to }: WrappedKeyRoute): Buffer =>
  Buffer.from(
    JSON.stringify(['reseller-desk-key', deskId, generation, from.id, from.publicKey, to.id, to.publicKey]),
    'utf8',
  );

/**
 * Derives the secret of two computers. Throws if `publicKey` is not a public key, or is one that makes every secret the
 * same.
 */
const sharedKey = (privateKey: string, publicKey: string, bound: Buffer): Uint8Array => {
  const other = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: publicKey }, format: 'jwk' });
  const secret = diffieHellman({ privateKey: privateKeyOf(privateKey), publicKey: other });
  return new Uint8Array(hkdfSync('sha256', secret, Buffer.alloc(0), bound, KEY_BYTES));
};

const idBytes = (id: string): Buffer => {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== ID) throw new Error('The id of a computer must be a UUID.');
  return bytes;
};

const idText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export interface WrappedKeyWriter {
  readonly deskId: string;
  readonly computerId: string;
  readonly privateKey: string;
}

/**
 * Wraps a key for one computer. The writer wraps the key for itself too, because its keychain may fail at that moment.
 * Throws if `to.publicKey` is not a usable key.
 */
export const wrapKey = (
  { generation, key }: DeskKey,
  { deskId, computerId, privateKey }: WrappedKeyWriter,
  to: WrappedKeyRoute['to'],
): Uint8Array => {
  const bound = boundTo({ deskId, generation, from: { id: computerId, publicKey: publicTextOf(privateKey) }, to });
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', sharedKey(privateKey, to.publicKey, bound), nonce, {
    authTagLength: TAG,
  });
  cipher.setAAD(bound);
  const sealed = [cipher.update(key), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([idBytes(to.id), idBytes(computerId), nonce, ...sealed]);
};

export interface WrappedKeyReader extends WrappedKeyWriter {
  /**
   * Returns the public key of a computer that belongs to the desk as far as this one knows, otherwise `null`: no other
   * computer gives out keys.
   */
  readonly publicKeyOf: (computerId: string) => string | null;
}

/** Unwraps a key. Returns `null` if the key is for another computer, comes from an unknown one, or was altered. */
export const unwrapKey = (
  wrappedKey: Uint8Array,
  generation: number,
  { deskId, computerId, privateKey, publicKeyOf }: WrappedKeyReader,
): DeskKey | null => {
  if (wrappedKey.length !== WRAPPED_KEY_BYTES || idText(wrappedKey.subarray(0, ID)) !== computerId) return null;
  const fromId = idText(wrappedKey.subarray(ID, 2 * ID));
  const fromKey = publicKeyOf(fromId);
  if (fromKey === null) return null;
  const to = { id: computerId, publicKey: publicTextOf(privateKey) };
  const bound = boundTo({ deskId, generation, from: { id: fromId, publicKey: fromKey }, to });
  try {
    const nonce = wrappedKey.subarray(2 * ID, 2 * ID + NONCE);
    const decipher = createDecipheriv('aes-256-gcm', sharedKey(privateKey, fromKey, bound), nonce, {
      authTagLength: TAG,
    });
    decipher.setAAD(bound);
    decipher.setAuthTag(wrappedKey.subarray(WRAPPED_KEY_BYTES - TAG));
    const sealed = wrappedKey.subarray(2 * ID + NONCE, WRAPPED_KEY_BYTES - TAG);
    return { generation, key: Buffer.concat([decipher.update(sealed), decipher.final()]) };
  } catch {
    return null;
  }
};

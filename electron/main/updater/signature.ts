import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** The length of an Ed25519 signature in bytes. */
const SIGNATURE_BYTES = 64;

/** The name of the error for a feed whose manifest was not signed with our key. */
export const NOT_OURS = 'ManifestNotOurs';

/** Reads the public key in package.json: base64 of its DER (SPKI). `null` if it is missing or not an Ed25519 key. */
export const readUpdateKey = (text: unknown): KeyObject | null => {
  if (typeof text !== 'string' || text === '') return null;
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
};

/**
 * Returns whether a manifest was signed with this key.
 * @param manifest exactly as received
 * @param signature base64; surrounding blanks are ignored
 */
export const isSignedBy = (key: KeyObject, manifest: string, signature: string): boolean => {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return bytes.length === SIGNATURE_BYTES && verify(null, Buffer.from(manifest), key, bytes);
};

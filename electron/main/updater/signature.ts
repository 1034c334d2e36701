import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Bytes of an Ed25519 signature. */
const SIGNATURE_BYTES = 64;

/** The name of the error for a feed whose manifest was not signed with our key. */
export const NOT_OURS = 'ManifestNotOurs';

/** The public key that package.json names: base64 of its DER (SPKI). `null` when there is none, or it is no Ed25519 key. */
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
 * @param manifest exactly as it was received
 * @param signature base64; blanks around it do not count
 */
export const isSignedBy = (key: KeyObject, manifest: string, signature: string): boolean => {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return bytes.length === SIGNATURE_BYTES && verify(null, Buffer.from(manifest), key, bytes);
};

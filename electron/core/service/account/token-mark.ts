import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

interface MarkedToken {
  /** A token is valid for one address; the same text at another address is another token. */
  readonly baseUrl: string;
  readonly token: string;
}

const KEY_BYTES = 32;

/** Returns a keyed hash of a token. With the key it shows whether two tokens are the same, without revealing them. */
export const hashToken = (key: Uint8Array, { baseUrl, token }: MarkedToken): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([baseUrl, token]))
    .digest();

/** Returns the hash of a token with a new key, as text for the database. */
export const markOf = (token: MarkedToken): string => {
  const key = randomBytes(KEY_BYTES);
  return `${key.toString('hex')}:${hashToken(key, token).toString('hex')}`;
};

/** Whether the mark was made from this token. Compares in constant time. */
export const isMarkOf = (mark: string, token: MarkedToken): boolean => {
  const [key = '', hash = ''] = mark.split(':');
  const [kept, expected] = [Buffer.from(hash, 'hex'), hashToken(Buffer.from(key, 'hex'), token)];
  return kept.length === expected.length && timingSafeEqual(kept, expected);
};

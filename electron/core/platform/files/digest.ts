import { createHash } from 'node:crypto';

/** Returns a digest that recognises the same file later: 132 bits of SHA-256 in base64url. */
export const digestOfFile = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

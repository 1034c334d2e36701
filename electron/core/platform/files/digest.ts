import { createHash } from 'node:crypto';

/** Tells the same file again: 132 bits of SHA-256, in the letters of base64url. */
export const digestOfFile = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

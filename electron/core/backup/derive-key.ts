import { scrypt } from 'node:crypto';
import type { BackupDescription } from './backup-header.ts';

export type Strength = Omit<BackupDescription['kdf'], 'salt'>;

/** About half a second and 128 MB on a desktop of today, once per backup; whoever guesses pays it for every guess. */
export const STRONG: Strength = { name: 'scrypt', N: 2 ** 17, r: 8, p: 1 };

const KEY_BYTES = 32;

/**
 * The key of one file: the salt is new for every backup, so no key is ever used for two. The same passphrase typed on
 * another system may be composed of other code points (é in one or in two): NFKC makes them one.
 */
export const deriveKey = (passphrase: string, { N, r, p, salt }: BackupDescription['kdf']): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const limits = { N, r, p, maxmem: 256 * N * r };
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, limits, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

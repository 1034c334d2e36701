import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretStore } from '#core/ports.ts';

/** A keychain that outlives the process, as the OS's does. Only for tests: the secrets are plain files. */
export const createFileSecrets = (folder: string): SecretStore => {
  mkdirSync(folder, { recursive: true });
  const file = (account: string): string => join(folder, encodeURIComponent(account));
  return {
    get: async (account) => {
      try {
        return readFileSync(file(account), 'utf8');
      } catch {
        return null;
      }
    },
    set: async (account, secret) => writeFileSync(file(account), secret),
    delete: async (account) => {
      rmSync(file(account), { force: true });
      return true;
    },
  };
};

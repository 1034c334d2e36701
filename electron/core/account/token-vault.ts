import type { Keychain } from './keychain.ts';

/**
 * The tokens of this run. They are in closures here and in the API clients, in the OS keychain, and nowhere else: never
 * in the database, an event or a log (DESIGN 5).
 */
export interface TokenVault {
  /** The token, from memory or, once per run, from the keychain. `null`: there is none, or it cannot be read. */
  read(accountId: string): Promise<string | null>;
  /** Where it is kept. In memory it is kept in any case. */
  keep(accountId: string, token: string): Promise<'keychain' | 'memory'>;
  /** `isKept`: the keychain may have it. One that was never used is not waited for. */
  forget(accountId: string, isKept: boolean): Promise<void>;
  has(accountId: string): boolean;
}

export const createTokenVault = (
  keychain: Keychain,
  /** The keychain took a token after all, when nobody waited any more. */
  onKeptLate: (accountId: string) => void,
): TokenVault => {
  const tokens = new Map<string, string>();
  return {
    read: async (accountId) => {
      const known = tokens.get(accountId);
      if (known !== undefined) return known;
      const kept = await keychain.read(accountId);
      if (kept !== null && !tokens.has(accountId)) tokens.set(accountId, kept);
      return tokens.get(accountId) ?? null;
    },
    keep: async (accountId, token) => {
      tokens.set(accountId, token);
      const isKept = await keychain.save(accountId, token, () => {
        if (tokens.get(accountId) === token) onKeptLate(accountId);
        else void keychain.forget(accountId);
      });
      return isKept ? 'keychain' : 'memory';
    },
    forget: async (accountId, isKept) => {
      tokens.delete(accountId);
      if (isKept) await keychain.forget(accountId);
    },
    has: (accountId) => tokens.has(accountId),
  };
};

import { z } from 'zod';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import { forgetOldToken, oldTokenAddress } from './old-tokens.ts';

/** A token and the only address to which it may be sent. */
interface KeptToken {
  readonly baseUrl: string;
  readonly token: string;
}

interface VaultDeps {
  readonly db: Database;
  readonly keychain: Keychain;
  /** Called when the keychain stored a token after the wait for it had ended. */
  readonly onKeptLate: (accountId: string) => void;
}

const entry = z.object({ baseUrl: z.string(), token: z.string().min(1) });

export type TokenVault = ReturnType<typeof createTokenVault>;

/**
 * Creates the store of the tokens in memory, each with its address. Tokens exist only in closures here and in the API
 * clients, and in the OS keychain: never in the database, an event or a log.
 */
export const createTokenVault = ({ db, keychain, onKeptLate }: VaultDeps) => {
  const tokens = new Map<string, KeptToken>();
  /** Counts how often the token of an account was removed. */
  const removals = new Map<string, number>();
  const removalsOf = (accountId: string): number => removals.get(accountId) ?? 0;

  const save = (accountId: string, kept: KeptToken, onLate: () => void): Promise<boolean> =>
    keychain.save(accountId, JSON.stringify({ baseUrl: kept.baseUrl, token: kept.token }), onLate);

  /**
   * Reads a keychain entry. An entry without an address comes from an older version and belongs to the address that the
   * account had then; without a note of that address it belongs to none.
   */
  const understood = async (accountId: string, text: string): Promise<KeptToken> => {
    const found = entry.safeParse(parseJson(text));
    if (found.success) return found.data;
    const baseUrl = oldTokenAddress(db, accountId);
    if (baseUrl === null) return { baseUrl: '', token: text };
    const kept = { baseUrl, token: text };
    if (await save(accountId, kept, () => {})) forgetOldToken(db, accountId);
    return kept;
  };

  return {
    /**
     * Returns the token from memory or, once per start, from the keychain. `null` if there is none, it cannot be read, or
     * it was removed before the keychain answered.
     */
    read: async (accountId: string): Promise<KeptToken | null> => {
      const known = tokens.get(accountId);
      if (known !== undefined) return known;
      const removedBefore = removalsOf(accountId);
      const text = await keychain.read(accountId);
      const kept = text === null ? null : await understood(accountId, text);
      const isCurrent = removalsOf(accountId) === removedBefore;
      if (kept !== null && isCurrent && !tokens.has(accountId)) tokens.set(accountId, kept);
      return tokens.get(accountId) ?? null;
    },
    /**
     * Stores a token in memory and in the keychain. Returns `memory` if the keychain failed, and `removed` if the token was
     * removed before the keychain had stored it.
     */
    keep: async (accountId: string, kept: KeptToken): Promise<'keychain' | 'memory' | 'removed'> => {
      tokens.set(accountId, kept);
      const isKept = await save(accountId, kept, () => {
        if (tokens.get(accountId) === kept) onKeptLate(accountId);
        else void keychain.forget(accountId);
      });
      if (!tokens.has(accountId)) {
        if (isKept) await keychain.forget(accountId);
        return 'removed';
      }
      return isKept ? 'keychain' : 'memory';
    },
    /** Removes the token. `isKept`: the keychain may contain it. The keychain is not called otherwise. */
    forget: async (accountId: string, isKept: boolean): Promise<void> => {
      tokens.delete(accountId);
      removals.set(accountId, removalsOf(accountId) + 1);
      if (isKept) await keychain.forget(accountId);
    },
    has: (accountId: string): boolean => tokens.has(accountId),
  };
};

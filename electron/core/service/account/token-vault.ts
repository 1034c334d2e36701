import { z } from 'zod';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';

/** A token and the one address it may be sent to. */
interface KeptToken {
  readonly baseUrl: string;
  readonly token: string;
}

interface VaultDeps {
  readonly keychain: Keychain;
  /** The keychain took a token after all, when nobody waited any more. */
  readonly onKeptLate: (accountId: string) => void;
  /** The address of tokens that were kept without one (old-tokens.ts). */
  readonly oldTokens: {
    addressOf(accountId: string): string | null;
    forget(accountId: string): void;
  };
}

const entry = z.object({ baseUrl: z.string(), token: z.string().min(1) });

export type TokenVault = ReturnType<typeof createTokenVault>;

/**
 * The tokens of this run, each with its address. They are in closures here and in the API clients, in the OS keychain,
 * and nowhere else: never in the database, an event or a log.
 */
export const createTokenVault = ({ keychain, onKeptLate, oldTokens }: VaultDeps) => {
  const tokens = new Map<string, KeptToken>();

  const save = (accountId: string, kept: KeptToken, onLate: () => void): Promise<boolean> =>
    keychain.save(accountId, JSON.stringify({ baseUrl: kept.baseUrl, token: kept.token }), onLate);

  /** A token without an address was kept by an older version, and belongs to the address the account had then, or to none. */
  const understood = async (accountId: string, text: string): Promise<KeptToken> => {
    const found = entry.safeParse(parseJson(text));
    if (found.success) return found.data;
    const baseUrl = oldTokens.addressOf(accountId);
    if (baseUrl === null) return { baseUrl: '', token: text };
    const kept = { baseUrl, token: text };
    if (await save(accountId, kept, () => {})) oldTokens.forget(accountId);
    return kept;
  };

  return {
    /** The token, from memory or, once per run, from the keychain. `null`: there is none, or it cannot be read. */
    read: async (accountId: string): Promise<KeptToken | null> => {
      const known = tokens.get(accountId);
      if (known !== undefined) return known;
      const text = await keychain.read(accountId);
      const kept = text === null ? null : await understood(accountId, text);
      if (kept !== null && !tokens.has(accountId)) tokens.set(accountId, kept);
      return tokens.get(accountId) ?? null;
    },
    /** Where it is kept. In memory it is kept in any case. */
    keep: async (accountId: string, kept: KeptToken): Promise<'keychain' | 'memory'> => {
      tokens.set(accountId, kept);
      const isKept = await save(accountId, kept, () => {
        if (tokens.get(accountId) === kept) onKeptLate(accountId);
        else void keychain.forget(accountId);
      });
      return isKept ? 'keychain' : 'memory';
    },
    /** `isKept`: the keychain may have it. One that was never used is not waited for. */
    forget: async (accountId: string, isKept: boolean): Promise<void> => {
      tokens.delete(accountId);
      if (isKept) await keychain.forget(accountId);
    },
    has: (accountId: string): boolean => tokens.has(accountId),
  };
};

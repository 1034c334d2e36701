import { createTurns } from '#core/platform/async/turns.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';

const nameOf = (accountId: string): string => `telegram-bot:${accountId}`;

export type BotVault = ReturnType<typeof createBotVault>;

/** Keeps the tokens of bots in the keychain of the system. In memory each is kept from its first use on. */
export const createBotVault = (keychain: Pick<Keychain, 'read' | 'save' | 'forget'>) => {
  const inTurn = createTurns();
  const tokens = new Map<string, string>();
  return {
    /** Returns `null` if there is no token, or if the keychain cannot be read. */
    read: (accountId: string): Promise<string | null> =>
      inTurn(async () => {
        const token = tokens.get(accountId) ?? (await keychain.read(nameOf(accountId)));
        if (token !== null) tokens.set(accountId, token);
        return token;
      }),
    /** Returns whether the keychain has stored the token. Without that it is not kept at all. */
    save: (accountId: string, token: string): Promise<boolean> =>
      inTurn(async () => {
        const onLate = (): void => {
          if (tokens.get(accountId) !== token) void keychain.forget(nameOf(accountId));
        };
        const isKept = await keychain.save(nameOf(accountId), token, onLate);
        if (isKept) tokens.set(accountId, token);
        return isKept;
      }),
    forget: (accountId: string): Promise<void> =>
      inTurn(async () => {
        tokens.delete(accountId);
        await keychain.forget(nameOf(accountId));
      }),
  };
};

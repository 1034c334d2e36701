import { DeskError } from '#shared/result.ts';
import type { SandboxHost } from '../ports.ts';
import type { AccountRepository } from './account-repository.ts';
import type { Connection } from './api-clients.ts';
import type { Keychain } from './keychain.ts';
import type { TokenVault } from './token-vault.ts';

interface ConnectDeps {
  readonly accounts: AccountRepository;
  readonly vault: TokenVault;
  readonly keychain: Keychain;
  readonly sandbox: SandboxHost;
  /** The keychain works and does not hold the token any more: somebody deleted it there. */
  readonly onTokenLost: (accountId: string) => void;
}

/**
 * Where an account's service is and with what token. Throws DeskError `signed-out` without a token, and `keychain`
 * (code `keychain-<reason>`) while one is kept that cannot be read.
 */
export const createConnect =
  ({ accounts, vault, keychain, sandbox, onTokenLost }: ConnectDeps) =>
  async (accountId: string): Promise<Connection> => {
    const account = accounts.find(accountId);
    if (account === undefined) throw signedOut();
    if (account.isSandbox) {
      if (!account.hasToken) throw signedOut();
      const { baseUrl, token } = await sandbox.start();
      accounts.setBaseUrl(accountId, baseUrl);
      return { baseUrl, token };
    }
    if (!account.hasToken && !vault.has(accountId)) throw signedOut();
    const token = await vault.read(accountId);
    if (token !== null) return { baseUrl: account.baseUrl, token };
    // A broken keychain answers a read with "not there", so it has to prove itself before it is believed.
    const { available, reason } = await keychain.probe();
    if (available) {
      onTokenLost(accountId);
      throw signedOut();
    }
    throw new DeskError('keychain', 'The token cannot be read from the system keychain.', {
      code: `keychain-${reason}`,
    });
  };

export const signedOut = (): DeskError =>
  new DeskError('signed-out', 'There is no token for this account.', { code: 'no-token' });

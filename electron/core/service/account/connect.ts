import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { SandboxHost } from '#core/ports.ts';
import type { Account } from '#shared/contract/account.ts';
import { parseBaseUrl } from '#shared/domain/base-url.ts';
import { DeskError } from '#shared/result.ts';
import { findAccount, type StoredAccount, setBaseUrl, setTokenMark, tokenMarkOf } from './account-repository.ts';
import type { Connection } from './session.ts';
import { markOf } from './token-mark.ts';
import type { TokenVault } from './token-vault.ts';

export type TokenRefusal = NonNullable<Account['tokenRefused']>;

interface ConnectContext {
  readonly db: Database;
  readonly vault: TokenVault;
  readonly keychain: Keychain;
  readonly sandbox: SandboxHost;
  /** Called when the keychain works but no longer has the token, because somebody deleted it there. */
  readonly onTokenLost: (accountId: string) => void;
  /** Called when a token exists but must not be used. */
  readonly onRefused: (accountId: string, why: TokenRefusal) => void;
}

/**
 * Returns the address and the token of an account. Throws `signed-out` if there is no token, if it was stored for another
 * address (`token-other-address`), or if tokens are not sent to the address (`address-not-https`). Throws `keychain` (code
 * `keychain-<reason>`) if the stored token cannot be read.
 */
export const readConnection = async (context: ConnectContext, accountId: string): Promise<Connection> => {
  const { db, vault, keychain, sandbox, onTokenLost, onRefused } = context;
  const refuse = (why: TokenRefusal): DeskError => {
    onRefused(accountId, why);
    return REFUSED[why]();
  };

  const account = findOrSignedOut(db, accountId);
  if (account.isSandbox) {
    if (!account.hasToken) throw signedOut();
    const { baseUrl, token } = await sandbox.start();
    setBaseUrl(db, accountId, baseUrl);
    return { baseUrl, token, isPractice: true };
  }
  if (!account.hasToken && !vault.has(accountId)) throw signedOut();
  if (!isFitForToken(account.baseUrl)) throw refuse('not-https');
  const kept = await vault.read(accountId);
  if (kept !== null) {
    // The address may have changed during the request to the keychain.
    if (kept.baseUrl !== findOrSignedOut(db, accountId).baseUrl) throw refuse('other-address');
    if (!isFitForToken(kept.baseUrl)) throw refuse('not-https');
    if (tokenMarkOf(db, accountId) === null) setTokenMark(db, accountId, markOf(kept));
    return kept;
  }
  // A broken keychain answers "not found", so it must pass a test before it is believed.
  const { available, reason } = await keychain.probe();
  if (available) {
    onTokenLost(accountId);
    throw signedOut();
  }
  throw new DeskError('keychain', 'The token cannot be read from the system keychain.', {
    code: `keychain-${reason}`,
  });
};

const findOrSignedOut = (db: Database, accountId: string): StoredAccount => {
  const account = findAccount(db, accountId);
  if (account === undefined) throw signedOut();
  return account;
};

/** Returns whether an address is as sign-in stores it: https, or this computer itself. */
const isFitForToken = (baseUrl: string): boolean => {
  const parsed = parseBaseUrl(baseUrl);
  return parsed.ok && parsed.value === baseUrl;
};

/** Returns the error for an account without a token. */
export const signedOut = (): DeskError =>
  new DeskError('signed-out', 'There is no token for this account.', { code: 'no-token' });

const REFUSED: Readonly<Record<TokenRefusal, () => DeskError>> = {
  'other-address': () =>
    new DeskError('signed-out', 'The token was kept for another address.', { code: 'token-other-address' }),
  'not-https': () => new DeskError('signed-out', 'No token is sent to this address.', { code: 'address-not-https' }),
};

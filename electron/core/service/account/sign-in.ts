import { randomUUID } from 'node:crypto';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import { parseBaseUrl } from '#shared/domain/base-url.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';
import type { AccountRepository } from './account-repository.ts';
import type { createOldTokens } from './old-tokens.ts';
import { type JudgeBooks, knownBooks, mustBeAsked, otherBooks } from './other-books.ts';
import { isMarkOf, markOf } from './token-mark.ts';
import { parseToken } from './token-text.ts';
import type { TokenVault } from './token-vault.ts';
import type { VerifyToken } from './verify-token.ts';

interface SignInInput {
  readonly baseUrl: string;
  readonly token: string;
  readonly label: string;
  readonly accountId?: string | undefined;
  /** The user says that it is the same account of the service, which its books do not show. */
  readonly sameAccount?: boolean | undefined;
}

interface SignInDeps {
  readonly db: Database;
  readonly oldTokens: Pick<ReturnType<typeof createOldTokens>, 'forget'>;
  readonly accounts: AccountRepository;
  readonly vault: TokenVault;
  readonly verify: VerifyToken;
  readonly judgeBooks: JudgeBooks;
  /** What talks to the service with the token of before is not used any more. */
  readonly dropClient: (accountId: string) => void;
  /** Throws DeskError `conflict` (`charge-in-flight`). */
  readonly refuseWhileCharging: (accountId: string) => void;
  readonly clock: Clock;
}

/**
 * Checks what was typed, asks the service whether it takes the token, and only then keeps anything. Returns the id of
 * the account: the given one, the one that already has this token at this address, or a new one. Throws `conflict` (code
 * `token-of-other-books`) when a new token for an account is not proven to be of the same account of the service: until the
 * user has said whose it is nothing is read, judged or paid with it.
 */
export const createSignIn =
  ({ db, accounts, vault, oldTokens, verify, judgeBooks, dropClient, refuseWhileCharging, clock }: SignInDeps) =>
  async (input: SignInInput): Promise<string> => {
    const { baseUrl, token } = readFields(input);
    const label = input.label.trim();
    const existing = input.accountId === undefined ? undefined : findExisting(accounts, input.accountId);
    const balance = await verify(baseUrl, token);

    const account = existing ?? (await findTwin(accounts, vault, baseUrl, token));
    const verdict = account === undefined ? 'same' : await judgeBooks(account, { baseUrl, token, balance });
    if (account !== undefined && verdict !== 'same' && input.sameAccount !== true) {
      if (mustBeAsked(verdict, knownBooks(db, account.id, clock.now()))) throw otherBooks(account, balance, verdict);
    }
    const id = account?.id ?? randomUUID();
    if (account !== undefined) refuseWhileCharging(account.id);
    db.transaction(() => {
      if (account === undefined) {
        accounts.add({ id, label: label || new URL(baseUrl).host, baseUrl, isSandbox: false, createdAt: clock.now() });
      } else {
        accounts.setBaseUrl(id, baseUrl);
        if (label !== '') accounts.setLabel(id, label);
      }
      // Until the keychain has the new one, the account has none: what it holds is for the address of before.
      accounts.setHasToken(id, false);
      dropClient(id);
      oldTokens.forget(id);
      accounts.setTokenRejected(id, false);
      accounts.setTokenMark(id, markOf({ baseUrl, token }));
      // The word of the user lets work go on; what was read before proves nothing about what is read from now on.
      if (verdict !== 'same') accounts.startBooks(id);
      // Of a desk that has bought before, nobody can say which purchases this balance saw.
      accounts.setBalance(id, { ...balance, uptime: uptimeOf(clock) }, accounts.ledgerMark(id) === 0 ? 0 : null);
    });
    accounts.setHasToken(id, (await vault.keep(id, { baseUrl, token })) === 'keychain');
    return id;
  };

const readFields = (input: SignInInput): { readonly baseUrl: string; readonly token: string } => {
  const baseUrl = parseBaseUrl(input.baseUrl);
  const token = parseToken(input.token);
  if (baseUrl.ok && token.ok) return { baseUrl: baseUrl.value, token: token.value };
  const problems: readonly Problem[] = [baseUrl, token].flatMap((field) => (field.ok ? [] : [field.problem]));
  throw invalidInput('The sign-in form is not right.', ...problems);
};

const findExisting = (accounts: AccountRepository, id: string) => {
  const account = accounts.find(id);
  if (account === undefined) throw new DeskError('not-found', 'There is no such account.', { code: 'no-account' });
  if (account.isSandbox) {
    throw new DeskError('conflict', 'The sandbox has a token of its own.', { code: 'sandbox-has-token' });
  }
  return account;
};

/** The same token at the same address is the same desk: a second one would hide half of the purchases from the other. */
const findTwin = async (accounts: AccountRepository, vault: TokenVault, baseUrl: string, token: string) => {
  for (const account of accounts.all()) {
    if (account.isSandbox || account.baseUrl !== baseUrl) continue;
    const mark = accounts.tokenMark(account.id);
    if (mark !== null && isMarkOf(mark, { baseUrl, token })) return account;
    if (!account.hasToken && !vault.has(account.id)) continue;
    const kept = await vault.read(account.id);
    if (kept?.baseUrl === baseUrl && kept.token === token) return account;
  }
  return undefined;
};

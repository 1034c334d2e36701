import { randomUUID } from 'node:crypto';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { parseBaseUrl } from '#shared/domain/base-url.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';
import {
  addAccount,
  allAccounts,
  findAccount,
  ledgerMarkOf,
  setAccountLabel,
  setBalance,
  setBaseUrl,
  setHasToken,
  setTokenMark,
  setTokenRejected,
  startBooks,
  tokenMarkOf,
} from './account-repository.ts';
import { forgetOldToken } from './old-tokens.ts';
import { type JudgeContext, judgeBooks, knownBooks, mustBeAsked, otherBooks } from './other-books.ts';
import { isMarkOf, markOf } from './token-mark.ts';
import { parseToken } from './token-text.ts';
import type { TokenVault } from './token-vault.ts';
import { verifyToken } from './verify-token.ts';

interface SignInInput {
  readonly baseUrl: string;
  readonly token: string;
  readonly label: string;
  readonly accountId?: string | undefined;
  /** The user confirms that it is the same account of the service, although its books do not prove it. */
  readonly sameAccount?: boolean | undefined;
}

interface SignInContext extends JudgeContext {
  /** Drops the API client that uses the previous token. */
  readonly dropClient: (accountId: string) => void;
  /** Throws `conflict` (`charge-in-flight`) while a charge is in flight. */
  readonly refuseWhileCharging: (accountId: string) => void;
}

/**
 * Checks the input, asks the service whether it accepts the token, and only then stores anything. Returns the id of the
 * account: the given one, the one that already has this token at this address, or a new one. Throws `conflict` (code
 * `token-of-other-books`) if a new token of an account is not proven to belong to the same account of the service. Until
 * the user has answered, the token is not used for readings or payments.
 */
export const signIn = async (context: SignInContext, input: SignInInput): Promise<string> => {
  const { db, vault, clock, dropClient, refuseWhileCharging } = context;
  const { baseUrl, token } = readFields(input);
  const label = input.label.trim();
  const existing = input.accountId === undefined ? undefined : findExisting(db, input.accountId);
  const balance = await verifyToken(context, baseUrl, token);

  const account = existing ?? (await findTwin(db, vault, baseUrl, token));
  const verdict = account === undefined ? 'same' : await judgeBooks(context, account, { baseUrl, token, balance });
  if (account !== undefined && verdict !== 'same' && input.sameAccount !== true) {
    if (mustBeAsked(verdict, knownBooks(db, account.id, clock.now()))) throw otherBooks(account, balance, verdict);
  }
  const id = account?.id ?? randomUUID();
  if (account !== undefined) {
    // It may have been removed while the service was asked.
    findExisting(db, account.id);
    refuseWhileCharging(account.id);
  }
  db.transaction(() => {
    if (account === undefined) {
      addAccount(db, {
        id,
        label: label || new URL(baseUrl).host,
        baseUrl,
        isSandbox: false,
        createdAt: clock.now(),
      });
    } else {
      setBaseUrl(db, id, baseUrl);
      if (label !== '') setAccountLabel(db, id, label);
    }
    // The account has no token until the keychain has stored the new one, because the stored one is for the previous
    // address.
    setHasToken(db, id, false);
    dropClient(id);
    forgetOldToken(db, id);
    setTokenRejected(db, id, false);
    setTokenMark(db, id, markOf({ baseUrl, token }));
    // The user's confirmation lets work go on, but earlier readings prove nothing about later ones.
    if (verdict !== 'same') startBooks(db, id);
    // For a desk with purchases, nobody can say which of them this balance includes.
    setBalance(db, id, { ...balance, uptime: uptimeOf(clock) }, ledgerMarkOf(db, id) === 0 ? 0 : null);
  });
  const kept = await vault.keep(id, { baseUrl, token });
  // The account may have been removed while the keychain stored its token.
  findExisting(db, id);
  setHasToken(db, id, kept === 'keychain');
  return id;
};

const readFields = (input: SignInInput): { readonly baseUrl: string; readonly token: string } => {
  const baseUrl = parseBaseUrl(input.baseUrl);
  const token = parseToken(input.token);
  if (baseUrl.ok && token.ok) return { baseUrl: baseUrl.value, token: token.value };
  const problems: readonly Problem[] = [baseUrl, token].flatMap((field) => (field.ok ? [] : [field.problem]));
  throw invalidInput('A field of the sign-in form is not valid.', ...problems);
};

const findExisting = (db: Database, id: string) => {
  const account = findAccount(db, id);
  if (account === undefined) throw new DeskError('not-found', 'There is no such account.', { code: 'no-account' });
  if (account.isSandbox) {
    throw new DeskError('conflict', 'The sandbox has a token of its own.', { code: 'sandbox-has-token' });
  }
  return account;
};

/**
 * Finds the account that has the same token at the same address. A second desk for it would hide half of the purchases
 * from the first.
 */
const findTwin = async (db: Database, vault: TokenVault, baseUrl: string, token: string) => {
  for (const account of allAccounts(db)) {
    if (account.isSandbox || account.baseUrl !== baseUrl) continue;
    const mark = tokenMarkOf(db, account.id);
    if (mark !== null && isMarkOf(mark, { baseUrl, token })) return account;
    if (!account.hasToken && !vault.has(account.id)) continue;
    const kept = await vault.read(account.id);
    if (kept?.baseUrl === baseUrl && kept.token === token) return account;
  }
  return undefined;
};

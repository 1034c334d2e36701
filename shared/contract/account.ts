import { z } from 'zod';
import { accountId, event, kopecks, nothing, procedure, text, timestamp } from './define.ts';

/** The balance of docs/api.md#account, as last read. */
const balance = z.object({ balanceKopecks: kopecks, spentKopecks: kopecks, asOf: timestamp });

/**
 * The place where the token is kept. `keychain`: by the OS. `memory`: until the app ends. `sandbox`: the embedded
 * service needs no stored token. `none`: signed out; the stored data stays readable.
 */
const tokenPlace = z.enum(['keychain', 'memory', 'sandbox', 'none']);

const account = z.object({
  id: accountId,
  label: z.string(),
  baseUrl: z.string(),
  isSandbox: z.boolean(),
  tokenPlace,
  /** The service answered 401 to this token. It is kept until the user replaces it or signs out. */
  tokenRejected: z.boolean(),
  /**
   * There is a token, but it is not sent: it was stored for another address than that of the account (`other-address`),
   * or the address is neither https nor this computer (`not-https`). Signing in again solves this.
   */
  tokenRefused: z.enum(['other-address', 'not-https']).nullable(),
  balance: balance.nullable(),
  /** The desk was restored from a copy, so its user has used the app before. */
  isBroughtBack: z.boolean(),
});

/**
 * The state of the keychain, tested by writing, reading back and deleting, never by reading alone
 * (docs/decisions/002-keychain.md).
 */
const keychain = z.object({
  available: z.boolean(),
  reason: z.enum(['ok', 'not-checked', 'missing', 'locked', 'timeout', 'failed']),
});

const accountState = z.object({
  accounts: z.array(account),
  activeId: accountId.nullable(),
  keychain,
});

const tokenText = z.string().max(4096);

export const accountProcedures = {
  'account.state': procedure(nothing, accountState),
  /**
   * Verifies the token with GET /balance before saving anything. With `accountId` it replaces the token of an existing
   * account. If the new token is not proven to belong to the same account of the service, it throws `conflict`
   * (`token-of-other-books`; `params` have `verdict`, `other` or `unproven`, with `spentBeforeKopecks` and
   * `spentKopecks`), unless the user confirms it with `sameAccount`. Open purchases stay open then.
   */
  'account.signIn': procedure(
    z.strictObject({
      baseUrl: text(2000),
      token: tokenText,
      label: text(100),
      accountId: accountId.optional(),
      sameAccount: z.boolean().optional(),
    }),
    accountState,
  ),
  'account.signInSandbox': procedure(nothing, accountState),
  'account.switch': procedure(z.strictObject({ accountId }), accountState),
  /** Asks the shell to show the welcome page, where a token can be typed. */
  'account.openWelcome': procedure(z.strictObject({ accountId: accountId.optional() }), nothing),
  /** Leaves the welcome page without signing in. It needs a desk to return to. */
  'account.openDesk': procedure(nothing, nothing),
  'account.rename': procedure(z.strictObject({ accountId, label: text(100) }), accountState),
  /** Removes the token; the data stays on this computer. */
  'account.signOut': procedure(z.strictObject({ accountId }), accountState),
  /**
   * Returns how many copies of desks on this computer contain the account or cannot be read, and their total size in
   * bytes.
   */
  'account.heldCopies': procedure(z.strictObject({ accountId }), z.object({ count: z.int(), bytes: z.int() })),
  /**
   * Removes the token and deletes everything in the database about the account, including free pages of its file and
   * its log: it disappears from the screens immediately, and from the disk within moments. `copies` first deletes the
   * copies of desks on this computer that contain the account; if one cannot be deleted, it throws `storage` and
   * keeps the account.
   */
  'account.remove': procedure(z.strictObject({ accountId, copies: z.boolean().optional() }), accountState),
  'account.refreshBalance': procedure(nothing, balance),
  /**
   * Returns the readings of balance and spending over time, oldest first, reduced to the number that a chart can show.
   */
  'account.balanceHistory': procedure(
    nothing,
    z.object({ rows: z.array(z.object({ at: timestamp, balanceKopecks: kopecks, spentKopecks: kopecks })) }),
  ),
};

export const accountEvents = {
  'account.changed': event(accountState),
  /** Tells the shell, and only the shell, which of the two pages the window should show. */
  'account.page': event(z.object({ page: z.enum(['welcome', 'desk']), accountId: accountId.optional() })),
};

export type Account = z.output<typeof account>;
export type AccountState = z.output<typeof accountState>;
export type Balance = z.output<typeof balance>;
export type KeychainState = z.output<typeof keychain>;

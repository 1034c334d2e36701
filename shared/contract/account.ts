import { z } from 'zod';
import { accountId, event, kopecks, nothing, procedure, text, timestamp } from './define.ts';

/** docs/api.md#account, as last read. */
const balance = z.object({ balanceKopecks: kopecks, spentKopecks: kopecks, asOf: timestamp });

/**
 * `keychain`: kept by the OS. `memory`: for this run only. `sandbox`: the embedded service needs none to be kept.
 * `none`: signed out, the cached data stays readable.
 */
const tokenPlace = z.enum(['keychain', 'memory', 'sandbox', 'none']);

const account = z.object({
  id: accountId,
  label: z.string(),
  baseUrl: z.string(),
  isSandbox: z.boolean(),
  tokenPlace,
  /** The service answered 401 to this token; it is kept until the user replaces it or signs out. */
  tokenRejected: z.boolean(),
  /**
   * There is a token, and it is sent nowhere: it was kept for another address than the account has (`other-address`),
   * or that address is neither https nor this computer (`not-https`). Signing in again mends it.
   */
  tokenRefused: z.enum(['other-address', 'not-https']).nullable(),
  balance: balance.nullable(),
  /** Its desk was brought back from a copy: whoever uses it has used the app before. */
  isBroughtBack: z.boolean(),
});

/** Proved by writing, reading back and deleting, never by a read alone (docs/decisions/002-keychain.md). */
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
   * Verifies with GET /balance before anything is saved. With `accountId`: a new token for an account that exists; one
   * that is not proven to be of the same account of the service is `conflict` (`token-of-other-books`; `params` hold
   * `verdict`, `other` or `unproven`, with `spentBeforeKopecks` and `spentKopecks`) unless the user says with
   * `sameAccount` that it is the same. What is open then stays open.
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
  /** Leaves the welcome page without signing in; only where there is a desk to return to. */
  'account.openDesk': procedure(nothing, nothing),
  'account.rename': procedure(z.strictObject({ accountId, label: text(100) }), accountState),
  /** Forgets the token; what was read and bought stays on this computer. */
  'account.signOut': procedure(z.strictObject({ accountId }), accountState),
  /** How many of the desks kept on this computer hold the account too, or cannot be read; and their bytes together. */
  'account.heldCopies': procedure(z.strictObject({ accountId }), z.object({ count: z.int(), bytes: z.int() })),
  /**
   * Forgets the token and deletes everything the database knows of the account, its file's free pages and its log
   * included: out of sight at once, and on the disk within moments. `copies`: and the desks kept on this computer that
   * hold it, before anything else; what cannot be deleted there ends it with DeskError `storage`.
   */
  'account.remove': procedure(z.strictObject({ accountId, copies: z.boolean().optional() }), accountState),
  'account.refreshBalance': procedure(nothing, balance),
  /** Balance and spent as they were read over time, oldest first, thinned out to what a chart can show. */
  'account.balanceHistory': procedure(
    nothing,
    z.object({ rows: z.array(z.object({ at: timestamp, balanceKopecks: kopecks, spentKopecks: kopecks })) }),
  ),
};

export const accountEvents = {
  'account.changed': event(accountState),
  /** For the shell alone: which of the two pages the window should show. */
  'account.page': event(z.object({ page: z.enum(['welcome', 'desk']), accountId: accountId.optional() })),
};

export type Account = z.output<typeof account>;
export type AccountState = z.output<typeof accountState>;
export type Balance = z.output<typeof balance>;
export type KeychainState = z.output<typeof keychain>;

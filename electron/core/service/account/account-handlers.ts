import { randomUUID } from 'node:crypto';
import type { Bus } from '#core/bus.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { repeatInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { Ports } from '#core/ports.ts';
import type { AnsweredCall, CallOutcome } from '#core/service/api/call.ts';
import type { AccountState } from '#shared/contract/account.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import {
  activeAccountId,
  addAccount,
  allAccounts,
  deleteSomeOfRemoved,
  findAccount,
  hasTraces,
  markAccountRemoved,
  noteTracesGone,
  type StoredAccount,
  setAccountLabel,
  setActiveAccount,
  setHasToken,
  setTokenRejected,
} from './account-repository.ts';
import { readBalanceHistory } from './balance-history.ts';
import { readConnection, signedOut, type TokenRefusal } from './connect.ts';
import { forgetOldToken, noteOldTokens } from './old-tokens.ts';
import { isOtherBooks } from './other-books.ts';
import { type Connection, createApiClients, createRefreshBalance, type Session } from './session.ts';
import { signIn } from './sign-in.ts';
import { hashToken } from './token-mark.ts';
import { createTokenVault } from './token-vault.ts';

/** Fills the desk of a practice account with the past of the sandbox. Provided by views/practice. */
interface PracticeWriter {
  write(accountId: string, day: PracticeDay): void;
  makeLists(accountId: string, day: PracticeDay): Promise<void>;
}

/** The functions of the layers above the service that accounts need. */
export interface AccountHooks {
  /** Receives the answer of each successful call of any account's API client. */
  readonly onAnswer: (accountId: string, answered: AnsweredCall) => void;
  readonly hasChargeInFlight: (accountId: string) => boolean;
  /** Stops the runs of an account and waits until they have stopped. */
  readonly stopRuns: (accountId: string) => Promise<void>;
  /** Ends the sharing of an account that is about to be removed. */
  readonly onRemove: (accountId: string) => Promise<void>;
  /** Removes deleted data from the free pages and the log of the database. */
  readonly scrub: () => Promise<void>;
  readonly practice: PracticeWriter;
  /** Returns whether another computer of the account's shared desk has this token. */
  readonly knowsToken: (accountId: string, hash: (key: Uint8Array) => Promise<string>) => Promise<boolean>;
}

export interface AccountDeps extends AccountHooks, Pick<Ports, 'clock' | 'fetch' | 'logger' | 'sandbox'> {
  readonly db: Database;
  readonly bus: Bus;
  /** Aborted when the desk closes. */
  readonly closing: AbortSignal;
  readonly keychain: Keychain;
  readonly settings: () => Pick<Settings, 'requestsPerSecond'>;
  /** Receives the result of each request attempt of the open desk's API client. */
  readonly onOutcome: (outcome: CallOutcome) => void;
  readonly folder: Pick<DataFolder, 'copiesWith' | 'removeCopy' | 'backupIfDue' | 'holdCopies'>;
}

/** Empty, because the window shows a name in its own language. */
const SANDBOX_LABEL = '';

export type AccountFeature = ReturnType<typeof createAccount>;

/**
 * Creates the handlers of the contract's `account.*` and the session through which the other features reach the
 * service.
 */
export const createAccount = (deps: AccountDeps) => {
  const { clock, bus, keychain } = deps;
  const { emit } = bus;
  const changed = (): void => emit('account.changed', state());

  keychain.follow(changed);
  noteOldTokens(deps.db);
  const vault = createTokenVault({
    db: deps.db,
    keychain,
    onKeptLate: (id) => {
      setHasToken(deps.db, id, true);
      changed();
    },
  });
  /** The tokens that exist but are not used, with the reason. Filled when a token is first needed. */
  const refused = new Map<string, TokenRefusal>();
  const clients = createApiClients({
    ...deps,
    requestsPerSecond: () => deps.settings().requestsPerSecond,
    onOutcome: (id, outcome) => {
      noteToken(id, outcome);
      if (id === activeAccountId(deps.db)) deps.onOutcome(outcome);
    },
  });

  /**
   * Notes whether the service accepts the token. It is kept after a 401, too: that may be the service's fault, and only
   * the user deletes a token.
   */
  const noteToken = (id: string, { kind }: CallOutcome): void => {
    const isRejected = findAccount(deps.db, id)?.tokenRejected;
    const says = kind === 'unauthorized' ? true : kind === 'ok' ? false : isRejected;
    if (isRejected === undefined || says === undefined || says === isRejected) return;
    setTokenRejected(deps.db, id, says);
    changed();
  };

  const connecting = {
    ...deps,
    vault,
    onTokenLost: (id: string) => {
      setHasToken(deps.db, id, false);
      changed();
    },
    onRefused: (id: string, why: TokenRefusal) => {
      if (refused.get(id) === why) return;
      refused.set(id, why);
      changed();
    },
  };
  const connect = (id: string): Promise<Connection> => readConnection(connecting, id);

  const session: Session = {
    accountId: () => {
      const id = activeAccountId(deps.db);
      if (id === null) throw signedOut();
      return id;
    },
    api: async (id = session.accountId()) => clients.get(id, () => connect(id)),
  };
  /** Reads the balance of an account, stores it and shows it. Throws the errors of the API client. */
  const readBalance = createRefreshBalance({ session, db: deps.db, clock, onChange: changed, bus });
  /** Reads and stores the open desk's balance. Never rejects, because its caller has a purchase to report. */
  const refreshBalance = async (): Promise<void> => {
    const id = activeAccountId(deps.db);
    if (id !== null) await readBalance(id, { priority: 'background' }).catch(() => {});
  };

  bus.onSignal('connection.returned', () => void refreshBalance());
  bus.on('settings.changed', ({ requestsPerSecond }) => clients.setRate(requestsPerSecond));

  const toContract = (account: StoredAccount): AccountState['accounts'][number] => ({
    id: account.id,
    label: account.label,
    baseUrl: account.baseUrl,
    isSandbox: account.isSandbox,
    tokenPlace: placeOf(account),
    tokenRejected: account.tokenRejected,
    tokenRefused: refused.get(account.id) ?? null,
    balance: account.balance,
    isBroughtBack: account.isBroughtBack,
  });
  const placeOf = (account: StoredAccount): AccountState['accounts'][number]['tokenPlace'] => {
    if (account.isSandbox) return account.hasToken ? 'sandbox' : 'none';
    if (refused.has(account.id)) return 'none';
    if (account.hasToken) return 'keychain';
    return vault.has(account.id) ? 'memory' : 'none';
  };
  /** Returns the known state of the accounts and the keychain, without calling the service or the keychain. */
  const state = (): AccountState => ({
    accounts: allAccounts(deps.db).map(toContract),
    activeId: activeAccountId(deps.db),
    keychain: keychain.state(),
  });

  const existing = (id: string): StoredAccount => {
    const account = findAccount(deps.db, id);
    if (account === undefined) throw new DeskError('not-found', 'There is no such account.', { code: 'no-account' });
    return account;
  };
  const refuseWhileCharging = (id: string): void => {
    if (!deps.hasChargeInFlight(id)) return;
    throw new DeskError('conflict', 'A purchase of this account is under way.', { code: 'charge-in-flight' });
  };

  const signingIn = { ...deps, vault, dropClient: clients.drop, refuseWhileCharging };

  /**
   * The account for which a token was typed that is not proven to belong to the same account of the service, until the
   * user answers or leaves the form.
   */
  let inQuestion: string | null = null;

  const open = (id: string): AccountState => {
    inQuestion = null;
    setActiveAccount(deps.db, id);
    changed();
    bus.signal('account.opened', {});
    emit('account.page', { page: 'desk', accountId: id });
    return state();
  };

  /** Two clicks share one start. */
  let beginning: Promise<string> | null = null;
  const beginPractice = async (baseUrl: string): Promise<string> => {
    const id = randomUUID();
    const day = await deps.sandbox.begin();
    // Everything or nothing: the desk's ledger must match the books with which the service begins.
    deps.db.transaction(() => {
      addAccount(deps.db, { id, label: SANDBOX_LABEL, baseUrl, isSandbox: true, createdAt: clock.now() });
      deps.practice.write(id, day);
    });
    await deps.practice.makeLists(id, day);
    return id;
  };

  const openSandbox = async (): Promise<AccountState> => {
    const { baseUrl } = await deps.sandbox.start();
    const known = allAccounts(deps.db).find((account) => account.isSandbox);
    if (known === undefined) {
      beginning ??= beginPractice(baseUrl).finally(() => {
        beginning = null;
      });
    }
    const id = known?.id ?? (await beginning) ?? '';
    setHasToken(deps.db, id, true);
    setTokenRejected(deps.db, id, false);
    clients.drop(id);
    await readBalance(id).catch(() => {});
    return open(id);
  };

  const forgetToken = async ({ id, hasToken }: StoredAccount): Promise<void> => {
    clients.drop(id);
    refused.delete(id);
    forgetOldToken(deps.db, id);
    setHasToken(deps.db, id, false);
    setTokenRejected(deps.db, id, false);
    // A run keeps the API client with which it started, and the token in it.
    await Promise.all([deps.stopRuns(id), vault.forget(id, hasToken)]);
  };

  /** Deletes the rows of removed accounts, a slice at a time. Never rejects. */
  const purgeRemoved = async (): Promise<void> => {
    // A copy made meanwhile would contain the account, and a file cannot be scrubbed while it is copied.
    const letCopy = await deps.folder.holdCopies();
    try {
      await repeatInSlices(deps.db, () => deleteSomeOfRemoved(deps.db), { signal: deps.closing });
      if (deps.closing.aborted || !hasTraces(deps.db)) return;
      await deps.scrub();
      if (deps.closing.aborted) return;
      noteTracesGone(deps.db);
    } catch (error) {
      // The rows are no longer shown, and the next start continues deleting them.
      deps.logger.warn('a removed account could not be deleted', {
        error: error instanceof Error ? error.name : 'unknown',
      });
      return;
    } finally {
      letCopy();
    }
    // Some copies may have been deleted with the account, so make a new one if it is due.
    await deps.folder.backupIfDue();
  };

  const handlers: FeatureHandlers<'account'> = {
    'account.state': () => {
      // The window shows whether there is a keychain. Nothing is written to it yet: the system could ask the user for a
      // password, who has not seen yet what for.
      void keychain.look();
      return state();
    },
    'account.signIn': async (input) => {
      // Otherwise a run would continue with the new token.
      if (input.accountId !== undefined) await deps.stopRuns(input.accountId);
      const id = await signIn(signingIn, input).catch((error: unknown) => {
        if (isOtherBooks(error)) inQuestion = input.accountId ?? null;
        throw error;
      });
      refused.delete(id);
      return open(id);
    },
    'account.signInSandbox': openSandbox,
    'account.switch': ({ accountId }) => {
      existing(accountId);
      const opened = open(accountId);
      void refreshBalance();
      return opened;
    },
    'account.openWelcome': ({ accountId }) => {
      emit('account.page', accountId === undefined ? { page: 'welcome' } : { page: 'welcome', accountId });
      return {};
    },
    'account.openDesk': () => {
      const id = session.accountId();
      const wasInQuestion = inQuestion !== null;
      inQuestion = null;
      if (wasInQuestion) bus.signal('account.opened', {});
      emit('account.page', { page: 'desk', accountId: id });
      return {};
    },
    'account.rename': ({ accountId, label }) => {
      existing(accountId);
      const name = label.trim();
      if (name === '') {
        throw invalidInput('An account needs a name.', { field: 'label', code: 'label-empty' });
      }
      setAccountLabel(deps.db, accountId, name);
      changed();
      return state();
    },
    'account.signOut': async ({ accountId }) => {
      const account = existing(accountId);
      refuseWhileCharging(accountId);
      await forgetToken(account);
      changed();
      return state();
    },
    'account.heldCopies': async ({ accountId }) => {
      const held = await deps.folder.copiesWith(accountId);
      return { count: held.length, bytes: held.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    'account.remove': async ({ accountId, copies }) => {
      const account = existing(accountId);
      refuseWhileCharging(accountId);
      const letCopy = await deps.folder.holdCopies();
      try {
        if (copies === true) {
          // Delete the copies first, so that a failure is reported while the account is still unchanged.
          for (const { name } of await deps.folder.copiesWith(accountId)) await deps.folder.removeCopy(name);
        }
        // Deleting took a while, so check again.
        refuseWhileCharging(accountId);
        const wasActive = activeAccountId(deps.db) === accountId;
        await forgetToken(account);
        await deps.onRemove(accountId);
        markAccountRemoved(deps.db, accountId);
        void purgeRemoved();
        const next = allAccounts(deps.db)[0];
        if (wasActive && next !== undefined) return open(next.id);
        if (wasActive) setActiveAccount(deps.db, null);
        changed();
        if (wasActive) emit('account.page', { page: 'welcome' });
        return state();
      } finally {
        letCopy();
      }
    },
    'account.refreshBalance': () => readBalance(session.accountId()),
    'account.balanceHistory': () => ({ rows: readBalanceHistory(deps.db, session.accountId()) }),
  };

  /** Makes the window load the right page: the open desk, or the welcome page. */
  const showPage = (): void => {
    const id = activeAccountId(deps.db);
    changed();
    emit('account.page', id === null ? { page: 'welcome' } : { page: 'desk', accountId: id });
  };

  const isOpen = (id: string): boolean => activeAccountId(deps.db) === id;

  return {
    handlers,
    session,
    state,
    readBalance,
    refreshBalance,
    isOpen,
    /**
     * Whether the user is being asked about the token of this account. Until that is settled, nothing is paid
     * automatically and no reading settles an open purchase.
     */
    isInQuestion: (accountId = activeAccountId(deps.db)): boolean => inQuestion !== null && inQuestion === accountId,
    /**
     * Returns a keyed hash of the account's token and address (token-mark.ts) in base64url, or `null` if it has no
     * readable token.
     */
    hashToken: (accountId: string, key: Uint8Array): Promise<string | null> =>
      connect(accountId).then(
        (connection) => hashToken(key, connection).toString('base64url'),
        () => null,
      ),
    /** Returns the balance as last read. */
    balanceOf: (accountId: string) => findAccount(deps.db, accountId)?.balance ?? null,
    isSandbox: (accountId: string): boolean => findAccount(deps.db, accountId)?.isSandbox === true,
    /** Returns the address of the account's service. */
    baseUrlOf: (accountId: string): string => existing(accountId).baseUrl,
    showPage,
    purgeRemoved,
  };
};

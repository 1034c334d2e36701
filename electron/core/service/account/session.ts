import type { Bus } from '#core/bus.ts';
import { createAnswerOrder } from '#core/platform/async/answer-order.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock, Ports } from '#core/ports.ts';
import { type ApiClient, createApiClient } from '#core/service/api/api-client.ts';
import type { AnsweredCall, CallOptions, CallOutcome } from '#core/service/api/call.ts';
import { createPacer, type Pacer } from '#core/service/api/pacer.ts';
import type { Balance } from '#shared/contract/account.ts';
import { countBooks, findAccount, ledgerMarkOf, setBalance } from './account-repository.ts';

/** The access of other features to the accounts: which desk is open, and its API client. */
export interface Session {
  /** Returns the id of the open desk. Throws `signed-out` if there is none. */
  accountId(): string;
  /**
   * Returns the API client of an account, by default of the open one. Throws `signed-out` if the account has no token.
   * The token itself never leaves the account feature.
   */
  api(accountId?: string): Promise<ApiClient>;
}

/** Returns the id of the open desk; `null` if there is none. */
export const openAccountId = (session: Pick<Session, 'accountId'>): string | null => {
  try {
    return session.accountId();
  } catch {
    return null;
  }
};

export interface Connection {
  readonly baseUrl: string;
  readonly token: string;
  /** Whether this is the sandbox: it runs on this computer, and its requests are not limited. */
  readonly isPractice?: boolean;
}

interface ApiClientsDeps extends Pick<Ports, 'fetch' | 'clock' | 'logger'> {
  readonly requestsPerSecond: () => number;
  readonly onOutcome: (accountId: string, outcome: CallOutcome) => void;
  readonly onAnswer: (accountId: string, answered: AnsweredCall) => void;
}

/** Requests per second. */
const UNPACED = Number.POSITIVE_INFINITY;

/** Creates one API client and one pacer for each account that is used. */
export const createApiClients = (deps: ApiClientsDeps) => {
  const { fetch, clock, logger } = deps;
  const clients = new Map<string, Promise<ApiClient>>();
  /** Pacers outlive their clients: with a new token the service still wants fewer requests. */
  const pacers = new Map<string, Pacer>();

  const pacerOf = (accountId: string): Pacer => {
    const known = pacers.get(accountId);
    if (known !== undefined) return known;
    const pacer = createPacer({ clock, requestsPerSecond: deps.requestsPerSecond() });
    pacers.set(accountId, pacer);
    return pacer;
  };

  const make = async (
    accountId: string,
    connect: () => Promise<Connection>,
    isCurrent: () => boolean,
  ): Promise<ApiClient> => {
    const { baseUrl, token, isPractice } = await connect();
    return createApiClient({
      baseUrl,
      token,
      fetch,
      clock,
      logger,
      pacer: isPractice === true ? createPacer({ clock, requestsPerSecond: UNPACED }) : pacerOf(accountId),
      // The result of an old token says nothing about the new one.
      onOutcome: (outcome) => {
        if (isCurrent()) deps.onOutcome(accountId, outcome);
      },
      onAnswer: (answered) => deps.onAnswer(accountId, answered),
    });
  };

  return {
    get: (accountId: string, connect: () => Promise<Connection>): Promise<ApiClient> => {
      const known = clients.get(accountId);
      if (known !== undefined) return known;
      const making: Promise<ApiClient> = make(accountId, connect, () => clients.get(accountId) === making);
      clients.set(accountId, making);
      making.catch(() => {
        if (clients.get(accountId) === making) clients.delete(accountId);
      });
      return making;
    },
    /** Drops the client after a sign-in, a sign-out or a removal, so that it is not used any more. */
    drop: (accountId: string): void => {
      clients.delete(accountId);
    },
    setRate: (requestsPerSecond: number): void => {
      for (const pacer of pacers.values()) pacer.setRate(requestsPerSecond);
    },
  };
};

/** Reads the balance and stores it. Throws the errors of the API client and keeps the old balance then. */
export type RefreshBalance = (accountId: string, options?: CallOptions) => Promise<Balance>;

interface BalanceReaderDeps {
  readonly session: Session;
  readonly clock: Clock;
  readonly db: Database;
  readonly onChange: () => void;
  /** Signals that the service's total of spending has changed. */
  readonly bus: Pick<Bus, 'signal'>;
}

/**
 * Creates the reader of the balance (docs/api.md#account). An answer is dropped if the account has received another
 * token since the request.
 */
export const createRefreshBalance = ({ session, db, clock, onChange, bus }: BalanceReaderDeps): RefreshBalance => {
  const order = createAnswerOrder<string>();
  return async (accountId, options) => {
    const client = await session.api(accountId);
    const keep = order.ask(accountId);
    const [markBefore, booksBefore] = [ledgerMarkOf(db, accountId), countBooks(db, accountId)];
    const { value, receivedAt } = await client.call('balance', {}, options);
    const balance = { ...value, asOf: receivedAt };
    const before = findAccount(db, accountId);
    // The account may have been removed or have received another token before the answer came.
    if (before !== undefined && countBooks(db, accountId) === booksBefore) {
      const mark = ledgerMarkOf(db, accountId);
      const isKept = keep(() =>
        setBalance(db, accountId, { ...balance, uptime: uptimeOf(clock) }, mark === markBefore ? mark : null),
      );
      if (!isKept) return findAccount(db, accountId)?.balance ?? balance;
      onChange();
      if (before.balance?.spentKopecks !== balance.spentKopecks) bus.signal('spending.changed', { accountId });
    }
    return balance;
  };
};

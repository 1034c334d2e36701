import type { Bus } from '#core/bus.ts';
import { createAnswerOrder } from '#core/platform/async/answer-order.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import type { Balance } from '#shared/contract/account.ts';
import type { AccountRepository } from './account-repository.ts';
import type { Session } from './session.ts';

/** Reads the balance and stores it. Throws the errors of the API client and keeps the old balance then. */
export type RefreshBalance = (accountId: string, options?: CallOptions) => Promise<Balance>;

interface Deps {
  readonly session: Session;
  readonly clock: Clock;
  readonly accounts: AccountRepository;
  readonly onChange: () => void;
  /** Signals that the service's total of spending has changed. */
  readonly bus: Pick<Bus, 'signal'>;
}

/**
 * Creates the reader of the balance (docs/api.md#account). An answer is dropped if the account has received another
 * token since the request.
 */
export const createRefreshBalance = ({ session, accounts, clock, onChange, bus }: Deps): RefreshBalance => {
  const order = createAnswerOrder<string>();
  return async (accountId, options) => {
    const client = await session.api(accountId);
    const keep = order.ask(accountId);
    const [markBefore, booksBefore] = [accounts.ledgerMark(accountId), accounts.books(accountId)];
    const { value, receivedAt } = await client.call('balance', {}, options);
    const balance = { ...value, asOf: receivedAt };
    const before = accounts.find(accountId);
    // The account may have been removed or have received another token before the answer came.
    if (before !== undefined && accounts.books(accountId) === booksBefore) {
      const mark = accounts.ledgerMark(accountId);
      const isKept = keep(() =>
        accounts.setBalance(accountId, { ...balance, uptime: uptimeOf(clock) }, mark === markBefore ? mark : null),
      );
      if (!isKept) return accounts.find(accountId)?.balance ?? balance;
      onChange();
      if (before.balance?.spentKopecks !== balance.spentKopecks) bus.signal('spending.changed', { accountId });
    }
    return balance;
  };
};

import type { Balance } from '#shared/contract/account.ts';
import type { CallOptions } from '../api/call.ts';
import type { AccountRepository } from './account-repository.ts';
import type { Session } from './session.ts';

/** Reads the balance and keeps it. Throws what the API client throws; the old balance stays then. */
export type RefreshBalance = (accountId: string, options?: CallOptions) => Promise<Balance>;

export const createRefreshBalance =
  (session: Session, accounts: AccountRepository, onChange: () => void): RefreshBalance =>
  async (accountId, options) => {
    const client = await session.api(accountId);
    const markBefore = accounts.ledgerMark(accountId);
    const { value, receivedAt } = await client.account.balance(options);
    const balance = { ...value, asOf: receivedAt };
    // The account may have been removed while the answer was on its way.
    if (accounts.find(accountId) !== undefined) {
      const mark = accounts.ledgerMark(accountId);
      accounts.setBalance(accountId, balance, mark === markBefore ? mark : null);
      onChange();
    }
    return balance;
  };

import { type Answered, answered, kopecksOf } from './answered.ts';
import type { ApiCaller, CallOptions } from './call.ts';

export interface AccountBalance {
  readonly balanceKopecks: number;
  /** Everything ever spent through the API. */
  readonly spentKopecks: number;
}

/** docs/api.md#account. */
export interface AccountApi {
  balance(options?: CallOptions): Promise<Answered<AccountBalance>>;
}

export const createAccountApi = ({ call }: ApiCaller): AccountApi => ({
  balance: async (options) =>
    answered(await call('balance', {}, options), (data) => ({
      balanceKopecks: kopecksOf(data.balance_rub),
      spentKopecks: kopecksOf(data.api_spent_rub),
    })),
});

import type { ApiClient } from '#core/service/api/api-client.ts';

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

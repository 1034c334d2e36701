import type { ApiClient } from '#core/service/api/api-client.ts';

/** What every other feature knows of the accounts: which desk is open, and how to talk to the service for it. */
export interface Session {
  /** The open desk. Throws DeskError `signed-out` when there is none. */
  accountId(): string;
  /**
   * The API client of an account, the open one by default. Throws DeskError `signed-out` when the account has no token
   * in this run. The token itself never leaves the account feature.
   */
  api(accountId?: string): Promise<ApiClient>;
}

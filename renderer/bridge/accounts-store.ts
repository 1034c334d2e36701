import { create } from 'zustand';
import type { Account, AccountState } from '#shared/contract/account.ts';
import { areAnswersKept, call, firstAnswer, subscribe } from './desk.ts';
import { follow } from './follow.ts';

interface Accounts {
  /** The state that the core sent last; it never contains a token. `undefined` until the first answer. */
  readonly state: AccountState | undefined;
  /** The core has not started yet: the data is still being opened. */
  readonly isOpening: boolean;
}

export const useAccounts = create<Accounts>(() => ({ state: undefined, isOpening: true }));

export const setAccountState = (state: AccountState): void => useAccounts.setState({ state, isOpening: false });

/** Call once, at start. */
export const hydrateAccounts = async (): Promise<void> => {
  const known = firstAnswer('account.state', {});
  subscribe('system.answersChecked', () => useAccounts.setState({ isOpening: false }));
  const set = (state: AccountState): void => useAccounts.setState({ state });
  await follow('account.changed', () => call('account.state', {}), set, known);
  if (!areAnswersKept()) useAccounts.setState({ isOpening: false });
};

export const activeAccount = (state: AccountState | undefined): Account | undefined =>
  state?.accounts.find((account) => account.id === state.activeId);

export const useActiveAccount = (): Account | undefined => useAccounts(({ state }) => activeAccount(state));

/** The reseller's own name for it, else the host of its address. */
export const accountName = (account: Account, sandboxName: string): string => {
  if (account.label !== '') return account.label;
  if (account.isSandbox) return sandboxName;
  try {
    return new URL(account.baseUrl).host;
  } catch {
    return account.baseUrl;
  }
};

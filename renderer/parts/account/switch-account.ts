import { setAccountState } from '../../bridge/accounts-store.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';

/** Opens the desk of another account. */
export const switchAccount = async (accountId: string): Promise<void> => {
  const state = await callOrTell('account.switch', { accountId });
  if (state !== undefined) setAccountState(state);
};

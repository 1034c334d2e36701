import { useEffect } from 'react';
import { create } from 'zustand';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { readLocal, writeLocal } from '../../bridge/local-store.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { undoToast } from '../../ui/undo-toast.tsx';

const STORAGE = 'first-steps-over';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The accounts whose first steps are done or were dismissed. */
const useOver = create<{ readonly accountIds: readonly string[] }>(() => ({
  accountIds: readLocal(STORAGE, isTexts) ?? [],
}));

const setOver = (accountId: string, over: boolean): void => {
  const others = useOver.getState().accountIds.filter((id) => id !== accountId);
  const accountIds = over ? [...others, accountId] : others;
  useOver.setState({ accountIds });
  writeLocal(STORAGE, accountIds);
};

/**
 * Whether the steps are over. A restart does not bring dismissed steps back, nor does a restored desk, although it has
 * no files of this computer.
 */
export const useStepsOver = (): boolean => {
  const account = useActiveAccount();
  const isPutAway = useOver(({ accountIds }) => accountIds.includes(account?.id ?? ''));
  return isPutAway || account?.isBroughtBack === true;
};

/** Returns a function that hides the first steps of the open account, and offers to undo it with the given sentence. */
export const useHideSteps = (): ((said: string) => void) => {
  const accountId = useActiveAccount()?.id ?? '';
  return (said) => {
    setOver(accountId, true);
    undoToast(said, () => setOver(accountId, false));
  };
};

/**
 * Whether the open desk still needs its first steps: no file was saved yet, and the user did not dismiss them. It asks
 * one cheap question until then, and none afterwards.
 */
export const useIsLearning = (): boolean => {
  const accountId = useActiveAccount()?.id ?? '';
  const over = useStepsOver();
  const { value, reload } = useQuery('lists.exports', over || accountId === '' ? null : { offset: 0, limit: 1 });
  useDeskEvent('lists.exported', reload);
  // A run for many clients writes its files without an event for each.
  useDeskEvent('runs.changed', (run) => {
    if (run.state !== 'running') reload();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another desk, under the same question.
  useEffect(reload, [accountId]);
  return !over && value?.total === 0;
};

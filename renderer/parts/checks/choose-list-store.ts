import i18next from 'i18next';
import { create } from 'zustand';
import type { ProxyList } from '#shared/contract/lists.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { undoToast } from '../../ui/undo-toast.tsx';

/** The list that the dialog offers to put on the schedule of checks. It outlives the menu that opened it. */
export const useChosenForChecks = create<{ readonly list: ProxyList | null }>(() => ({ list: null }));

export const chooseForChecks = (list: ProxyList): void => useChosenForChecks.setState({ list });

export const closeChosenForChecks = (): void => useChosenForChecks.setState({ list: null });

/** Takes a list off the schedule of checks, and offers to undo it. */
export const takeOffChecks = async (listId: number, title: string): Promise<void> => {
  const done = await callOrTell('scheduledChecks.removeList', { listId });
  if (done !== undefined) undoToast(i18next.t('checks:schedule.takenOff', { title }), done.undoId);
};

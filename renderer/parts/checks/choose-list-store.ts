import i18next from 'i18next';
import { create } from 'zustand';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { doneToast, undoToast } from '../../ui/undo-toast.tsx';

/** The lists that the dialog offers to put on the schedule of checks. They outlive the menu that opened it. */
export const useChosenForChecks = create<{ readonly listIds: readonly number[] | null }>(() => ({ listIds: null }));

export const chooseForChecks = (listIds: readonly number[]): void => useChosenForChecks.setState({ listIds });

export const closeChosenForChecks = (): void => useChosenForChecks.setState({ listIds: null });

/** Takes a list off the schedule of checks, and offers to undo it. */
export const takeOffChecks = async (listId: number, title: string): Promise<void> => {
  const done = await callOrTell('scheduledChecks.removeLists', { listIds: [listId] });
  if (done !== undefined) undoToast(i18next.t('checks:schedule.takenOff', { title }), done.undoId);
};

/** Takes those of the lists off the schedule of checks that are on it, and offers to undo it. */
export const takeAllOffChecks = async (listIds: readonly number[]): Promise<void> => {
  const done = await callOrTell('scheduledChecks.removeLists', { listIds: [...listIds] });
  if (done === undefined) return;
  const { count, undoId } = done;
  if (count === 0) doneToast(i18next.t('checks:schedule.noneTakenOff'));
  else undoToast(i18next.t('checks:schedule.manyTakenOff', { count }), undoId);
};

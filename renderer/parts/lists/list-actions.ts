import { IconCalendarCheck, IconCalendarX } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { confirmedForMany } from '../../ui/question-store.ts';
import { undoToast } from '../../ui/undo-toast.tsx';
import { chooseForChecks, takeAllOffChecks, takeOffChecks } from '../checks/choose-list-store.ts';
import { openDraft } from '../runs/draft-store.ts';

/** Returns `false` if the user changed their mind or the core refused, which is reported here. */
export const removeLists = async (listIds: readonly number[]): Promise<boolean> => {
  const asked = listIds.length;
  const wanted = await confirmedForMany(asked, () => ({
    title: i18next.t('lists:remove.title', { count: asked }),
    text: [i18next.t('lists:remove.text'), i18next.t('trash:stays')],
    confirmLabel: i18next.t('lists:remove.confirm', { count: asked }),
  }));
  if (!wanted) return false;
  const done = await callOrTell('lists.remove', { listIds: [...listIds] });
  if (done === undefined) return false;
  undoToast(i18next.t('lists:removed', { count: done.count }), done.undoId);
  return true;
};

/** Opens the generator with the recipe of a list. */
export const generateAgain = ({ id: listId, clientId }: ProxyList): void =>
  go('generator', { listId, ...(clientId === null ? {} : { clientId }) });

/** Opens the form for a scheduled list with the recipe and the client of this list. */
export const makeRegularly = ({ recipe: { poolType, ...recipe }, clientId }: ProxyList): void => {
  const known = poolType === null ? {} : { recipe: { poolType, ...recipe } };
  openDraft('schedule', clientId === null ? [] : [clientId], 'lists', known);
};

/** Puts a list on the schedule of checks, after saying what that takes, or takes it off. */
export const checkRegularly = (list: ProxyList): MenuAction =>
  list.isCheckedOnSchedule
    ? {
        icon: IconCalendarX,
        label: i18next.t('checks:schedule.takeOff'),
        run: () => void takeOffChecks(list.id, list.title),
      }
    : { icon: IconCalendarCheck, label: i18next.t('checks:schedule.add'), run: () => chooseForChecks([list.id]) };

/** Puts all selected lists on the schedule of checks, or takes them off. */
export const checkManyRegularly = (listIds: readonly number[]): readonly MenuAction[] => [
  {
    icon: IconCalendarCheck,
    label: i18next.t('checks:schedule.add'),
    run: () => chooseForChecks(listIds),
  },
  {
    icon: IconCalendarX,
    label: i18next.t('checks:schedule.takeOff'),
    run: () => void takeAllOffChecks(listIds),
  },
];

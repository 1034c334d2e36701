import {
  IconCopy,
  IconFolder,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ScheduledList } from '#shared/contract/scheduled-lists.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { undoToast } from '../../ui/undo-toast.tsx';

/** Removes a schedule at once, and offers to undo it. Its files stay. */
export const removeSchedule = async (scheduleId: number): Promise<boolean> => {
  const done = await callOrTell('scheduledLists.remove', { scheduleId });
  if (done !== undefined) undoToast(i18next.t('scheduledLists:removed'), done.undoId);
  return done !== undefined;
};

/** Reports a failure in a message. A button that shows failures in place calls the core itself. */
export const makeNow = (scheduleId: number) => callOrTell('scheduledLists.makeNow', { scheduleId });

/** Asks for another folder in the OS dialog. Lists that waited for a folder are made up for. */
export const chooseFolder = (scheduleId: number) => callOrTell('scheduledLists.chooseFolder', { scheduleId });

/** The actions on one schedule. */
export const useScheduleActions = (): ((schedule: ScheduledList) => readonly MenuAction[]) => {
  const { t } = useTranslation(['scheduledLists', 'common']);
  const noService = useNoService();
  return ({ id: scheduleId, enabled, folderChosen }) => [
    { icon: IconWand, label: t('makeNow'), noService, run: () => void makeNow(scheduleId) },
    { icon: IconPencil, label: t('edit'), run: () => openDraft('schedule', [], 'schedule', { scheduleId }) },
    { icon: IconCopy, label: t('duplicate'), run: () => openDraft('schedule', [], 'schedule', { copyOf: scheduleId }) },
    enabled && folderChosen
      ? {
          icon: IconPlayerPause,
          label: t('common:words.switchOff'),
          run: () => void callOrTell('scheduledLists.setEnabled', { scheduleId, enabled: false }),
        }
      : {
          icon: IconPlayerPlay,
          label: t('common:words.switchOn'),
          run: () => void callOrTell('scheduledLists.setEnabled', { scheduleId, enabled: true }),
        },
    {
      icon: IconFolder,
      label: t('common:words.showFolder'),
      run: () => void callOrTell('scheduledLists.showFolder', { scheduleId }),
    },
    { icon: IconTrash, label: t('common:words.remove'), run: () => void removeSchedule(scheduleId) },
  ];
};

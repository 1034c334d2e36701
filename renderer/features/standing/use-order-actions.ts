import { IconCopy, IconEdit, IconListCheck, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { StandingOrder } from '#shared/contract/standing.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { openStanding } from '../../parts/standing/draft-store.ts';
import { openPlan } from '../../parts/standing/show-order.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { undoToast } from '../../ui/undo-toast.tsx';

const duplicate = async (orderId: number): Promise<void> => {
  const found = await callOrTell('standing.get', { orderId });
  if (found === undefined) return;
  const { order, targets } = found;
  if (order.action !== null) openStanding({ kind: order.action.kind, targets, like: { ...order, name: '' } });
};

/** Removes a standing order, and offers to undo it. */
export const removeOrder = async (orderId: number): Promise<void> => {
  const removed = await callOrTell('standing.remove', { orderId });
  if (removed !== undefined) undoToast(i18next.t('standing:removed'), removed.undoId);
};

/** The actions on one order, for its card, the context menu and the palette alike. */
export const useOrderActions = (order: StandingOrder, onEdit: () => void): readonly MenuAction[] => {
  const { t } = useTranslation(['standing', 'common']);
  const noService = useNoService();
  const { id: orderId, isOn, asks, action } = order;
  const setOn = () => void callOrTell('standing.setOn', { orderId, isOn: !isOn });
  const plan = { icon: IconListCheck, label: t('openPlan'), noService, run: () => void openPlan(orderId) };
  return [
    ...(asks > 0 ? [plan] : []),
    {
      icon: isOn ? IconPlayerPause : IconPlayerPlay,
      label: isOn ? t('common:words.switchOff') : t('common:words.switchOn'),
      run: setOn,
    },
    { icon: IconEdit, label: t('edit'), run: onEdit },
    ...(action === null ? [] : [{ icon: IconCopy, label: t('duplicate'), run: () => void duplicate(orderId) }]),
    { icon: IconTrash, label: t('remove'), run: () => void removeOrder(orderId) },
  ];
};

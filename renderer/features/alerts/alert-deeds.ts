import i18next from 'i18next';
import { call } from '../../bridge/desk.ts';
import { errorToast, undoToast } from '../../ui/undo-toast.tsx';

/** The core marks it as read and has the window show what it is about (store.ts). */
export const openAlert = async (alertId: number): Promise<void> => {
  const result = await call('alerts.open', { alertId });
  if (!result.ok) errorToast(result.error);
};

export const markAllRead = async (): Promise<void> => {
  const result = await call('alerts.markRead', {});
  if (!result.ok) errorToast(result.error);
};

const undo = async (undoId: number): Promise<void> => {
  const result = await call('alerts.undoDismiss', { undoId });
  if (!result.ok) errorToast(result.error);
};

/** One, or all of `count`. */
export const dismissAlerts = async (alertId: number | null, count: number): Promise<void> => {
  const result = await call('alerts.dismiss', alertId === null ? {} : { alertIds: [alertId] });
  if (!result.ok) {
    errorToast(result.error);
    return;
  }
  const { undoId } = result.value;
  undoToast(i18next.t('alerts:dismissed', { count }), () => void undo(undoId));
};

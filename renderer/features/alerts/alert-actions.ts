import i18next from 'i18next';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { undoToast } from '../../ui/undo-toast.tsx';

/** The core marks the alert as read, and its event makes the window show the subject (store.ts). */
export const openAlert = (alertId: number) => callOrTell('alerts.open', { alertId });

export const markAllRead = () => callOrTell('alerts.markRead', {});

/** Dismisses one alert, or all of `count`. */
export const dismissAlerts = async (alertId: number | null, count: number): Promise<void> => {
  const done = await callOrTell('alerts.dismiss', alertId === null ? {} : { alertIds: [alertId] });
  if (done === undefined) return;
  undoToast(i18next.t('alerts:dismissed', { count }), done.undoId);
};

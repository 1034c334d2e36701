import { Notification } from 'electron';
import { areNotificationsShown } from './session-bus.ts';

interface NotificationContent {
  readonly title: string;
  readonly body: string;
  readonly onClick?: () => void;
}

/** The notifications on the screen. Without a reference they are garbage-collected and their clicks are lost. */
const shown = new Set<Notification>();

/** Shows a notification and returns `true`, or `false` where nothing shows any. Never rejects. */
export const showNotification = async ({ title, body, onClick }: NotificationContent): Promise<boolean> => {
  if (!Notification.isSupported() || !(await areNotificationsShown())) return false;
  const notification = new Notification({ title, body });
  const forget = (): void => void shown.delete(notification);
  shown.add(notification);
  notification.on('click', () => {
    forget();
    onClick?.();
  });
  notification.on('close', forget);
  notification.on('failed', forget);
  notification.show();
  return true;
};

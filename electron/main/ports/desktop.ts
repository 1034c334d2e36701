import { type BrowserWindow, Notification, nativeImage, shell } from 'electron';
import type { Desktop } from '#core/ports.ts';
import { isLoginItem, setLoginItem } from '../background/login-item.ts';
import type { SecretClipboard } from './secret-clipboard.ts';

interface DesktopOptions {
  readonly clipboard: SecretClipboard;
  readonly window: () => BrowserWindow | null;
  /** A picture of a file, for the pointer to carry. */
  readonly dragIcon: string;
  /** Gets the notification's `target`, to bring the user there. */
  readonly onNotificationClick: (target: string | null) => void;
  /** What the app is started with at sign-in, beside `--hidden`. */
  readonly loginArguments: readonly string[];
}

/** Shown ones: without a reference they are collected, and their click is lost with them. */
const shown = new Set<Notification>();

export const createDesktop = ({
  clipboard,
  window,
  dragIcon,
  onNotificationClick,
  loginArguments,
}: DesktopOptions): Desktop => ({
  startsAtLogin: async () => isLoginItem(loginArguments),
  setStartsAtLogin: async (isOn) => setLoginItem(isOn, loginArguments),
  showInFolder: (path) => shell.showItemInFolder(path),
  startDrag: (file) => {
    const icon = nativeImage.createFromPath(dragIcon).resize({ width: 32 });
    window()?.webContents.startDrag({ file, icon });
  },
  openExternal: openHttps,
  writeClipboard: (text, { secret }) => clipboard.write(text, secret),
  notify: ({ title, body, target }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    const forget = (): void => void shown.delete(notification);
    shown.add(notification);
    notification.on('click', () => {
      forget();
      onNotificationClick(target ?? null);
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    notification.show();
  },
});

/** Anything but https could start another program with our words in its arguments. */
const openHttps = async (text: string): Promise<void> => {
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new Error('only https addresses are opened');
  await shell.openExternal(url.href);
};

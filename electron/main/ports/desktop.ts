import { type BrowserWindow, nativeImage, shell } from 'electron';
import type { Desktop } from '#core/ports.ts';
import { isChatAddress } from '#shared/domain/chat-address.ts';
import { isLoginItem, setLoginItem } from '../background/login-item.ts';
import { showNotification } from '../background/notifications.ts';
import { printPdf } from './print-pdf.ts';
import type { SecretClipboard } from './secret-clipboard.ts';

interface DesktopOptions {
  readonly clipboard: SecretClipboard;
  readonly window: () => BrowserWindow | null;
  readonly showHelp: Desktop['showHelp'];
  /** The image of a file to show under the pointer during a drag. */
  readonly dragIcon: string;
  /** Receives the notification's `target`, to show it to the user. */
  readonly onNotificationClick: (target: string | null) => void;
  /** The arguments with which the app starts at sign-in, besides `--hidden`. */
  readonly loginArguments: readonly string[];
}

/**
 * Creates the port through which the core uses the desktop: notifications, the clipboard, drags, links and the login
 * item.
 */
export const createDesktop = ({
  clipboard,
  window,
  showHelp,
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
  showHelp,
  openExternal: openHttps,
  openChat,
  printPdf,
  writeClipboardImage: (png) => clipboard.writeImage(png),
  writeClipboard: (text, { secret }) => clipboard.write(text, secret),
  notify: ({ title, body, target }) =>
    void showNotification({ title, body, onClick: () => onNotificationClick(target ?? null) }),
});

/** Opens a chat in the messenger or the browser. The page can name no address, and the core no other than these. */
const openChat = async (address: string): Promise<void> => {
  if (!isChatAddress(address)) throw new Error('only addresses of chats are opened');
  await shell.openExternal(address);
};

/** Opens an https address. Other schemes could start another program with arguments that the address contains. */
const openHttps = async (text: string): Promise<void> => {
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new Error('only https addresses are opened');
  await shell.openExternal(url.href);
};

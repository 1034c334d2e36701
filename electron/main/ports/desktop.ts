import { clipboard, Notification, shell } from 'electron';
import type { Desktop } from '#core/ports.ts';

/** A secret stays on the clipboard this long. */
const SECRET_LIFE_MS = 60_000;

/** `onNotificationClick` gets the notification's `target`, to bring the user there. */
export const createDesktop = (onNotificationClick: (target: string | null) => void): Desktop => {
  let wipe: ReturnType<typeof setTimeout> | null = null;
  return {
    showInFolder: (path) => shell.showItemInFolder(path),
    openExternal: openHttps,
    writeClipboard: (text, { secret }) => {
      if (wipe !== null) clearTimeout(wipe);
      wipe = null;
      void clipboard.writeText(text);
      if (!secret) return;
      wipe = setTimeout(() => {
        wipe = null;
        void clearIfStill(text);
      }, SECRET_LIFE_MS);
    },
    notify: ({ title, body, target }) => {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notification.on('click', () => onNotificationClick(target ?? null));
      notification.show();
    },
  };
};

/** Anything but https could start another program with our words in its arguments. */
const openHttps = async (text: string): Promise<void> => {
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new Error('only https addresses are opened');
  await shell.openExternal(url.href);
};

/** What was copied since is not ours to clear. Electron 33 answers at once, 45 with a promise: `await` takes both. */
const clearIfStill = async (text: string): Promise<void> => {
  if ((await clipboard.readText()) === text) clipboard.clear();
};

import { app, type BrowserWindow } from 'electron';

/** The time that a page has to be painted after it was loaded, before its window is shown without waiting for that. */
const PAINTED_WITHIN_MS = 100;

/**
 * Calls `show` once, when the page of a hidden window has been painted for the first time. Desktops with Wayland paint no
 * hidden window, and Electron 38 and later wait for that in vain (electron/electron#48859), so on Linux the window is
 * shown at the latest when its page has been loaded.
 */
export const onceReadyToShow = (window: BrowserWindow, show: () => void): void => {
  let isShown = false;
  const reveal = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    show();
  };
  window.once('ready-to-show', reveal);
  if (process.platform !== 'linux') return;
  window.webContents.once('did-finish-load', () => setTimeout(reveal, PAINTED_WITHIN_MS));
};

/** Whether the windows may be on a desktop with Wayland. */
const isOnWayland = (): boolean =>
  process.platform === 'linux' &&
  Boolean(process.env.WAYLAND_DISPLAY) &&
  app.commandLine.getSwitchValue('ozone-platform') !== 'x11';

/** Brings a window to the front, also one that is minimised or hidden. */
export const focusWindow = (window: BrowserWindow): void => {
  if (window.isMinimized()) {
    // Without this, showing it would end the app on Wayland (electron/electron#49253).
    window.restore();
    // Wayland lets no program bring back its minimised window, only close it and open it anew.
    if (isOnWayland()) window.hide();
  }
  window.show();
  window.focus();
};

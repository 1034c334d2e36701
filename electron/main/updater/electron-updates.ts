import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { Logger } from '#core/ports.ts';
import { createUpdates, type Updater, type Updates } from './updates.ts';
import { whyOff } from './why-off.ts';

/** Updates of this very copy of the app, through electron-updater. */
export const createElectronUpdates = (logger: Logger): Updates =>
  createUpdates({
    off: whyOff({
      isPackaged: app.isPackaged,
      platform: process.platform,
      hasFeed: existsSync(join(process.resourcesPath, 'app-update.yml')),
      appImage: process.env.APPIMAGE,
      hasUninstaller: existsSync(join(dirname(app.getPath('exe')), `Uninstall ${app.getName()}.exe`)),
      isInApplications: process.platform === 'darwin' && app.isInApplicationsFolder(),
      canWrite,
    }),
    load: loadUpdater,
    now: Date.now,
    logger,
  });

const canWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    // It is replaced by another file in its folder.
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

const loadUpdater = async (): Promise<Updater> => {
  const { autoUpdater } = (await import('electron-updater')).default;
  autoUpdater.autoDownload = false;
  // It adds its way out when the download is over; `beforeQuit` has the last word.
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.disableWebInstaller = true;
  // Its own log would repeat whole answers of the feed.
  autoUpdater.logger = null;
  return autoUpdater;
};

import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { Logger } from '#core/ports.ts';
import { loadUpdater } from './load-updater.ts';
import { readUpdateKey } from './signature.ts';
import { createUpdater, type Updates } from './updates.ts';
import { whyOff } from './why-off.ts';

/** Creates the updates of this copy of the app, through electron-updater. */
export const createElectronUpdates = (logger: Logger): Updates => {
  const { updateFeed: url, updateKey } = readOwnManifest();
  const key = readUpdateKey(updateKey);
  const signed = process.platform === 'linux' && key !== null && typeof url === 'string' ? { url, key } : null;
  return createUpdater({
    off: whyOff({
      isPackaged: app.isPackaged,
      platform: process.platform,
      feed: readFeed(),
      hasKey: signed !== null,
      appImage: process.env.APPIMAGE,
      hasUninstaller: existsSync(join(dirname(app.getPath('exe')), `Uninstall ${app.getName()}.exe`)),
      isInApplications: process.platform === 'darwin' && app.isInApplicationsFolder(),
      canWrite,
    }),
    load: () => loadUpdater(signed),
    now: Date.now,
    logger,
  });
};

/** Reads the feed's description that electron-builder wrote beside the app. */
const readFeed = (): string | null => {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
};

const readOwnManifest = (): { readonly updateFeed?: unknown; readonly updateKey?: unknown } =>
  JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));

const canWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    // An update replaces the file by another one in its folder, so the folder must be writable, too.
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

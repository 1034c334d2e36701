import type { SignedFeed } from './signed-provider.ts';
import type { Updater } from './updates.ts';

/** Loads electron-updater. It uses the feed that was packed with the app, or `signed` if given. */
export const loadUpdater = async (signed: SignedFeed | null): Promise<Updater> => {
  const { autoUpdater } = (await import('electron-updater')).default;
  if (signed !== null) {
    const { signedProvider } = await import('./signed-provider.ts');
    autoUpdater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(signed) });
  }
  autoUpdater.autoDownload = false;
  // electron-updater registers its exit handler after the download; `beforeQuit` decides whether it installs.
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.disableWebInstaller = true;
  // The updater's log would contain whole answers of the feed.
  autoUpdater.logger = null;
  return autoUpdater;
};

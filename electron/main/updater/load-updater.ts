import type { SignedFeed } from './signed-provider.ts';
import type { Updater } from './updates.ts';

/** electron-updater, with the feed that was packed with the app; with `signed`, with that one. */
export const loadUpdater = async (signed: SignedFeed | null): Promise<Updater> => {
  const { autoUpdater } = (await import('electron-updater')).default;
  if (signed !== null) {
    const { signedProvider } = await import('./signed-provider.ts');
    autoUpdater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(signed) });
  }
  autoUpdater.autoDownload = false;
  // It adds its way out when the download is over; `beforeQuit` has the last word.
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.disableWebInstaller = true;
  // Its own log would repeat whole answers of the feed.
  autoUpdater.logger = null;
  return autoUpdater;
};

import type { UpdatesOff } from '#shared/contract/updates.ts';

/** What decides whether an update can succeed here. */
export interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** electron-builder wrote the feed's address beside the app (package.json: updateFeed). */
  readonly hasFeed: boolean;
  /** The AppImage this runs from. */
  readonly appImage: string | undefined;
  /** The NSIS installer left its uninstaller beside the app. */
  readonly hasUninstaller: boolean;
  /** macOS: it was moved out of the disk image, to where it may replace itself. */
  readonly isInApplications: boolean;
  readonly canWrite: (path: string) => boolean;
}

/** Why this copy does not look for updates; `null`: it does. */
export const whyOff = (installation: Installation): UpdatesOff | null => {
  if (!installation.isPackaged) return 'development';
  if (!installation.hasFeed) return 'no-feed';
  switch (installation.platform) {
    case 'win32':
      return installation.hasUninstaller ? null : 'not-installed';
    case 'darwin':
      return installation.isInApplications ? null : 'not-installed';
    default:
      // Of deb and a bare folder the system, or nobody, takes care.
      if (installation.appImage === undefined) return 'not-installed';
      return installation.canWrite(installation.appImage) ? null : 'read-only';
  }
};

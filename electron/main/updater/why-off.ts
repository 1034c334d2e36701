import type { UpdatesOff } from '#shared/contract/updates.ts';

/** The facts that decide whether an update can succeed on this installation. */
export interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The description of the feed that electron-builder wrote beside the app (package.json: updateFeed). */
  readonly feed: string | null;
  /** Whether the package has the public key that must have signed the feed's manifest (package.json: updateKey). */
  readonly hasKey: boolean;
  /** The path of the AppImage from which the app runs. */
  readonly appImage: string | undefined;
  /** Whether the NSIS installer left its uninstaller beside the app. */
  readonly hasUninstaller: boolean;
  /** macOS: whether the app was moved out of the disk image to a folder where it can replace itself. */
  readonly isInApplications: boolean;
  readonly canWrite: (path: string) => boolean;
}

/**
 * Returns whether the update is verified before it is installed. On Windows electron-updater verifies it, but only if
 * it was packed with a publisher's name. On macOS the system does: it accepts a replacement only with the same
 * signature. Elsewhere the app verifies the manifest itself.
 */
const isVerified = ({ platform, feed, hasKey }: Installation): boolean => {
  if (feed === null) return false;
  if (platform === 'win32') return /^publisherName:/m.test(feed);
  return platform === 'darwin' || hasKey;
};

/** Returns why this copy does not check for updates, or `null` if it does. */
export const whyOff = (installation: Installation): UpdatesOff | null => {
  if (!installation.isPackaged) return 'development';
  if (!isVerified(installation)) return 'no-feed';
  switch (installation.platform) {
    case 'win32':
      return installation.hasUninstaller ? null : 'not-installed';
    case 'darwin':
      return installation.isInApplications ? null : 'not-installed';
    default:
      // A deb package is updated by the system, and a plain folder by the user.
      if (installation.appImage === undefined) return 'not-installed';
      return installation.canWrite(installation.appImage) ? null : 'read-only';
  }
};

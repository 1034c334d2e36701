import type { UpdatesOff } from '#shared/contract/updates.ts';

/** What decides whether an update can succeed here. */
export interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** What electron-builder wrote about the feed beside the app (package.json: updateFeed). */
  readonly feed: string | null;
  /** The package has the public key that the manifest of the feed must be signed with (package.json: updateKey). */
  readonly hasKey: boolean;
  /** The AppImage this runs from. */
  readonly appImage: string | undefined;
  /** The NSIS installer left its uninstaller beside the app. */
  readonly hasUninstaller: boolean;
  /** macOS: it was moved out of the disk image, to where it may replace itself. */
  readonly isInApplications: boolean;
  readonly canWrite: (path: string) => boolean;
}

/**
 * Whether somebody verifies what the feed brings. Windows: electron-updater, but only against a publisher it was packed
 * with. macOS: the system, which replaces an app by one of the same signature alone. Elsewhere: we do.
 */
const isVerified = ({ platform, feed, hasKey }: Installation): boolean => {
  if (feed === null) return false;
  if (platform === 'win32') return /^publisherName:/m.test(feed);
  return platform === 'darwin' || hasKey;
};

/** Why this copy does not look for updates; `null`: it does. */
export const whyOff = (installation: Installation): UpdatesOff | null => {
  if (!installation.isPackaged) return 'development';
  if (!isVerified(installation)) return 'no-feed';
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

import { join } from 'node:path';
import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import { DeskError } from '#shared/result.ts';
import { readVersions, type Versions } from './versions.ts';

interface SystemParts {
  readonly folder: Pick<DataFolder, 'notice' | 'dismissNotice'>;
  readonly mark: Pick<DeskMark, 'foundAt' | 'dismissNotice'>;
  /** Closes this database and opens the backup in its place; all features start again. */
  readonly restore: (backup: string) => Promise<void>;
  /** The text of the diagnostics. */
  readonly diagnose: (versions: Versions) => Promise<string>;
}

/** Creates the handlers of the contract's `system.*`. */
export const systemHandlers = (
  { db, desktop, paths, appVersion, systemLocale }: DeskContext,
  { folder, mark, restore, diagnose }: SystemParts,
): FeatureHandlers<'system'> => ({
  'system.info': () => {
    const notice = folder.notice();
    const versions = readVersions(db, appVersion);
    return {
      version: versions.app,
      runtime: versions.runtime,
      sqlite: versions.sqlite,
      schema: versions.schema,
      platform: `${process.platform} ${process.arch}`,
      locale: systemLocale,
      dataFolder: paths.data,
      storageNotice: notice === null ? null : { setAside: notice.setAside, backups: [...notice.backups] },
      copyFoundAt: mark.foundAt(),
    };
  },
  'system.copyDiagnostics': async () => {
    const text = await diagnose(readVersions(db, appVersion));
    desktop.writeClipboard(text, { secret: false });
    return { text };
  },
  'system.showDataFolder': () => {
    desktop.showInFolder(join(paths.data, 'desk.db'));
    return {};
  },
  'system.showHelp': ({ page }) => {
    desktop.showHelp(page);
    return {};
  },
  'system.startsAtLogin': async () => ({ isOn: await desktop.startsAtLogin() }),
  'system.setStartsAtLogin': async ({ isOn }) => {
    try {
      await desktop.setStartsAtLogin(isOn);
    } catch {
      throw new DeskError('storage', 'The system did not store the setting.', { code: 'start-at-login' });
    }
    return { isOn: await desktop.startsAtLogin() };
  },
  'system.restoreBackup': async ({ name }) => {
    const isOffered = folder.notice()?.backups.some((backup) => backup.name === name) ?? false;
    if (!isOffered) throw new DeskError('not-found', 'There is no such backup.', { code: 'no-backup' });
    await restore(name);
    return {};
  },
  'system.dismissNotice': ({ notice }) => {
    if (notice === 'storage') folder.dismissNotice();
    else mark.dismissNotice();
    return {};
  },
});

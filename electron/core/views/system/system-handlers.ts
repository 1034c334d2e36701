import { join } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { StorageNotice } from '#core/platform/sqlite/open-checked.ts';
import { DeskError } from '#shared/result.ts';
import { readVersions, type Versions } from './versions.ts';

interface SystemDeps extends CommonDeps<'desktop' | 'paths' | 'appVersion' | 'systemLocale' | 'db'> {
  readonly notice: () => StorageNotice | null;
  readonly dismissNotice: () => void;
  readonly mark: Pick<DeskMark, 'foundAt' | 'dismissNotice'>;
  /** Closes this database and opens the backup in its place; all features start again. */
  readonly restore: (backup: string) => Promise<void>;
  readonly diagnostics: (versions: Versions) => Promise<string>;
}

/** Creates the handlers of the contract's `system.*`. */
export const createSystem = (deps: SystemDeps): { readonly handlers: FeatureHandlers<'system'> } => ({
  handlers: {
    'system.info': () => {
      const notice = deps.notice();
      const versions = readVersions(deps.db, deps.appVersion);
      return {
        version: versions.app,
        runtime: versions.runtime,
        sqlite: versions.sqlite,
        schema: versions.schema,
        platform: `${process.platform} ${process.arch}`,
        locale: deps.systemLocale,
        dataFolder: deps.paths.data,
        storageNotice: notice === null ? null : { setAside: notice.setAside, backups: [...notice.backups] },
        copyFoundAt: deps.mark.foundAt(),
      };
    },
    'system.copyDiagnostics': async () => {
      const text = await deps.diagnostics(readVersions(deps.db, deps.appVersion));
      deps.desktop.writeClipboard(text, { secret: false });
      return { text };
    },
    'system.showDataFolder': () => {
      deps.desktop.showInFolder(join(deps.paths.data, 'desk.db'));
      return {};
    },
    'system.startsAtLogin': async () => ({ isOn: await deps.desktop.startsAtLogin() }),
    'system.setStartsAtLogin': async ({ isOn }) => {
      try {
        await deps.desktop.setStartsAtLogin(isOn);
      } catch {
        throw new DeskError('storage', 'The system did not take it.', { code: 'start-at-login' });
      }
      return { isOn: await deps.desktop.startsAtLogin() };
    },
    'system.restoreBackup': async ({ name }) => {
      const isOffered = deps.notice()?.backups.some((backup) => backup.name === name) ?? false;
      if (!isOffered) throw new DeskError('not-found', 'There is no such backup.', { code: 'no-backup' });
      await deps.restore(name);
      return {};
    },
    'system.dismissNotice': ({ notice }) => {
      if (notice === 'storage') deps.dismissNotice();
      else deps.mark.dismissNotice();
      return {};
    },
  },
});

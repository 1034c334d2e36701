import { join } from 'node:path';
import { DeskError } from '#shared/result.ts';
import type { FeatureHandlers } from '../handlers.ts';
import type { Ports } from '../ports.ts';
import type { StorageNotice } from '../storage/open-checked.ts';

export interface SystemDeps extends Pick<Ports, 'desktop' | 'paths' | 'appVersion' | 'systemLocale'> {
  readonly notice: () => StorageNotice | null;
  readonly dismissNotice: () => void;
  /** Closes this database and opens the backup in its place; the features start anew. */
  readonly restore: (backup: string) => Promise<void>;
}

export const createSystem = (deps: SystemDeps): { readonly handlers: FeatureHandlers<'system'> } => ({
  handlers: {
    'system.info': () => {
      const notice = deps.notice();
      return {
        version: deps.appVersion,
        runtime: runtimeName(),
        platform: `${process.platform} ${process.arch}`,
        locale: deps.systemLocale,
        dataFolder: deps.paths.data,
        storageNotice: notice === null ? null : { setAside: notice.setAside, backups: [...notice.backups] },
      };
    },
    'system.showDataFolder': () => {
      deps.desktop.showInFolder(join(deps.paths.data, 'desk.db'));
      return {};
    },
    'system.openExternal': async ({ url }) => {
      if (!isHttps(url)) {
        throw new DeskError('invalid-input', 'Only https addresses are opened.', {
          problems: [{ field: 'url', code: 'url-not-https' }],
        });
      }
      await deps.desktop.openExternal(new URL(url).href);
      return {};
    },
    'system.restoreBackup': async ({ name }) => {
      const isOffered = deps.notice()?.backups.some((backup) => backup.name === name) ?? false;
      if (!isOffered) throw new DeskError('not-found', 'There is no such backup.', { code: 'no-backup' });
      await deps.restore(name);
      return {};
    },
    'system.dismissStorageNotice': () => {
      deps.dismissNotice();
      return {};
    },
  },
});

const runtimeName = (): string => {
  const { electron, chrome, node } = process.versions;
  return electron === undefined ? `Node ${node}` : `Electron ${electron} · Chrome ${chrome} · Node ${node}`;
};

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';

import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { Ports } from '#core/ports.ts';
import type { BackupCopy } from '#shared/contract/backup.ts';
import { createOpenBackup } from './open-backup.ts';
import { createSaveBackup } from './save-backup.ts';
import { createSingleTask } from './single-task.ts';

interface BackupDeps
  extends Pick<Ports, 'clock' | 'dialogs' | 'desktop' | 'paths' | 'appVersion'>,
    CommonDeps<'partials' | 'emit' | 'language'> {
  readonly folder: DataFolder;
  /** Closes this desk and opens the staged one; all features start again. */
  readonly replace: () => Promise<void>;
}

/**
 * Creates the feature "backup": saves the desk as one file, manages the copies on this computer, and restores them
 * (docs/decisions/013-backups.md).
 */
export const createBackup = (deps: BackupDeps) => {
  const { folder } = deps;
  const task = createSingleTask(deps);
  const save = createSaveBackup({ ...deps, task });
  const opener = createOpenBackup({ ...deps, task });
  const copies = async (): Promise<{ copies: BackupCopy[] }> => ({ copies: [...(await folder.copies())] });

  const handlers: FeatureHandlers<'backup'> = {
    'backup.list': copies,
    'backup.removeCopy': async ({ name }) => {
      await folder.removeCopy(name);
      return copies();
    },
    'backup.showCopies': () => {
      deps.desktop.showInFolder(deps.paths.backups);
      return {};
    },
    'backup.cancel': async () => {
      await task.cancel();
      return {};
    },
    'backup.save': ({ passphrase, repeated }) => save(passphrase, repeated),
    'backup.choose': opener.choose,
    'backup.openFile': ({ passphrase }) => opener.openFile(passphrase),
    'backup.openCopy': ({ name }) => opener.openCopy(name),
    'backup.restore': async ({ offerId }) => {
      await opener.restore(offerId, async () => {
        // Everything that can fail runs while this desk is open; only the renaming is left for later.
        await folder.migrateStage();
        await deps.replace();
      });
      return {};
    },
    'backup.discard': async () => {
      if (task.current()?.kind === 'open') await task.cancel();
      await opener.discard();
      return {};
    },
  };

  return {
    handlers,
    /** Cancels the running task. */
    close: task.cancel,
  };
};

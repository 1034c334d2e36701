import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { BackupCopy } from '#shared/contract/backup.ts';
import { createOpenBackup } from './open-backup.ts';
import { saveBackup } from './save-backup.ts';
import { createSingleTask } from './single-task.ts';

/**
 * Creates the feature "backup": saves the desk as one file, manages the copies on this computer, and restores them
 * (docs/decisions/013-backups.md). `replace` closes this desk and opens the staged one; all features start again.
 */
export const createBackup = (context: DeskContext, folder: DataFolder, replace: () => Promise<void>) => {
  const task = createSingleTask(context);
  const opener = createOpenBackup({ ...context, folder, task });
  const copies = async (): Promise<{ copies: BackupCopy[] }> => ({ copies: [...(await folder.copies())] });

  const handlers: FeatureHandlers<'backup'> = {
    'backup.list': copies,
    'backup.removeCopy': async ({ name }) => {
      await folder.removeCopy(name);
      return copies();
    },
    'backup.showCopies': () => {
      context.desktop.showInFolder(context.paths.backups);
      return {};
    },
    'backup.cancel': async () => {
      await task.cancel();
      return {};
    },
    'backup.save': ({ passphrase, repeated }) => saveBackup(context, { folder, task }, passphrase, repeated),
    'backup.choose': opener.choose,
    'backup.openFile': ({ passphrase }) => opener.openFile(passphrase),
    'backup.openCopy': ({ name }) => opener.openCopy(name),
    'backup.restore': async ({ offerId }) => {
      await opener.restore(offerId, async () => {
        // Everything that can fail runs while this desk is open; only the renaming is left for later.
        await folder.migrateStage();
        await replace();
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

import { type FileHandle, open, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import { makePrivateFile } from '#core/platform/files/private-files.ts';
import { refused } from '#core/platform/sqlite/check-desk.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import { storageError } from '#core/platform/sqlite/sqlite-errors.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import type { BackupFileInfo, RestoreOffer } from '#shared/contract/backup.ts';
import { DeskError } from '#shared/result.ts';
import { backupContent, type FoundBackup, readBackupHead } from './backup-file.ts';
import { readDeskFacts } from './desk-facts.ts';
import { EXTENSION } from './save-backup.ts';
import { backupBusy, type SingleTask, type TaskContext } from './single-task.ts';

interface OpenBackupDeps extends CommonDeps<'dialogs' | 'language'> {
  readonly folder: Pick<
    DataFolder,
    'file' | 'staged' | 'copies' | 'stageCopy' | 'clearStage' | 'checkForeignStage' | 'schema'
  >;
  readonly task: SingleTask;
}

/**
 * Creates the opening of backups. It unpacks one beside the desk, checks all of it and returns a summary. The passphrase
 * is needed once for this and is not kept: a later restore uses what was unpacked.
 */
export const createOpenBackup = (deps: OpenBackupDeps) => {
  const { folder, task } = deps;
  const t = textsOf(deps.language);
  let chosen: FoundBackup | null = null;
  let offers = 0;
  let offerId: number | null = null;
  let isRestoring = false;

  /** Throws while a restore is using the stage. */
  const assertFree = (): void => {
    if (isRestoring) throw backupBusy();
  };

  const discard = async (): Promise<void> => {
    assertFree();
    offerId = null;
    await folder.clearStage();
  };

  const offer = async (what: Pick<RestoreOffer, 'fileName' | 'createdAt' | 'appVersion'>): Promise<RestoreOffer> => {
    const [brings, present] = await Promise.all([
      readDeskFacts(folder.staged, { atRest: true }),
      readDeskFacts(folder.file, { atRest: false }),
    ]);
    offers += 1;
    offerId = offers;
    return { offerId, ...what, brings, present };
  };

  /** Runs the work as a task, and clears the stage if it fails. */
  const staging = (work: (context: TaskContext) => Promise<RestoreOffer>): Promise<RestoreOffer> =>
    task.run('open', async (context) => {
      await discard();
      try {
        return await work(context);
      } catch (error) {
        await discard();
        throw error;
      }
    });

  const unpack = async (found: FoundBackup, passphrase: string, { signal, progress }: TaskContext): Promise<void> => {
    await assertRoom(folder.staged, found.description.bytes ?? found.bytes);
    const content = backupContent(found, passphrase, (bytes) => progress(bytes, found.bytes));
    await makePrivateFile(folder.staged);
    const file = await open(folder.staged, 'r+');
    try {
      for await (const piece of content) {
        signal.throwIfAborted();
        await writeAll(file, piece);
      }
      await file.sync();
    } catch (error) {
      throw error instanceof DeskError ? error : storageError(error);
    } finally {
      await file.close();
    }
  };

  return {
    choose: async (): Promise<BackupFileInfo | null> => {
      const filters = [
        { name: t('files:dialogs.backup'), extensions: [EXTENSION] },
        { name: '*', extensions: ['*'] },
      ];
      const path = await deps.dialogs.openFile({ title: t('files:dialogs.openBackup'), filters });
      if (path === null) return null;
      chosen = null;
      const found = await readBackupHead(path);
      if (found.description.schema > folder.schema) throw refused('newer');
      chosen = found;
      const { createdAt, appVersion } = found.description;
      return { fileName: basename(path), bytes: found.bytes, createdAt, appVersion };
    },
    openFile: (passphrase: string): Promise<RestoreOffer> => {
      const found = chosen;
      if (found === null) throw new DeskError('conflict', 'No file was chosen.', { code: 'no-backup-chosen' });
      return staging(async (context) => {
        await unpack(found, passphrase, context);
        await folder.checkForeignStage();
        const { createdAt, appVersion } = found.description;
        return offer({ fileName: basename(found.path), createdAt, appVersion });
      });
    },
    openCopy: (name: string): Promise<RestoreOffer> =>
      staging(async () => {
        await folder.stageCopy(name);
        const copy = (await folder.copies()).find((one) => one.name === name);
        return offer({ fileName: name, createdAt: copy?.createdAt ?? 0, appVersion: null });
      }),
    discard,
    /**
     * Restores the offered desk, one at a time; if that fails, the offer stays valid. Throws `not-found` (`no-offer`:
     * another backup was opened since, or none), `conflict` (`backup-busy`), and the errors of `bring`.
     */
    restore: async (wanted: number, bring: () => Promise<void>): Promise<void> => {
      assertFree();
      if (wanted !== offerId)
        throw new DeskError('not-found', 'The offer to restore is no longer valid.', { code: 'no-offer' });
      isRestoring = true;
      try {
        await bring();
      } finally {
        isRestoring = false;
      }
    },
  };
};

/** Writes all bytes. On a nearly full disk a write may be partial without an error; the next one then fails. */
const writeAll = async (file: FileHandle, bytes: Buffer): Promise<void> => {
  let offset = 0;
  while (offset < bytes.length) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset);
    offset += bytesWritten;
  }
};

/** Checks the free space first, so that the user's disk is not filled completely. Throws `storage` (`database-full`). */
const assertRoom = async (path: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bytes > bavail * bsize)
    throw new DeskError('storage', 'The disk has no room for the restored data.', { code: 'database-full' });
};

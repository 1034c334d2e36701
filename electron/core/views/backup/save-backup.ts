import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DeskContext } from '#core/context.ts';
import { newKeyStrength } from '#core/platform/secrets/derive-key.ts';
import { assertPassphrase } from '#core/platform/secrets/passphrase-strength.ts';
import { type DataFolder, SNAPSHOT } from '#core/platform/sqlite/data-folder.ts';
import { schemaVersion } from '#core/platform/sqlite/migrate.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { writeBackupFile } from './backup-file.ts';
import type { SingleTask } from './single-task.ts';

interface BackupSource {
  readonly folder: Pick<DataFolder, 'db' | 'file' | 'snapshot'>;
  readonly task: SingleTask;
}

export const EXTENSION = 'rdbackup';

const writeSnapshot = (
  context: DeskContext,
  { folder, task }: BackupSource,
  target: string,
  passphrase: string,
): Promise<number> => {
  const { clock, appVersion, partials } = context;
  const snapshot = join(dirname(folder.file), SNAPSHOT);
  return task.run('save', async ({ signal, progress }) => {
    try {
      const about = { createdAt: clock.now(), appVersion, schema: schemaVersion(folder.db()) };
      await folder.snapshot(snapshot);
      const { size } = await stat(snapshot);
      signal.throwIfAborted();
      // Every byte is written once and read back once.
      const onProgress = (bytes: number) => progress(bytes, 2 * size);
      onProgress(0);
      const write = { source: snapshot, target, passphrase, strength: newKeyStrength(context), about };
      return await writeBackupFile({ ...write, onProgress, signal, partials });
    } finally {
      await rm(snapshot, { force: true });
    }
  });
};

/**
 * Saves the whole desk as one sealed file; `null` if the user closed the dialog. It first makes a snapshot, so that the
 * desk stays usable meanwhile, and deletes it afterwards. The API tokens are in the keychain and not in the desk, so the
 * file does not contain them.
 */
export const saveBackup = async (
  context: DeskContext,
  source: BackupSource,
  passphrase: string,
  repeated: string,
): Promise<{ fileName: string; bytes: number } | null> => {
  const t = textsOf(context.language);
  await assertPassphrase(passphrase, repeated);
  const target = await context.dialogs.saveFile({
    title: t('files:dialogs.saveBackup'),
    suggestedName: `reseller-desk-${localDate(context.clock.now())}.${EXTENSION}`,
    filters: [{ name: t('files:dialogs.backup'), extensions: [EXTENSION] }],
  });
  if (target === null) return null;
  return { fileName: basename(target), bytes: await writeSnapshot(context, source, target, passphrase) };
};

import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import { STRONG } from '#core/platform/secrets/derive-key.ts';
import { assertPassphrase } from '#core/platform/secrets/passphrase-strength.ts';
import { type DataFolder, SNAPSHOT } from '#core/platform/sqlite/data-folder.ts';
import { schemaVersion } from '#core/platform/sqlite/migrate.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import type { Ports } from '#core/ports.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { writeBackupFile } from './backup-file.ts';
import type { SingleTask } from './single-task.ts';

interface SaveBackupDeps extends Pick<Ports, 'clock' | 'dialogs' | 'appVersion'>, CommonDeps<'partials' | 'language'> {
  readonly folder: Pick<DataFolder, 'db' | 'file' | 'snapshot'>;
  readonly task: SingleTask;
}

export const EXTENSION = 'rdbackup';

/**
 * Creates the function that saves the whole desk as one sealed file. It first makes a snapshot, so that the desk stays
 * usable meanwhile, and deletes it afterwards. The API tokens are in the keychain and not in the desk, so the file does
 * not contain them.
 */
export const createSaveBackup = (deps: SaveBackupDeps) => {
  const { clock, folder, task } = deps;
  const t = textsOf(deps.language);
  const snapshot = join(dirname(folder.file), SNAPSHOT);

  const write = async (target: string, passphrase: string): Promise<number> =>
    task.run('save', async ({ signal, progress }) => {
      try {
        const about = { createdAt: clock.now(), appVersion: deps.appVersion, schema: schemaVersion(folder.db()) };
        await folder.snapshot(snapshot);
        const { size } = await stat(snapshot);
        signal.throwIfAborted();
        // Every byte is written once and read back once.
        const onProgress = (bytes: number) => progress(bytes, 2 * size);
        onProgress(0);
        const write = { source: snapshot, target, passphrase, strength: STRONG, about };
        return await writeBackupFile({ ...write, onProgress, signal, partials: deps.partials });
      } finally {
        await rm(snapshot, { force: true });
      }
    });

  return async (passphrase: string, repeated: string): Promise<{ fileName: string; bytes: number } | null> => {
    await assertPassphrase(passphrase, repeated);
    const target = await deps.dialogs.saveFile({
      title: t('files:dialogs.saveBackup'),
      suggestedName: `reseller-desk-${localDate(clock.now())}.${EXTENSION}`,
      filters: [{ name: t('files:dialogs.backup'), extensions: [EXTENSION] }],
    });
    if (target === null) return null;
    return { fileName: basename(target), bytes: await write(target, passphrase) };
  };
};

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { createPartialBook } from '#core/platform/files/partial-book.ts';
import { copyLiveDatabase } from '#core/platform/sqlite/backups.ts';
import { MIGRATIONS, newestVersion } from '#core/platform/sqlite/migrations.ts';
import { writeBackupFile } from '#core/views/backup/backup-file.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { deskFile, PASSPHRASE } from './backup-desk.ts';

/** Faults of a backup do not depend on how long its key takes to compute. */
export const QUICK = { name: 'scrypt', N: 2 ** 10, r: 8, p: 1 } as const;

/** Seals any file as a valid backup, with the passphrase of the tests. `shelf` is the folder of the test. */
export const sealAs = async (shelf: string, source: string, target: string, schema: number): Promise<void> => {
  const about = { createdAt: 0, appVersion: '9.9.9', schema };
  const write = { source, target, passphrase: PASSPHRASE, strength: QUICK, about };
  await writeBackupFile({ ...write, partials: createPartialBook(join(shelf, 'writing')), onProgress: () => {} });
};

/** Makes a backup as somebody with the passphrase can: from the desk's own database, changed at will. */
export const forgeBackup = async (
  desk: TestDesk,
  shelf: string,
  change: (db: InstanceType<typeof DatabaseSync>) => void,
): Promise<string> => {
  const folder = join(shelf, 'forged');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const source = join(folder, 'desk.db');
  await copyLiveDatabase(deskFile(desk), source);
  const db = new DatabaseSync(source, { defensive: false });
  db.exec('PRAGMA journal_mode = DELETE');
  change(db);
  db.close();
  const target = join(folder, 'forged.rdbackup');
  await sealAs(shelf, source, target, newestVersion(MIGRATIONS));
  return target;
};

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { noteAsLeft } from '#core/platform/sqlite/last-left.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';

let empty: Promise<Buffer> | undefined;

const makeEmpty = async (): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'empty-'));
  const file = join(folder, 'desk.db');
  const db = openDatabase(file);
  migrate(db, MIGRATIONS, () => {});
  db.close();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
};

/**
 * Creates a data folder like that of an app that was opened once and closed before anybody signed in. Migrating a new
 * database is most of the cost of a test's desk, so this happens once per process.
 */
export const layEmptyDesk = async (data: string): Promise<void> => {
  empty ??= makeEmpty();
  await mkdir(data, { recursive: true, mode: 0o700 });
  const file = join(data, 'desk.db');
  await writeFile(file, await empty, { mode: 0o600 });
  await noteAsLeft({ file, noteFile: join(data, 'desk.left') }, 0);
};

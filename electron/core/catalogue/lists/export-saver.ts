import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { type ExportContent, type ExportContext, writeExport } from './export-writer.ts';

export type ExportSaverContext = ExportContext & CommonDeps<'dialogs'>;

/** The contents of a file, its suggested name, and the title of the dialog that asks for its path. */
interface WantedExport extends ExportContent {
  readonly dialogTitle: string;
  readonly suggestedName: string;
  /** The extension of the file if it is not a text, without the dot. */
  readonly extension?: string;
}

const LAST_FOLDER = 'lists.lastFolder';

const lastFolder = async (db: Database): Promise<string | undefined> => {
  const folder = db.value<string>(sql`SELECT value FROM settings WHERE key = ${LAST_FOLDER}`);
  if (folder === null) return undefined;
  return access(folder).then(
    () => folder,
    () => undefined,
  );
};

const rememberFolder = (db: Database, folder: string): void => {
  db.run(sql`INSERT INTO settings (key, value) VALUES (${LAST_FOLDER}, ${folder})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
};

/**
 * Shows the save dialog for a file of lines. It starts in the folder of the last file that was saved. Returns `null` if
 * it was closed. `extension` is without the dot.
 */
export const askForExportPath = async (
  { db, dialogs }: CommonDeps<'db' | 'dialogs'>,
  title: string,
  name: string,
  extension = 'txt',
): Promise<string | null> => {
  const folder = await lastFolder(db);
  return dialogs.saveFile({
    title,
    suggestedName: folder === undefined ? name : join(folder, name),
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
  });
};

/**
 * Asks for a path, writes the file atomically, reads it back, and records what was really written. Returns `null` if the
 * dialog was closed.
 */
export const saveExport = async (
  context: ExportSaverContext,
  accountId: string,
  { dialogTitle, suggestedName, extension, ...content }: WantedExport,
): Promise<ExportRecord | null> => {
  const chosen = await askForExportPath(context, dialogTitle, suggestedName, extension);
  if (chosen === null) return null;
  const record = await writeExport(context, accountId, chosen, content);
  rememberFolder(context.db, dirname(chosen));
  return record;
};

import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { createExportWriter, type ExportContent, type ExportWriterDeps } from './export-writer.ts';

export interface ExportSaverDeps extends ExportWriterDeps, CommonDeps<'db' | 'dialogs'> {
  readonly dialogTitle: () => string;
}

/** The contents of a file, and its suggested name. */
interface WantedExport extends ExportContent {
  readonly suggestedName: string;
  /** The extension of the file if it is not a text, without the dot. */
  readonly extension?: string;
}

const LAST_FOLDER = 'lists.lastFolder';

/** Creates the save dialog for files of lines. It starts in the folder of the last file; `null` if it was closed. */
export const createPlaceAsker = ({ db, dialogs }: Pick<ExportSaverDeps, 'db' | 'dialogs'>) => {
  const lastFolder = async (): Promise<string | undefined> => {
    const folder = db.value<string>(sql`SELECT value FROM settings WHERE key = ${LAST_FOLDER}`);
    if (folder === null) return undefined;
    return access(folder).then(
      () => folder,
      () => undefined,
    );
  };
  return {
    askForPath: async (title: string, name: string, extension = 'txt'): Promise<string | null> => {
      const folder = await lastFolder();
      return dialogs.saveFile({
        title,
        suggestedName: folder === undefined ? name : join(folder, name),
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
      });
    },
    rememberFolder: (folder: string): void => {
      db.run(sql`INSERT INTO settings (key, value) VALUES (${LAST_FOLDER}, ${folder})
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    },
  };
};

/**
 * Creates the function that asks for a path, writes the file atomically, reads it back, and records what was really
 * written. `null` if the dialog was closed.
 */
export const createExportSaver = (deps: ExportSaverDeps) => {
  const { askForPath, rememberFolder } = createPlaceAsker(deps);
  const write = createExportWriter(deps);

  return async (accountId: string, wanted: WantedExport): Promise<ExportRecord | null> => {
    const { suggestedName, extension, ...content } = wanted;
    const chosen = await askForPath(deps.dialogTitle(), suggestedName, extension);
    if (chosen === null) return null;
    const record = await write(accountId, chosen, content);
    rememberFolder(dirname(chosen));
    return record;
  };
};

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exportFileName } from '#core/catalogue/lists/export-name.ts';
import type { createExportWriter } from '#core/catalogue/lists/export-writer.ts';
import { countLinesOfVariant } from '#core/catalogue/lists/list-formats.ts';
import { outputChunks } from '#core/catalogue/lists/list-output.ts';
import type { ListReader } from '#core/catalogue/lists/list-reader.ts';
import type { ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { exists } from '#core/platform/files/exists.ts';
import { isPlainName, placeIn } from '#core/platform/files/place-in.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { FormatId } from '#shared/contract/lists.ts';
import type { ListsOutput } from '#shared/contract/runs.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { DeskError } from '#shared/result.ts';
import { type FreeNames, openFreeNames } from './free-names.ts';
import { reserveFileName, type StoredListsLine } from './lists-lines.ts';

interface FolderDeps {
  readonly db: Database;
  readonly reader: ListReader;
  readonly write: ReturnType<typeof createExportWriter>;
  readonly lineEnding: Settings['lineEnding'];
  readonly now: () => number;
}

interface FolderOf {
  readonly accountId: string;
  readonly runId: number;
  readonly folder: string;
  readonly output: Extract<ListsOutput, { mode: 'files' }>;
}

/** Throws `file` if the chosen folder is missing. Creating it again would hide that a disk is disconnected. */
export const assertFolder = async (folder: string): Promise<void> => {
  const info = await stat(folder).catch(() => undefined);
  if (info?.isDirectory() === true) return;
  throw new DeskError('file', 'The folder is not there.', { code: 'folder-missing' });
};

/**
 * Creates the function that writes each list into a file of one folder. It replaces no existing file except one that
 * the same line wrote before.
 */
export const createFolderWriter = ({ accountId, runId, folder, output }: FolderOf, deps: FolderDeps) => {
  const { db, reader, write, lineEnding, now } = deps;
  let names: FreeNames | undefined;
  let isTidy = false;

  const freeName = async (wanted: string): Promise<string> => {
    names ??= await openFreeNames(folder);
    for (;;) {
      const name = names.take(wanted);
      // Another program or run may have written a file since the folder was read.
      if (!(await exists(join(folder, name)))) return name;
    }
  };

  /** Resolves with the id of the export. Throws `file`, or the signal's reason. */
  return async (line: StoredListsLine, list: ListRecord, formatId: FormatId, signal: AbortSignal): Promise<number> => {
    await assertFolder(folder);
    const { variant, template } = output;
    const lineCount = countLinesOfVariant(list, variant);
    let name = line.fileName;
    const isNew = !isPlainName(name);
    if (isNew) {
      name = await freeName(exportFileName(template, list, { variant, formatId, count: lineCount }, now()));
      reserveFileName(db, runId, line.line, name);
    }
    const content = {
      chunks: () =>
        outputChunks(reader.texts(list.id, variant), { from: list.recipe.formatId, to: formatId, lineEnding }),
      listId: list.id,
      listTitle: list.title,
      formatId,
      variant,
      lineCount,
    };
    const record = await write(accountId, placeIn(folder, name), content, { signal, tidy: !isTidy }).catch(
      (error: unknown) => {
        // Release the name, because another program may take it before the next try.
        if (isNew) reserveFileName(db, runId, line.line, '');
        throw error;
      },
    );
    isTidy = true;
    return record.id;
  };
};

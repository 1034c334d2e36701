import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedLayout } from '#core/catalogue/layouts/chosen-layout.ts';
import { layoutContent } from '#core/catalogue/layouts/layout-output.ts';
import { proxiesOfList } from '#core/catalogue/layouts/proxy-source.ts';
import { exportFileName, withExtension } from '#core/catalogue/lists/export-name.ts';
import { type ExportContext, writeExport } from '#core/catalogue/lists/export-writer.ts';
import { outputChunks } from '#core/catalogue/lists/list-output.ts';
import type { ListReader } from '#core/catalogue/lists/list-reader.ts';
import type { ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { exists } from '#core/platform/files/exists.ts';
import { isPlainName, placeIn } from '#core/platform/files/place-in.ts';
import type { FormatId } from '#shared/contract/lists.ts';
import type { ListsOutput } from '#shared/contract/runs.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { DeskError } from '#shared/result.ts';
import { type FreeNames, openFreeNames } from './free-names.ts';
import { reserveFileName, type StoredListsLine } from './lists-lines.ts';

interface FolderDeps extends ExportContext {
  readonly reader: ListReader;
  readonly lineEnding: Settings['lineEnding'];
  /** The layout of the files; `null` for the formats of the service. */
  readonly layout: NamedLayout | null;
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
  const { db, clock, reader, lineEnding, layout } = deps;
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

  /** Resolves with the id of the export. `lineCount` is the number of its lines. Throws `file`, or the signal's reason. */
  return async (
    line: StoredListsLine,
    list: ListRecord,
    { formatId, lineCount }: { readonly formatId: FormatId; readonly lineCount: number },
    signal: AbortSignal,
  ): Promise<number> => {
    await assertFolder(folder);
    const { variant, template } = output;
    let name = line.fileName;
    const isNew = !isPlainName(name);
    if (isNew) {
      const wanted = exportFileName(template, list, { variant, formatId, count: lineCount }, clock.now());
      name = await freeName(layout === null ? wanted : withExtension(wanted, layout.layout.extension));
      reserveFileName(db, runId, line.line, name);
    }
    const form = { from: list.recipe.formatId, to: formatId, lineEnding };
    const lines =
      layout === null
        ? { lineCount, chunks: () => outputChunks(reader.texts(list.id, variant), form) }
        : layoutContent(() => proxiesOfList(reader, list, variant), layout, lineCount);
    const content = { ...lines, listId: list.id, listTitle: list.title, formatId, variant };
    const record = await writeExport(deps, accountId, placeIn(folder, name), content, { signal, tidy: !isTidy }).catch(
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

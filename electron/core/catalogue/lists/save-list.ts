import type { ExportRecord, FormatId, HostVariant } from '#shared/contract/lists.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { DeskError } from '#shared/result.ts';
import { exportFileName } from './export-name.ts';
import { type ExportSaverContext, saveExport } from './export-saver.ts';
import { assertFormat, countLinesOfVariant } from './list-formats.ts';
import { outputChunks } from './list-output.ts';
import type { ListReader } from './list-reader.ts';
import type { ListRecord } from './list-repository.ts';

type SaveListContext = ExportSaverContext & {
  readonly reader: ListReader;
  readonly settings: () => Pick<Settings, 'lineEnding' | 'fileNameTemplate'>;
};

export interface ListView {
  readonly variant: HostVariant;
  readonly formatId: FormatId;
}

/** Throws `conflict` while lines of the list are still arriving from another computer. */
export const assertHere = ({ state }: ListRecord): void => {
  if (state === 'arriving')
    throw new DeskError('conflict', 'The list is on its way from another computer.', { code: 'list-arriving' });
};

/** Throws `conflict` if the list cannot be output in this form. */
export const assertOutput = (list: ListRecord, { variant, formatId }: ListView): void => {
  assertHere(list);
  if (list.state === 'running') throw new DeskError('conflict', 'The list is still growing.', { code: 'list-running' });
  if (countLinesOfVariant(list, variant) === 0)
    throw new DeskError('conflict', 'The list has no lines in this variant.', { code: 'no-lines' });
  assertFormat(list, variant, formatId);
};

/** Asks for a path and saves a list in the chosen form. Returns `null` if the dialog was closed. */
export const saveList = async (
  context: SaveListContext,
  accountId: string,
  list: ListRecord,
  view: ListView,
  dialogTitle: string,
): Promise<ExportRecord | null> => {
  const { clock, reader, settings } = context;
  assertOutput(list, view);
  const { lineEnding, fileNameTemplate } = settings();
  const lineCount = countLinesOfVariant(list, view.variant);
  const form = { from: list.recipe.formatId, to: view.formatId, lineEnding };
  return saveExport(context, accountId, {
    dialogTitle,
    suggestedName: exportFileName(fileNameTemplate, list, { ...view, count: lineCount }, clock.now()),
    chunks: () => outputChunks(reader.texts(list.id, view.variant), form),
    listId: list.id,
    listTitle: list.title,
    ...view,
    lineCount,
  });
};

import { basename, dirname, join } from 'node:path';
import type { NamedLayout } from '#core/catalogue/layouts/chosen-layout.ts';
import { layoutContent, previewLayout } from '#core/catalogue/layouts/layout-output.ts';
import { proxiesOfList } from '#core/catalogue/layouts/proxy-source.ts';
import { findExport } from '#core/catalogue/lists/export-repository.ts';
import { type ExportContext, writeExport } from '#core/catalogue/lists/export-writer.ts';
import { countLinesOfVariant } from '#core/catalogue/lists/list-formats.ts';
import { outputChunks } from '#core/catalogue/lists/list-output.ts';
import type { ListReader } from '#core/catalogue/lists/list-reader.ts';
import { findAnyList } from '#core/catalogue/lists/list-repository.ts';
import { inTurns } from '#core/platform/async/slices.ts';
import { exists } from '#core/platform/files/exists.ts';
import { inspectFile } from '#core/platform/files/inspect-file.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { FormatId } from '#shared/contract/lists.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { openFreeNames } from './free-names.ts';
import {
  destinationOf,
  type FilesDestination,
  type ListsRun,
  listsAfter,
  setRunExport,
  setRunPlace,
} from './lists-lines.ts';

interface CombinedDeps extends ExportContext {
  readonly reader: ListReader;
  readonly lineEnding: Settings['lineEnding'];
  /** The layout of the file; `null` for the formats of the service. */
  readonly layout: NamedLayout | null;
}

const PAGE = 200;

/**
 * Returns the path of the combined file: the one that the user agreed to in the dialog. If somebody has changed the
 * file since it was written, it belongs to them, and the new one gets a number. The same applies if nobody was asked
 * and a file of that name appeared.
 */
const targetOf = async (
  { accountId, params }: ListsRun,
  { place, exportId }: FilesDestination & { readonly place: string },
  db: Database,
): Promise<string> => {
  const written = exportId === null ? undefined : findExport(db, accountId, exportId);
  const isAgreed = params.kind !== 'generate' || params.scheduleId === undefined;
  if (written?.path !== place && (isAgreed || !(await exists(place)))) return place;
  const facts = await inspectFile(place).catch(() => undefined);
  if (written !== undefined && (facts === undefined || facts.sha256 === written.sha256)) return place;
  return join(dirname(place), (await openFreeNames(dirname(place))).take(basename(place)));
};

/**
 * Writes the lines of all lists into one file, in the order of the selection: byte for byte and without separators, or in
 * a layout as if they were one list. Writes no file if there are no lines. Throws `file`, or the signal's reason.
 */
export const saveCombined = async (
  run: ListsRun,
  title: string,
  signal: AbortSignal,
  deps: CombinedDeps,
): Promise<void> => {
  const { db, reader, lineEnding, layout } = deps;
  const { id: runId, params, accountId } = run;
  const { place, exportId } = destinationOf(db, runId);
  if (params.output.mode !== 'combined' || place === null) return;
  const { variant } = params.output;
  const wanted = params.kind === 'export' ? params.formatId : null;

  function* included() {
    let after = -1;
    for (;;) {
      const page = listsAfter(db, runId, after, PAGE);
      if (page.length === 0) return;
      for (const { line, listId } of page) {
        after = line;
        signal.throwIfAborted();
        const list = findAnyList(db, accountId, listId);
        if (list !== undefined) yield list;
      }
    }
  }

  let lineCount = 0;
  let formatId: FormatId | undefined;
  for await (const list of inTurns(included())) {
    lineCount += countLinesOfVariant(list, variant);
    formatId ??= wanted ?? list.recipe.formatId;
  }
  if (formatId === undefined || lineCount === 0) return;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const list of inTurns(included())) {
      const form = { from: list.recipe.formatId, to: wanted ?? list.recipe.formatId, lineEnding };
      yield* outputChunks(reader.texts(list.id, variant), form);
    }
  }

  async function* proxies() {
    for await (const list of inTurns(included())) yield* proxiesOfList(reader, list, variant);
  }

  const laidOut = layout === null ? null : await previewLayout(proxies, layout.layout, 0);
  if (laidOut?.lines === 0) return;
  const lines =
    layout === null || laidOut === null ? { chunks, lineCount } : layoutContent(proxies, layout, laidOut.lines);
  const path = await targetOf(run, { place, exportId }, db);
  const content = { ...lines, listId: null, listTitle: title, formatId, variant };
  const record = await writeExport(deps, accountId, path, content, { signal });
  setRunExport(db, runId, record.id);
  setRunPlace(db, runId, path);
};

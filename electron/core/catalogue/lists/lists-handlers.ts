import { z } from 'zod';
import { assertSameClient, findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { chooseProxyFile } from '#core/catalogue/proxy-files/choose-proxy-file.ts';
import { removalTime } from '#core/catalogue/trash/trash-clock.ts';
import type { CommonDeps } from '#core/context.ts';
import { interruption, type RunEngine } from '#core/engine/run-engine.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { exists } from '#core/platform/files/exists.ts';
import { inspectFile } from '#core/platform/files/inspect-file.ts';
import { repeatInSlices } from '#core/platform/sqlite/write-slices.ts';
import { requiredName } from '#core/platform/text/required-name.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import type { HostVariant, ProxyList, Recipe } from '#shared/contract/lists.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { maskProxyLine } from '#shared/domain/proxy-line.ts';
import { normalizeRecipe } from '#shared/domain/recipe.ts';
import { DeskError } from '#shared/result.ts';
import { findCheckedList, pastChecksOfList } from './checked-lists.ts';
import type { DragOut } from './drag-out.ts';
import { exportFileName } from './export-name.ts';
import { exportHistory, findExport, type StoredExport } from './export-repository.ts';
import { generateList } from './generate-list.ts';
import { assertFormat, countLinesOfVariant, formatsOf } from './list-formats.ts';
import { convertLine, MAX_COPIED_LINES, outputChunks } from './list-output.ts';
import { createListReader } from './list-reader.ts';
import {
  bringBackLists,
  dropList,
  droppedListIds,
  endUnfinishedLists,
  findList,
  insertList,
  type ListRecord,
  MAX_TITLE,
  markListsRemoved,
  proxyLists,
  purgeListPiece,
  renameList,
  restoreLists,
  setRunOfList,
} from './list-repository.ts';
import { createAskedFile, loadList } from './load-list.ts';
import { checkedRecipe, listTitleOf } from './new-list.ts';
import { packOldLists } from './pack-old-lists.ts';
import { allPresets, removePreset, savePreset } from './preset-repository.ts';
import { assertHere, assertOutput, type ListView, saveList } from './save-list.ts';

interface ListsDeps
  extends CommonDeps<
    'db' | 'clock' | 'emit' | 'session' | 'dialogs' | 'partials' | 'desktop' | 'paths' | 'language' | 'deeds'
  > {
  readonly runs: RunEngine;
  readonly dragOut: DragOut;
  readonly settings: () => Pick<Settings, 'chunkSize' | 'lineEnding' | 'fileNameTemplate'>;
}

const MAX_PRESET_NAME = 100;

const withExists = async (record: StoredExport) => ({ ...record, exists: await exists(record.path) });

const toList = ({ convertible: _, ...list }: ListRecord): ProxyList => list;

/**
 * The maximum length of a shown line in characters. A longer line is not a proxy, and a window cannot draw one of
 * megabytes.
 */
const MAX_SHOWN = 2_000;

const shownLine = (line: string): string => (line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line);

export type ListsFeature = ReturnType<typeof createLists>;

/** Creates the feature "lists": generates, stores, shows and saves proxy lists. */
export const createLists = (deps: ListsDeps) => {
  const { db, clock, emit, session, runs, desktop, settings, deeds, dragOut } = deps;
  const reader = createListReader(db);
  const t = textsOf(deps.language);

  deeds.register('lists-remove', {
    part: z.object({}),
    takeBack: (accountId, _, deedId) => bringBackLists(db, accountId, deedId),
  });
  endUnfinishedLists(db, toStoredError(interruption()));

  /**
   * Permanently deletes lists and returns their number. If it is stopped, the list in progress continues at the next
   * start.
   */
  const purge = async (
    listIds: readonly number[],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<number> => {
    let count = 0;
    for (const listId of listIds) {
      if (options.signal?.aborted === true || !dropList(db, listId)) continue;
      await repeatInSlices(db, () => purgeListPiece(db, listId), options);
      count += 1;
    }
    return count;
  };

  const find = (listId: number): ListRecord => findList(db, session.accountId(), listId);

  /** Writes a list into a file that can be dragged. Throws the errors of saving a list. */
  const prepareDrag = (list: ListRecord, view: ListView): Promise<string> => {
    assertOutput(list, view);
    const { lineEnding, fileNameTemplate } = settings();
    const count = countLinesOfVariant(list, view.variant);
    const form = { from: list.recipe.formatId, to: view.formatId, lineEnding };
    const name = exportFileName(fileNameTemplate, list, { ...view, count }, clock.now());
    const key = JSON.stringify([list.id, view.variant, view.formatId, lineEnding, name]);
    return dragOut.prepare(key, () => ({
      name,
      lines: count,
      chunks: () => outputChunks(reader.texts(list.id, view.variant), form),
    }));
  };

  const exportOf = (exportId: number): StoredExport => {
    const record = findExport(db, session.accountId(), exportId);
    if (record === undefined) throw new DeskError('not-found', 'There is no such export.', { code: 'export' });
    return record;
  };

  const presentFile = async (exportId: number): Promise<string> => {
    const { path } = exportOf(exportId);
    if (await exists(path)) return path;
    throw new DeskError('file', 'The file is not there any more.', { code: 'file-missing' });
  };

  const generate = async (clientId: number, wanted: Recipe) => {
    const recipe = checkedRecipe(wanted);
    const accountId = session.accountId();
    const client = findClientPair(db, accountId, clientId);
    const api = await session.api(accountId);
    const { chunkSize } = settings();
    const title = listTitleOf(client, recipe);
    return db.transaction(() => {
      assertSameClient(db, client);
      const owner = { accountId, clientId, clientName: client.name, clientKey: client.clientKey };
      const listId = insertList(db, { ...owner, title, recipe }, clock.now());
      const run = { accountId, kind: 'list', name: title, total: recipe.quantity, targetId: listId } as const;
      const runId = runs.start(run, (context) => generateList({ listId, client, recipe, chunkSize, api }, context, db));
      setRunOfList(db, listId, runId);
      return { listId, runId };
    });
  };

  const shownLines = async (
    list: ListRecord,
    view: { readonly variant: HostVariant; readonly formatId: Recipe['formatId']; readonly reveal: boolean },
    offset: number,
    limit: number,
  ): Promise<string[]> => {
    assertHere(list);
    assertFormat(list, view.variant, view.formatId);
    const lines = await reader.lines(list.id, view.variant, offset, limit);
    const converted = lines.map((line) => convertLine(line, list.recipe.formatId, view.formatId));
    return converted.map((line) => shownLine(view.reveal ? line : maskProxyLine(line, view.formatId)));
  };

  const copy = async (list: ListRecord, view: { variant: HostVariant; formatId: Recipe['formatId'] }) => {
    assertOutput(list, view);
    const count = countLinesOfVariant(list, view.variant);
    if (count > MAX_COPIED_LINES) {
      const params = { max: MAX_COPIED_LINES, count };
      throw new DeskError('conflict', 'Too many lines to copy.', { code: 'too-many-to-copy', params });
    }
    const form = { from: list.recipe.formatId, to: view.formatId, lineEnding: 'lf' } as const;
    const parts: Buffer[] = [];
    for await (const part of outputChunks(reader.texts(list.id, view.variant), form)) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8').slice(0, -1);
    desktop.writeClipboard(text, { secret: view.formatId !== 3 });
    return { lines: count };
  };

  const asked = createAskedFile();

  const handlers: FeatureHandlers<'lists'> = {
    'lists.generate': ({ clientId, recipe }) => generate(clientId, recipe),
    'lists.load': async ({ answer }) => {
      const accountId = session.accountId();
      const path = answer === null ? await chooseProxyFile(deps, 'files:dialogs.loadList') : asked.take(answer.fileId);
      if (path === null) return null;
      const loginFirst = answer?.loginFirst ?? null;
      const loaded = await loadList(db, { accountId, path, loginFirst, at: clock.now() });
      if ('ambiguous' in loaded) {
        return { listId: null, question: { ...loaded.ambiguous, fileId: asked.keep(path) } };
      }
      return { listId: loaded.listId, question: null };
    },
    'lists.list': (question) => {
      const { total, rows } = proxyLists(db).page(session.accountId(), question);
      return { total, rows: rows.map(toList) };
    },
    'lists.ids': (question) => ({ ids: [...proxyLists(db).ids(session.accountId(), question)] }),
    'lists.get': ({ listId }) => toList(find(listId)),
    'lists.checks': ({ listId }) => {
      const { id } = find(listId);
      const { stopped = 0, stoppedAt = null } = findCheckedList(db, session.accountId(), id) ?? {};
      return { checks: pastChecksOfList(db, id), stopped, stoppedAt };
    },
    'lists.formats': ({ listId, variant }) => formatsOf(find(listId), variant),
    'lists.lines': async ({ listId, variant, formatId, reveal, offset, limit }) => {
      const list = find(listId);
      const lines = await shownLines(list, { variant, formatId, reveal }, offset, limit);
      return { total: countLinesOfVariant(list, variant), lines };
    },
    'lists.copy': ({ listId, variant, formatId }) => copy(find(listId), { variant, formatId }),
    'lists.save': async ({ listId, variant, formatId }) => {
      const accountId = session.accountId();
      const view = { variant, formatId };
      const record = await saveList({ ...deps, reader }, accountId, find(listId), view, t('files:dialogs.saveList'));
      if (record !== null) emit('lists.exported', { exportId: record.id, listId });
      return record;
    },
    'lists.prepareDrag': async ({ listId, ...view }) => {
      await prepareDrag(find(listId), view);
      return {};
    },
    'lists.drag': async ({ listId, ...view }) => ({ started: await dragOut.drag(prepareDrag(find(listId), view)) }),
    'lists.rename': ({ listId, title }) => {
      renameList(db, session.accountId(), listId, requiredName('title', title, MAX_TITLE));
      return toList(find(listId));
    },
    'lists.remove': async ({ listIds }) => {
      const accountId = session.accountId();
      for (const listId of listIds) {
        const { runId, state } = findList(db, accountId, listId);
        if (state === 'running' && runId !== null) await runs.stop(runId, 'cancelled');
      }
      const at = removalTime(db, clock.now());
      const [only = 0] = listIds;
      const name = listIds.length === 1 ? findList(db, accountId, only).title : null;
      return deeds.note({ accountId, kind: 'lists-remove', name }, async (notes) =>
        db.transaction(() => notes.add({}, markListsRemoved(db, accountId, listIds, { removal: notes.id, at }))),
      );
    },
    'lists.exports': async (question) => {
      const { total, rows } = exportHistory(db).page(session.accountId(), question);
      return { total, rows: await Promise.all(rows.map(withExists)) };
    },
    'lists.showExport': async ({ exportId }) => {
      desktop.showInFolder(await presentFile(exportId));
      return {};
    },
    'lists.dragExport': async ({ exportId }) => {
      desktop.startDrag(await presentFile(exportId));
      return {};
    },
    'lists.verifyExport': async ({ exportId }) => {
      const record = exportOf(exportId);
      if (!(await exists(record.path))) return { status: 'missing' };
      const facts = await inspectFile(record.path);
      return { status: facts.sha256 === record.sha256 ? 'same' : 'changed' };
    },
    'lists.presets': () => allPresets(db, session.accountId()),
    'lists.savePreset': ({ name, recipe }) =>
      savePreset(
        db,
        session.accountId(),
        requiredName('name', name, MAX_PRESET_NAME),
        // A preset may be part of a recipe; for example, the country may be chosen each time.
        normalizeRecipe(recipe),
        clock.now(),
      ),
    'lists.removePreset': ({ presetId }) => {
      removePreset(db, session.accountId(), presetId);
      return {};
    },
  };

  return {
    /** Deletes the files that were made for dragging lists out of the window. */
    clearOutgoing: dragOut.clear,
    /** Compresses old lists. Called now and then when little else is going on. Ends early if the signal aborts. */
    packOld: (closing: AbortSignal): Promise<void> => packOldLists({ db, clock, closing }),
    trash: {
      restore: async (accountId: string, listIds: readonly number[]): Promise<number> =>
        restoreLists(db, accountId, listIds),
      delete: purge,
    },
    /** Deletes lists that nobody can restore. Call it once after the start without waiting for it. */
    purgeDropped: () => purge(droppedListIds(db)),
    handlers,
  };
};

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import { createCollector } from '#core/catalogue/lists/collect-lines.ts';
import { exportFileName } from '#core/catalogue/lists/export-name.ts';
import { writeExport } from '#core/catalogue/lists/export-writer.ts';
import { outputChunks } from '#core/catalogue/lists/list-output.ts';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import { appendToList, findList, finishList, insertList, setRunOfList } from '#core/catalogue/lists/list-repository.ts';
import { listTitleOf } from '#core/catalogue/lists/new-list.ts';
import type { DeskContext } from '#core/context.ts';
import { endRun, insertRun, setRunProgress } from '#core/engine/run-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { PastEvent } from '#shared/domain/practice-day.ts';
import { pastAnswer } from './past-answer.ts';

type PastListsContext = Pick<DeskContext, 'db' | 'partials' | 'settings'>;

type PastList = Extract<PastEvent, { readonly what: 'list' }>;

const MADE_AFTER_MS = 900;

/** Stores a list as one that was generated in the past; returns its id. */
const keepList = async (
  db: Database,
  accountId: string,
  client: ClientPair,
  { recipe, at, answer }: PastList,
): Promise<number> => {
  const collector = createCollector(recipe.formatId);
  const collected = await collector.add(1, recipe.quantity, pastAnswer('premium.proxies.generate', answer));
  const { clientId, clientKey, name: clientName } = client;
  const title = listTitleOf(client, recipe);
  const listId = db.transaction(() => {
    const id = insertList(db, { accountId, clientId, clientName, clientKey, title, recipe }, at);
    const run = { accountId, kind: 'list', name: title, total: recipe.quantity, targetId: id } as const;
    const runId = insertRun(db, run, 'running', at);
    setRunProgress(db, runId, recipe.quantity, null);
    endRun(db, runId, { state: 'done', error: null }, at + MADE_AFTER_MS);
    setRunOfList(db, id, runId);
    return id;
  });
  await appendToList(db, listId, collected);
  finishList(db, listId, 'complete', null);
  return listId;
};

const saveFile = async (
  { db, partials, settings }: PastListsContext,
  accountId: string,
  listId: number,
  folder: string,
  at: number,
): Promise<void> => {
  const list = findList(db, accountId, listId);
  const view = { variant: 'domain', formatId: list.recipe.formatId } as const;
  const { lineEnding, fileNameTemplate } = settings();
  const name = exportFileName(fileNameTemplate, list, { ...view, count: list.domainLines }, at);
  const form = { from: view.formatId, to: view.formatId, lineEnding };
  await writeExport({ clock: { now: () => at }, db, partials }, accountId, join(folder, name), {
    chunks: () => outputChunks(createListReader(db).texts(listId, view.variant), form),
    listId,
    listTitle: list.title,
    ...view,
    lineCount: list.domainLines,
  });
};

/** Stores a list that was generated in the past, and saves it as a file in `folder`, a folder of the app, if it was saved. */
export const addPastList = async (
  context: PastListsContext,
  accountId: string,
  client: ClientPair,
  past: PastList,
  folder: string | null,
): Promise<void> => {
  const listId = await keepList(context.db, accountId, client, past);
  if (!past.isSaved || folder === null) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await saveFile(context, accountId, listId, folder, past.at + 60_000);
};

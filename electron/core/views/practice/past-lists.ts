import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import { createCollector } from '#core/catalogue/lists/collect-lines.ts';
import { exportFileName } from '#core/catalogue/lists/export-name.ts';
import { createExportRepository } from '#core/catalogue/lists/export-repository.ts';
import { createExportWriter } from '#core/catalogue/lists/export-writer.ts';
import { outputChunks } from '#core/catalogue/lists/list-output.ts';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import { createListRepository } from '#core/catalogue/lists/list-repository.ts';
import { listTitleOf } from '#core/catalogue/lists/new-list.ts';
import type { CommonDeps } from '#core/context.ts';
import { createRunRepository } from '#core/engine/run-repository.ts';
import type { PastEvent } from '#shared/domain/practice-day.ts';
import { pastAnswer } from './past-answer.ts';

export type PastListsDeps = CommonDeps<'db' | 'partials' | 'settings'>;

type PastList = Extract<PastEvent, { readonly what: 'list' }>;

const MADE_AFTER_MS = 900;

/**
 * Creates the function that stores lists generated in the past, and saves some of them as files in `folder`, a folder
 * of the app.
 */
export const createPastLists = ({ db, partials, settings }: PastListsDeps) => {
  const lists = createListRepository(db);
  const runs = createRunRepository(db);
  const reader = createListReader(db);

  const keep = async (accountId: string, client: ClientPair, { recipe, at, answer }: PastList): Promise<number> => {
    const collector = createCollector(recipe.formatId);
    const collected = await collector.add(1, recipe.quantity, pastAnswer('premium.proxies.generate', answer));
    const { clientId, clientKey, name: clientName } = client;
    const title = listTitleOf(client, recipe);
    const listId = db.transaction(() => {
      const id = lists.insert({ accountId, clientId, clientName, clientKey, title, recipe }, at);
      const run = { accountId, kind: 'list', name: title, total: recipe.quantity, targetId: id } as const;
      const runId = runs.insert(run, 'running', at);
      runs.setProgress(runId, recipe.quantity, null);
      runs.end(runId, { state: 'done', error: null }, at + MADE_AFTER_MS);
      lists.setRun(id, runId);
      return id;
    });
    await lists.append(listId, collected);
    lists.finish(listId, 'complete', null);
    return listId;
  };

  const save = async (accountId: string, listId: number, folder: string, at: number): Promise<void> => {
    const list = lists.find(accountId, listId);
    const view = { variant: 'domain', formatId: list.recipe.formatId } as const;
    const { lineEnding, fileNameTemplate } = settings();
    const name = exportFileName(fileNameTemplate, list, { ...view, count: list.domainLines }, at);
    const write = createExportWriter({ clock: { now: () => at }, exports: createExportRepository(db), partials });
    await write(accountId, join(folder, name), {
      chunks: () =>
        outputChunks(reader.texts(listId, view.variant), { from: view.formatId, to: view.formatId, lineEnding }),
      listId,
      listTitle: list.title,
      ...view,
      lineCount: list.domainLines,
    });
  };

  return async (accountId: string, client: ClientPair, past: PastList, folder: string | null): Promise<void> => {
    const listId = await keep(accountId, client, past);
    if (!past.isSaved || folder === null) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await save(accountId, listId, folder, past.at + 60_000);
  };
};

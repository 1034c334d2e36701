import type { Recipe } from '#shared/contract/lists.ts';
import { DeskError } from '#shared/result.ts';
import type { ApiClient } from '../api/api-client.ts';
import { findClientPair } from '../clients/client-pair.ts';
import { generateList } from '../lists/generate-list.ts';
import type { ListRecord, ListRepository } from '../lists/list-repository.ts';
import { titleOf } from '../lists/new-list.ts';
import type { RunContext } from '../runs/run-engine.ts';
import type { Database } from '../storage/database.ts';
import { isGeneral, problemOf } from './batch-problem.ts';
import type { BatchRepository, StoredBatch, StoredItem } from './batch-repository.ts';
import type { Made } from './run-batch.ts';

export interface MakeDeps {
  readonly db: Database;
  readonly repository: BatchRepository;
  readonly lists: ListRepository;
  readonly api: ApiClient;
  readonly chunkSize: number;
  readonly now: () => number;
  /** A list has begun, has grown or has ended. */
  readonly onList: (listId: number, ended: boolean) => void;
}

/** Generates the lists of a batch, one client after the other. */
export const createListMaker = (batch: StoredBatch, recipe: Recipe, deps: MakeDeps) => {
  const { db, repository, lists, api, chunkSize, now, onList } = deps;
  const { accountId, id: batchId } = batch;

  /** A list that came whole and only lacks its file is not asked for again. */
  const earlier = (item: StoredItem): ListRecord | undefined =>
    item.listId === null ? undefined : lists.findAny(accountId, item.listId);

  const begin = (item: StoredItem, title: string, clientId: number, broken: ListRecord | undefined): number =>
    db.transaction(() => {
      // What an earlier try left is a part of what comes now; with a file of its own it is somebody's list.
      if (broken !== undefined) lists.dropUnsaved(accountId, broken.id);
      const owner = { accountId, clientId, clientName: item.clientName, clientKey: item.clientKey };
      const listId = lists.insert({ ...owner, title, recipe }, now());
      repository.begin(batchId, item.item, listId, title);
      return listId;
    });

  return async (item: StoredItem, { signal }: RunContext): Promise<Made> => {
    const before = earlier(item);
    if (before?.state === 'complete' && before.lineCount > 0) {
      repository.begin(batchId, item.item, before.id, before.title);
      return { list: before, error: null };
    }
    const client = findClientPair(db, accountId, item.clientId ?? 0);
    const listId = begin(item, titleOf(client, recipe), client.clientId, before);
    onList(listId, false);
    const context = { signal, progress: () => onList(listId, false) };
    const outcome = await generateList({ listId, client, recipe, chunkSize, api, inBackground: true }, context, {
      lists,
      onChange: onList,
    });
    signal.throwIfAborted();
    const list = lists.findAny(accountId, listId);
    if (list === undefined) return { list: null, error: { code: 'list-removed', words: '' } };
    if (list.lineCount === 0) {
      // The item says why; an empty list among the others would say nothing more.
      lists.dropUnsaved(accountId, listId);
      onList(listId, true);
    }
    if (outcome.error === null) return { list: list.lineCount === 0 ? null : list, error: null };
    const { kind, message, details } = outcome.error;
    const error = problemOf(outcome.error);
    if (isGeneral(error)) throw new DeskError(kind, message, details);
    return { list: list.lineCount === 0 ? null : list, error };
  };
};

import { findClientPair, isSamePair } from '#core/catalogue/clients/client-pair.ts';
import { generateList } from '#core/catalogue/lists/generate-list.ts';
import { dropUnsavedList, findAnyList, insertList, type ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { listTitleOf } from '#core/catalogue/lists/new-list.ts';
import type { RunContext } from '#core/engine/run-engine.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Recipe } from '#shared/contract/lists.ts';
import type { ListsProblem } from '#shared/contract/runs.ts';
import { DeskError } from '#shared/result.ts';
import { beginListsLine, type ListsRun, type StoredListsLine } from './lists-lines.ts';
import { isGeneral, problemOf } from './problem.ts';

/** A list, or the reason why there is none. A list with an `error` is incomplete. */
export interface MadeList {
  readonly list: ListRecord | null;
  readonly error: ListsProblem | null;
}

interface MakeDeps {
  readonly db: Database;
  readonly api: ApiClient;
  readonly chunkSize: number;
  readonly now: () => number;
  /** Called when a list starts, grows or ends. */
  readonly onList: () => void;
}

/** Creates the function that generates the lists of a run, one client after another. */
export const createListMaker = (run: ListsRun, recipe: Recipe, deps: MakeDeps) => {
  const { db, api, chunkSize, now, onList } = deps;
  const { accountId, id: runId } = run;

  /** Returns the list of an earlier try. If it is complete and only its file is missing, it is not generated again. */
  const earlier = (line: StoredListsLine): ListRecord | undefined =>
    line.listId === null ? undefined : findAnyList(db, accountId, line.listId);

  const begin = (line: StoredListsLine, title: string, clientId: number, broken: ListRecord | undefined): number =>
    db.transaction(() => {
      // Replace the incomplete list of an earlier try, unless it was saved as a file and is therefore in use.
      if (broken !== undefined) dropUnsavedList(db, accountId, broken.id);
      const owner = { accountId, clientId, clientName: line.clientName, clientKey: line.clientKey };
      const listId = insertList(db, { ...owner, title, recipe }, now());
      beginListsLine(db, runId, line.line, listId, title);
      return listId;
    });

  return async (line: StoredListsLine, { signal }: RunContext): Promise<MadeList> => {
    const before = earlier(line);
    if (before?.state === 'complete' && before.lineCount > 0) {
      beginListsLine(db, runId, line.line, before.id, before.title);
      return { list: before, error: null };
    }
    const client = findClientPair(db, accountId, line.clientId ?? 0);
    // The list would use up the traffic of another client than the one that was selected.
    if (!isSamePair(client, line)) return { list: null, error: { code: 'client-changed', words: '' } };
    const listId = begin(line, listTitleOf(client, recipe), client.clientId, before);
    onList();
    const context = { signal, progress: () => onList() };
    const outcome = await generateList({ listId, client, recipe, chunkSize, api, inBackground: true }, context, db);
    onList();
    signal.throwIfAborted();
    const list = findAnyList(db, accountId, listId);
    if (list === undefined) return { list: null, error: { code: 'list-removed', words: '' } };
    if (list.lineCount === 0) {
      // The line shows the reason, so an empty list is not needed.
      dropUnsavedList(db, accountId, listId);
      onList();
    }
    if (outcome.error === null) return { list: list.lineCount === 0 ? null : list, error: null };
    const { kind, message, details } = outcome.error;
    const error = problemOf(outcome.error);
    if (isGeneral(error)) throw new DeskError(kind, message, details);
    return { list: list.lineCount === 0 ? null : list, error };
  };
};

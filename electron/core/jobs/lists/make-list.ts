import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { generateList } from '#core/catalogue/lists/generate-list.ts';
import type { ListRecord, ListRepository } from '#core/catalogue/lists/list-repository.ts';
import { listTitleOf } from '#core/catalogue/lists/new-list.ts';
import type { RunContext } from '#core/engine/run-engine.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Recipe } from '#shared/contract/lists.ts';
import type { ListsProblem } from '#shared/contract/runs.ts';
import { DeskError } from '#shared/result.ts';
import type { ListsLines, ListsRun, StoredListsLine } from './lists-lines.ts';
import { isGeneral, problemOf } from './problem.ts';

/** A list that came, or why none did. `error`: it broke off. */
export interface MadeList {
  readonly list: ListRecord | null;
  readonly error: ListsProblem | null;
}

interface MakeDeps {
  readonly db: Database;
  readonly lines: ListsLines;
  readonly lists: ListRepository;
  readonly api: ApiClient;
  readonly chunkSize: number;
  readonly now: () => number;
  /** A list has begun, has grown or has ended. */
  readonly onList: (listId: number, ended: boolean) => void;
}

/** Generates the lists of a run, one client after the other. */
export const createListMaker = (run: ListsRun, recipe: Recipe, deps: MakeDeps) => {
  const { db, lines, lists, api, chunkSize, now, onList } = deps;
  const { accountId, id: runId } = run;

  /** A list that came whole and only lacks its file is not asked for again. */
  const earlier = (line: StoredListsLine): ListRecord | undefined =>
    line.listId === null ? undefined : lists.findAny(accountId, line.listId);

  const begin = (line: StoredListsLine, title: string, clientId: number, broken: ListRecord | undefined): number =>
    db.transaction(() => {
      // The rest of an earlier try is replaced, unless it has a file of its own: then it is somebody's list.
      if (broken !== undefined) lists.dropUnsaved(accountId, broken.id);
      const owner = { accountId, clientId, clientName: line.clientName, clientKey: line.clientKey };
      const listId = lists.insert({ ...owner, title, recipe }, now());
      lines.begin(runId, line.line, listId, title);
      return listId;
    });

  return async (line: StoredListsLine, { signal }: RunContext): Promise<MadeList> => {
    const before = earlier(line);
    if (before?.state === 'complete' && before.lineCount > 0) {
      lines.begin(runId, line.line, before.id, before.title);
      return { list: before, error: null };
    }
    const client = findClientPair(db, accountId, line.clientId ?? 0);
    const listId = begin(line, listTitleOf(client, recipe), client.clientId, before);
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
      // The line says why; an empty list among the others would say nothing more.
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

import { type ClientPair, findClientPair, isSamePair } from '#core/catalogue/clients/client-pair.ts';
import { generateList } from '#core/catalogue/lists/generate-list.ts';
import { dropUnsavedList, findAnyList, insertList, type ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { listTitleOf } from '#core/catalogue/lists/new-list.ts';
import type { CommonDeps } from '#core/context.ts';
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
  /** The request of the service for fewer requests that ended the list. */
  readonly limit?: DeskError;
}

interface MakeContext extends CommonDeps<'db' | 'clock'> {
  readonly run: ListsRun;
  readonly recipe: Recipe;
  readonly api: ApiClient;
  readonly chunkSize: number;
  /** Called when a list starts, grows or ends. */
  readonly onList: () => void;
}

const beginList = (
  { db, clock, run, recipe }: MakeContext,
  line: StoredListsLine,
  client: ClientPair,
  broken: ListRecord | undefined,
): number =>
  db.transaction(() => {
    const { accountId, id: runId } = run;
    // Replace the incomplete list of an earlier try, unless it was saved as a file and is therefore in use.
    if (broken !== undefined) dropUnsavedList(db, accountId, broken.id);
    const { clientId } = client;
    const title = listTitleOf(client, recipe);
    const owner = { accountId, clientId, clientName: line.clientName, clientKey: line.clientKey };
    const listId = insertList(db, { ...owner, title, recipe }, clock.now());
    beginListsLine(db, runId, line.line, listId, title);
    return listId;
  });

/**
 * Generates the list of one line of a run. Throws errors that would affect the next line as well, and `rate-limited` if no
 * line of the list has arrived.
 */
export const makeList = async (context: MakeContext, line: StoredListsLine, signal: AbortSignal): Promise<MadeList> => {
  const { db, run, recipe, api, chunkSize, onList } = context;
  const { accountId, id: runId } = run;
  // The list of an earlier try. If it is complete and only its file is missing, it is not generated again.
  const before = line.listId === null ? undefined : findAnyList(db, accountId, line.listId);
  if (before?.state === 'complete' && before.lineCount > 0) {
    beginListsLine(db, runId, line.line, before.id, before.title);
    return { list: before, error: null };
  }
  const client = findClientPair(db, accountId, line.clientId ?? 0);
  // The list would use up the traffic of another client than the one that was selected.
  if (!isSamePair(client, line)) return { list: null, error: { code: 'client-changed', words: '' } };
  const listId = beginList(context, line, client, before);
  onList();
  const wanted = { listId, client, recipe, chunkSize, api, inBackground: true };
  const outcome = await generateList(wanted, { signal, progress: onList }, db);
  outcome.alsoWrite?.();
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
  const failure = new DeskError(kind, message, details);
  const isLimited = kind === 'rate-limited';
  if (isGeneral(error) || (isLimited && list.lineCount === 0)) throw failure;
  if (list.lineCount === 0) return { list: null, error };
  return isLimited ? { list, error, limit: failure } : { list, error };
};

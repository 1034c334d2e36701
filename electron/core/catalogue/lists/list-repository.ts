import { createHash } from 'node:crypto';
import { NOT_REMOVED, PURGED, removedBy, toTrash } from '#core/catalogue/trash/removal-states.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, rowsInOrder, tieBreakId, tieBreakNewest, withAllWords } from '#core/platform/sqlite/list.ts';
import { among, json, ofRow, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { ListCheck } from '#shared/contract/last-check.ts';
import type { HostVariant, ListRecipe, ListSort, ListState, ProxyList } from '#shared/contract/lists.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { clientOfRow, nameOrKey } from '#shared/domain/client-label.ts';
import { foldText, sortKey } from '#shared/domain/fold-text.ts';
import { DeskError } from '#shared/result.ts';
import { type CollectedAnswer, piecesOf } from './collect-lines.ts';

const MAX_ISSUES = 100;
/** The number of stored chunks, of some hundred kilobytes each, deleted at a time. */
const PURGED_CHUNKS = 4;
/** The maximum length of a list's title in characters. */
export const MAX_TITLE = 200;

export interface NewList extends Pick<ProxyList, 'clientId' | 'clientName' | 'clientKey' | 'title' | 'recipe'> {
  readonly accountId: string;
}

export interface ListRecord extends ProxyList {
  readonly convertible: Readonly<Record<HostVariant, boolean>>;
}

interface Row extends Omit<ListRecord, 'convertible'> {
  readonly domainConvertible: boolean;
  readonly ipConvertible: boolean;
}

const LISTS = sql`SELECT id, client_id, client_name, client_key,
    (SELECT messenger_id FROM clients WHERE clients.id = client_id) AS messengerId, title, recipe_json AS "recipe:json",
    iif(missing_lines > 0, 'arriving', state) AS state, line_count, domain_lines, ip_lines, missing_lines, duplicates,
    issues_json AS "issues:json", issue_count, error_json AS "error:json", created_at, run_id,
    last_check_json AS "lastCheck:json", domain_convertible AS "domainConvertible:flag",
    ip_convertible AS "ipConvertible:flag",
    EXISTS (SELECT 1 FROM checked_lists c WHERE c.list_id = lists.id) AS "isCheckedOnSchedule:flag"
  FROM lists`;

const toRecord = ({ domainConvertible, ipConvertible, ...list }: Row): ListRecord => ({
  ...list,
  convertible: { domain: domainConvertible, ip: ipConvertible },
});

/** Returns the digest of a list after this answer, from its previous digest. */
const digestWith = (before: string, { chunks }: CollectedAnswer): string => {
  const hash = createHash('sha256').update(before);
  for (const { variant, lineCount, stored } of chunks) hash.update(`\n${variant} ${lineCount}\n`).update(stored);
  return hash.digest('base64url');
};

/** Returns the text in which a search looks. */
const searchTextOf = (title: string, clientName: string, clientKey: string, recipe: ListRecipe): string =>
  foldText([title, clientName, clientKey, recipe.poolType ?? '', ...recipe.countries].join('\n'));

/** Returns a stored list. Throws if its JSON is invalid. */
export const readList = (db: Database, listId: number): ListRecord | undefined => {
  const row = db.get<Row>(sql`${LISTS} WHERE id = ${listId}`);
  return row === undefined ? undefined : toRecord(row);
};

export const noList = (): DeskError => new DeskError('not-found', 'There is no such list.', { code: 'list' });

export interface ListFilter {
  readonly search: string;
  readonly clientId?: number | undefined;
}

const isThere = (accountId: string): Sql => sql`account_id = ${accountId} AND removed = 0`;

const whoseKey = (list: Pick<NewList, 'clientName' | 'clientKey'>): string => sortKey(nameOrKey(clientOfRow(list)));

export const proxyLists = (db: Database) =>
  createList<ListRecord, ListFilter, ListSort['by']>(db, {
    table: 'lists',
    scope: isThere,
    sorts: {
      title: tieBreakNewest('title_sort'),
      lines: tieBreakNewest('line_count'),
      state: tieBreakNewest("iif(missing_lines > 0, 0, instr('running failed partial cancelled complete', state))"),
      client: tieBreakNewest('client_sort'),
      pool: tieBreakNewest("recipe_json ->> 'poolType'"),
      format: tieBreakNewest("recipe_json ->> 'formatId'"),
      created: tieBreakId('created_at'),
    },
    matchesWords: (words, accountId) => [withAllWords(sql`lists INDEXED BY lists_by_text`, isThere(accountId), words)],
    filters: ({ clientId }) =>
      clientId === undefined ? [] : [sql`SELECT id FROM lists WHERE client_id = ${clientId}`],
    rows: (_, wanted) =>
      rowsInOrder(wanted, (ids) => db.all<Row>(sql`${LISTS} WHERE removed = 0 AND id IN ${ids}`)).map(toRecord),
  });

/** Returns a list; `undefined` if there is none or it was removed. */
export const findAnyList = (db: Database, accountId: string, listId: number): ListRecord | undefined => {
  const row = db.get<Row>(sql`${LISTS} WHERE id = ${listId} AND account_id = ${accountId} AND removed = 0`);
  return row === undefined ? undefined : toRecord(row);
};

/** Returns a list. Throws `not-found`. */
export const findList = (db: Database, accountId: string, listId: number): ListRecord => {
  const list = findAnyList(db, accountId, listId);
  if (list === undefined) throw noList();
  return list;
};

/** Writes lines and their counters in one transaction. */
const appendPiece = (db: Database, listId: number, answer: CollectedAnswer): void =>
  db.transaction(() => {
    const list = db.get<Pick<ListRecord, 'domainLines' | 'ipLines' | 'issues'> & { readonly digest: string }>(sql`
      SELECT domain_lines, ip_lines, issues_json AS "issues:json", digest FROM lists WHERE id = ${listId}`);
    if (list === undefined) throw noList();
    const next = { domain: list.domainLines, ip: list.ipLines };
    for (const chunk of answer.chunks) {
      db.run(sql`INSERT INTO list_chunks (account_id, list_id, variant, first_line, line_count, lines)
        VALUES ((SELECT account_id FROM lists WHERE id = ${listId}), ${listId}, ${chunk.variant},
        ${next[chunk.variant]}, ${chunk.lineCount}, ${chunk.stored})`);
      next[chunk.variant] += chunk.lineCount;
    }
    const issues = [...list.issues, ...answer.issues].slice(0, MAX_ISSUES);
    db.run(
      ofRow(
        'lists',
        listId,
        sql`UPDATE lists SET line_count = ${Math.max(next.domain, next.ip)}, domain_lines = ${next.domain},
      ip_lines = ${next.ip}, domain_convertible = domain_convertible & ${answer.convertible.domain},
      ip_convertible = ip_convertible & ${answer.convertible.ip}, duplicates = duplicates + ${answer.duplicates},
      issues_json = ${JSON.stringify(issues)}, issue_count = issue_count + ${answer.issues.length},
      digest = ${digestWith(list.digest, answer)} WHERE id = ${listId}`,
      ),
    );
  });

export const insertList = (db: Database, list: NewList, createdAt: number): number =>
  db.run(sql`INSERT INTO lists (account_id, client_id, client_name, client_key, title, recipe_json, state,
    search_text, title_sort, client_sort, created_at)
    VALUES (${list.accountId}, ${list.clientId}, ${list.clientName}, ${list.clientKey}, ${list.title},
    ${JSON.stringify(list.recipe)}, 'running',
    ${searchTextOf(list.title, list.clientName, list.clientKey, list.recipe)}, ${sortKey(list.title)},
    ${whoseKey(list)}, ${createdAt})`).lastId;

export const setRunOfList = (db: Database, listId: number, runId: number): void => {
  db.run(ofRow('lists', listId, sql`UPDATE lists SET run_id = ${runId} WHERE id = ${listId}`));
};

/** Stores an answer of any size in short transactions. After each one the list matches its counters. */
export const appendToList = (db: Database, listId: number, answer: CollectedAnswer): Promise<void> =>
  writeInSlices(db, piecesOf(answer), (piece) => appendPiece(db, listId, piece));

export const setLastCheck = (db: Database, listId: number, check: ListCheck): void => {
  db.run(ofRow('lists', listId, sql`UPDATE lists SET last_check_json = ${JSON.stringify(check)} WHERE id = ${listId}`));
};

/** Removes the reference to a check that is no longer kept. */
export const forgetCheck = (db: Database, accountId: string, runId: number): void => {
  db.run(sql`UPDATE lists SET last_check_json = json_set(last_check_json, '$.runId', NULL)
    WHERE account_id = ${accountId} AND last_check_json ->> 'runId' = ${runId}`);
};

export const hasListLines = (db: Database, listId: number): boolean =>
  db.has(sql`SELECT 1 FROM lists WHERE id = ${listId} AND line_count > 0`);

export const finishList = (db: Database, listId: number, state: ListState, error: StoredError | null): void => {
  db.run(
    ofRow(
      'lists',
      listId,
      sql`UPDATE lists SET state = ${state}, error_json = ${json(error)}
    WHERE id = ${listId}`,
    ),
  );
};

export const renameList = (db: Database, accountId: string, listId: number, title: string): void => {
  const list = findList(db, accountId, listId);
  const text = searchTextOf(title, list.clientName, list.clientKey, list.recipe);
  db.run(
    ofRow(
      'lists',
      listId,
      sql`UPDATE lists SET title = ${title}, title_sort = ${sortKey(title)}, search_text = ${text}
    WHERE id = ${listId}`,
    ),
  );
};

/** Moves lists to the trash by the action `removal`, and returns their number. */
export const markListsRemoved = (
  db: Database,
  accountId: string,
  listIds: readonly number[],
  { removal, at }: { readonly removal: number; readonly at: number },
): number =>
  db.run(sql`UPDATE lists SET ${toTrash(removal, at)}
    WHERE account_id = ${accountId} AND removed = 0 AND id IN ${among(listIds)}`).changes;

/** Restores the lists that the action `removal` has removed, and nobody else since. */
export const bringBackLists = (db: Database, accountId: string, removal: number): number =>
  db.run(sql`UPDATE lists SET ${NOT_REMOVED} WHERE account_id = ${accountId} AND ${removedBy(removal)}`).changes;

/** Restores lists from the trash. */
export const restoreLists = (db: Database, accountId: string, listIds: readonly number[]): number =>
  db.run(sql`UPDATE lists SET ${NOT_REMOVED}
    WHERE removed > 0 AND account_id = ${accountId} AND id IN ${among(listIds)}`).changes;

/** Permanently removes the list of an interrupted try, unless it was saved as a file. */
export const dropUnsavedList = (db: Database, accountId: string, listId: number): void => {
  db.run(
    ofRow(
      'lists',
      listId,
      sql`UPDATE lists SET removed = ${PURGED} WHERE id = ${listId} AND account_id = ${accountId}
    AND NOT EXISTS (SELECT 1 FROM exports WHERE list_id = lists.id)`,
    ),
  );
};

/** Returns the lists that nobody can restore. */
export const droppedListIds = (db: Database): number[] => db.values<number>('SELECT id FROM lists WHERE removed < 0');

/**
 * Makes a list unrestorable, before its lines are deleted piece by piece. Returns false if it is not in the trash.
 */
export const dropList = (db: Database, listId: number): boolean =>
  db.run(ofRow('lists', listId, sql`UPDATE lists SET removed = ${PURGED} WHERE id = ${listId} AND removed <> 0`))
    .changes > 0;

/**
 * Deletes some lines of a removed list. Returns the number of deleted chunks, or 0 when the list is gone. Another
 * computer may restore it meanwhile: the deleted lines are missing then until they arrive again.
 */
export const purgeListPiece = (db: Database, listId: number): number =>
  db.transaction(() => {
    const deleted = db.values<number>(sql`DELETE FROM list_chunks WHERE id IN (
      SELECT c.id FROM list_chunks c JOIN lists l ON l.id = c.list_id
      WHERE c.list_id = ${listId} AND l.removed <> 0 LIMIT ${PURGED_CHUNKS}) RETURNING line_count`);
    const lines = deleted.reduce((sum, count) => sum + count, 0);
    if (deleted.length === 0)
      db.run(ofRow('lists', listId, sql`DELETE FROM lists WHERE id = ${listId} AND removed <> 0`));
    else
      db.run(
        ofRow('lists', listId, sql`UPDATE lists SET missing_lines = missing_lines + ${lines} WHERE id = ${listId}`),
      );
    return deleted.length;
  });

/** Permanently removes lists that arrived only in part, because the rest can no longer arrive. */
export const dropArrivingLists = (db: Database, accountId: string): void => {
  db.run(sql`UPDATE lists SET removed = ${PURGED} WHERE account_id = ${accountId} AND missing_lines > 0`);
};

/**
 * Called at the start: lists that were growing when the app last ended keep their stored lines and are marked as
 * incomplete.
 */
export const endUnfinishedLists = (db: Database, error: StoredError): void => {
  db.run(sql`UPDATE lists SET state = CASE WHEN line_count > 0 THEN 'partial' ELSE 'failed' END,
    error_json = ${JSON.stringify(error)}
    WHERE state = 'running'`);
};

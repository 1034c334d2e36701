import { basename } from 'node:path';
import type { StoredRun } from '#core/engine/run-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { also, among, json, sql } from '#core/platform/sqlite/sql.ts';
import type { ListsDetail, ListsLine, ListsParams } from '#shared/contract/runs.ts';
import { isRetryable, LISTS_LINE_STATES, type ListsLineState } from '#shared/domain/lists-run.ts';

/** A run of lists. */
export type ListsRun = StoredRun & { readonly params: ListsParams };

/** The client or list of a line when the run was planned. */
export interface NewLine
  extends Pick<
    ListsLine,
    'clientId' | 'clientName' | 'messengerId' | 'clientKey' | 'listId' | 'listTitle' | 'problem'
  > {
  readonly state: Extract<ListsLineState, 'waiting' | 'failed' | 'skipped'>;
}

/** The fields of a line that the run needs. */
export type StoredListsLine = Pick<
  ListsLine,
  'line' | 'clientId' | 'clientName' | 'messengerId' | 'clientKey' | 'listId' | 'fileName'
>;

type LineResult = Pick<ListsLine, 'state' | 'problem' | 'lines' | 'exportId'> & Partial<Pick<ListsLine, 'leftOut'>>;

/** The destination of a run's files. */
export interface FilesDestination {
  readonly place: string | null;
  /** The id of the combined file once it is written. */
  readonly exportId: number | null;
}

interface Row extends Omit<ListsLine, 'of' | 'fileName' | 'leftOut'> {
  readonly leftOut: ListsLine['leftOut'] | null;
  readonly savedPath: string | null;
}

const LINES = sql`SELECT i.line, i.state, i.problem_json AS "problem:json",
    i.left_out_json AS "leftOut:json", i.client_id, i.client_name, i.messenger_id,
    i.client_key, iif(l.removed = 0, l.id, NULL) AS listId, coalesce(l.title, i.list_title) AS listTitle,
    iif(i.state = 'running', coalesce(l.line_count, 0), i.list_lines) AS lines,
    coalesce(l.recipe_json ->> '$.quantity', 0) AS asked, i.export_id,
    (SELECT e.path FROM exports e WHERE e.id = i.export_id) AS savedPath
  FROM run_lines i LEFT JOIN lists l ON l.id = i.list_id`;

export const countListsLines = (db: Database, runId: number): ListsDetail['counts'] => {
  const rows = db.all<{ state: ListsLineState; n: number }>(sql`SELECT state, count(*) AS n FROM run_lines
    WHERE run_id = ${runId} GROUP BY state`);
  const found = new Map(rows.map(({ state, n }) => [state, n]));
  return Object.fromEntries(LISTS_LINE_STATES.map((state) => [state, found.get(state) ?? 0])) as ListsDetail['counts'];
};

export const destinationOf = (db: Database, runId: number): FilesDestination =>
  db.get<FilesDestination>(sql`SELECT place, export_id FROM runs WHERE id = ${runId}`) ?? {
    place: null,
    exportId: null,
  };

export const listsDetailOf = (db: Database, { id: runId, params }: ListsRun): ListsDetail => {
  const { place, exportId } = destinationOf(db, runId);
  const sums = db.get<Pick<ListsDetail, 'lines' | 'files' | 'retryable'>>(sql`SELECT coalesce(sum(list_lines),
    0) AS lines, count(export_id) AS files, coalesce(sum(retryable), 0) AS retryable FROM run_lines
    WHERE run_id = ${runId}`) ?? { lines: 0, files: 0, retryable: 0 };
  const files = sums.files + (exportId === null ? 0 : 1);
  return { of: 'lists', params, counts: countListsLines(db, runId), ...sums, files, place };
};

export const addListsLine = (db: Database, runId: number, line: number, of: NewLine): void => {
  db.run(sql`INSERT INTO run_lines (run_id, line, state, problem_json, client_id, client_name, messenger_id,
    client_key, list_id, list_title)
    VALUES (${runId}, ${line}, ${of.state}, ${json(of.problem)}, ${of.clientId}, ${of.clientName},
    ${of.messengerId}, ${of.clientKey}, ${of.listId}, ${of.listTitle})`);
};

export const setRunPlace = (db: Database, runId: number, place: string | null): void => {
  db.run(sql`UPDATE runs SET place = ${place} WHERE id = ${runId}`);
};

export const setRunExport = (db: Database, runId: number, exportId: number): void => {
  db.run(sql`UPDATE runs SET export_id = ${exportId} WHERE id = ${runId}`);
};

/** The path that a folder window should show: a file of the run, or the folder if no file was written yet. */
export const shownPathOf = (db: Database, runId: number): string | null => {
  const { place, exportId } = destinationOf(db, runId);
  const written = db.value<string>(sql`SELECT path FROM exports
    WHERE id = coalesce(${exportId}, (SELECT export_id FROM run_lines
    WHERE run_id = ${runId} AND export_id IS NOT NULL ORDER BY line LIMIT 1))`);
  return written ?? place;
};

export const nextListsLine = (db: Database, runId: number): StoredListsLine | undefined =>
  db.get<StoredListsLine>(sql`SELECT line, client_id, client_name, messenger_id, client_key, list_id,
    file_name FROM run_lines
    WHERE run_id = ${runId} AND state = 'waiting' ORDER BY rank, sort, line LIMIT 1`);

export const beginListsLine = (
  db: Database,
  runId: number,
  line: number,
  listId: number | null,
  listTitle: string,
): void => {
  db.run(sql`UPDATE run_lines SET state = 'running', problem_json = NULL, left_out_json = NULL, retryable = 0, list_id = ${listId},
    list_title = ${listTitle} WHERE run_id = ${runId} AND line = ${line}`);
};

export const endListsLine = (
  db: Database,
  runId: number,
  line: number,
  { state, problem, leftOut = [], lines, exportId }: LineResult,
): void => {
  db.run(sql`UPDATE run_lines SET state = ${state}, problem_json = ${json(problem)},
    left_out_json = ${leftOut.length === 0 ? null : json(leftOut)},
    retryable = ${isRetryable({ state, problem: problem?.code ?? null })}, list_lines = ${lines},
    export_id = ${exportId} WHERE run_id = ${runId} AND line = ${line}`);
};

export const reserveFileName = (db: Database, runId: number, line: number, fileName: string): void => {
  db.run(sql`UPDATE run_lines SET file_name = ${fileName} WHERE run_id = ${runId} AND line = ${line}`);
};

/**
 * Makes unwritten or retryable files choose new names, because the files with such names in the new folder belong
 * to others.
 */
export const forgetFileNames = (db: Database, runId: number): void => {
  db.run(sql`UPDATE run_lines SET file_name = '' WHERE run_id = ${runId} AND (export_id IS NULL OR retryable = 1)`);
};

/** Makes lines wait again that failed or were interrupted. */
export const retryListsLines = (db: Database, runId: number): void => {
  db.run(sql`UPDATE run_lines SET state = 'waiting' WHERE run_id = ${runId} AND retryable = 1`);
};

/** Returns the lists with lines after `after` in the order of the selection, for the combined file. */
export const listsAfter = (
  db: Database,
  runId: number,
  after: number,
  limit: number,
): { readonly line: number; readonly listId: number }[] =>
  db.all<{ line: number; listId: number }>(sql`SELECT i.line, i.list_id FROM run_lines i
    JOIN lists l ON l.id = i.list_id
    WHERE i.run_id = ${runId} AND i.line > ${after} AND i.state IN ('done', 'partial') AND l.removed = 0
    ORDER BY i.line LIMIT ${limit}`);

export const listsLinesPage = (
  db: Database,
  { id: runId, params }: ListsRun,
  only: readonly string[],
  offset: number,
  limit: number,
): { readonly total: number; readonly rows: ListsLine[] } => {
  const shown = sql`i.run_id = ${runId}${also(only.length === 0 ? null : sql`i.state IN ${among(only)}`)}`;
  const asked = params.kind === 'generate' ? params.recipe.quantity : null;
  return {
    total: db.value<number>(sql`SELECT count(*) FROM run_lines i WHERE ${shown}`) ?? 0,
    rows: db
      .all<Row>(sql`${LINES} WHERE ${shown} ORDER BY i.line LIMIT ${limit} OFFSET ${offset}`)
      .map(({ savedPath, leftOut, ...row }) => ({
        of: 'lists',
        ...row,
        leftOut: leftOut ?? [],
        fileName: basename(savedPath ?? ''),
        asked: asked ?? row.asked,
      })),
  };
};

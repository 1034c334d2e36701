import { basename } from 'node:path';
import type { Batch, BatchItem, BatchParams, BatchProblem } from '#shared/contract/batch.ts';
import type { KeptError } from '#shared/contract/runs.ts';
import {
  BATCH_ITEM_STATES,
  type BatchItemState,
  type BatchStopReason,
  isRetryable,
} from '#shared/domain/batch-rules.ts';
import { DeskError } from '#shared/result.ts';
import type { Database } from '../storage/database.ts';

export interface StoredBatch extends Pick<Batch, 'id' | 'params' | 'state' | 'stopReason' | 'error' | 'place'> {
  readonly accountId: string;
  readonly exportId: number | null;
  readonly jobId: number | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** Who or what one item is about, as it is frozen at the start. */
export interface NewItem {
  readonly clientId: number | null;
  readonly clientName: string;
  readonly messengerId: number | null;
  readonly clientKey: string;
  readonly listId: number | null;
  readonly listTitle: string;
  readonly state: Extract<BatchItemState, 'waiting' | 'failed' | 'skipped'>;
  readonly problem: BatchProblem | null;
}

/** What the run needs of an item. */
export interface StoredItem {
  readonly item: number;
  readonly state: BatchItemState;
  readonly clientId: number | null;
  readonly clientName: string;
  readonly clientKey: string;
  readonly listId: number | null;
  readonly fileName: string;
}

export interface ItemEnd {
  readonly state: BatchItemState;
  readonly problem: BatchProblem | null;
  readonly lines: number;
  readonly exportId: number | null;
}

interface BatchRow extends Omit<StoredBatch, 'params' | 'error'> {
  readonly paramsJson: string;
  readonly errorJson: string | null;
}

interface ItemRow extends Omit<BatchItem, 'problem' | 'asked' | 'fileName'> {
  readonly savedPath: string | null;
  readonly problemJson: string | null;
  readonly recipeJson: string | null;
}

const BATCH = `SELECT id, account_id AS accountId, params_json AS paramsJson, state, stop_reason AS stopReason,
  error_json AS errorJson, place, export_id AS exportId, job_id AS jobId, created_at AS createdAt,
  finished_at AS finishedAt FROM batches`;

const STORED_ITEM = `SELECT item, state, client_id AS clientId, client_name AS clientName, client_key AS clientKey,
  list_id AS listId, file_name AS fileName FROM batch_items`;

const ITEMS = `SELECT i.item, i.state, i.problem_json AS problemJson, i.client_id AS clientId,
    i.client_name AS clientName, i.messenger_id AS messengerId, i.client_key AS clientKey,
    iif(l.removed = 0, l.id, NULL) AS listId, coalesce(l.title, i.list_title) AS listTitle,
    iif(i.state = 'running', coalesce(l.line_count, 0), i.lines) AS lines, l.recipe_json AS recipeJson,
    i.export_id AS exportId, (SELECT e.path FROM exports e WHERE e.id = i.export_id) AS savedPath
  FROM batch_items i LEFT JOIN lists l ON l.id = i.list_id`;

/** SQL of batches and their items. */
export const createBatchRepository = (db: Database) => ({
  /** Throws DeskError `not-found`, also for another account's. */
  find: (accountId: string, batchId: number): StoredBatch => {
    const row = db.get<BatchRow>(`${BATCH} WHERE id = ? AND account_id = ?`, batchId, accountId);
    if (row === undefined) throw new DeskError('not-found', 'There is no such batch.', { code: 'batch' });
    const { paramsJson, errorJson, ...rest } = row;
    return {
      ...rest,
      params: JSON.parse(paramsJson) as BatchParams,
      error: errorJson === null ? null : (JSON.parse(errorJson) as KeptError),
    };
  },
  insert: (accountId: string, params: BatchParams, place: string | null, createdAt: number): number =>
    db.run(
      "INSERT INTO batches (account_id, params_json, state, place, created_at) VALUES (?, ?, 'stopped', ?, ?)",
      accountId,
      JSON.stringify(params),
      place,
      createdAt,
    ).lastId,
  addItem: (batchId: number, item: number, of: NewItem): void => {
    db.run(
      `INSERT INTO batch_items (batch_id, item, state, problem_json, client_id, client_name, messenger_id, client_key,
         list_id, list_title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      batchId,
      item,
      of.state,
      of.problem === null ? null : JSON.stringify(of.problem),
      of.clientId,
      of.clientName,
      of.messengerId,
      of.clientKey,
      of.listId,
      of.listTitle,
    );
  },
  start: (batchId: number, jobId: number): void => {
    db.run(
      `UPDATE batches SET state = 'running', stop_reason = NULL, error_json = NULL, finished_at = NULL, job_id = ?
       WHERE id = ?`,
      jobId,
      batchId,
    );
  },
  end: (
    batchId: number,
    state: 'stopped' | 'finished',
    why: { readonly reason: BatchStopReason | null; readonly error: KeptError | null },
    at: number,
  ): void => {
    db.run(
      'UPDATE batches SET state = ?, stop_reason = ?, error_json = ?, finished_at = ? WHERE id = ?',
      state,
      why.reason,
      why.error === null ? null : JSON.stringify(why.error),
      at,
      batchId,
    );
  },
  /** Of the last run of the app: what ran was interrupted, and its client waits again. */
  endLeftovers: (at: number): void =>
    db.transaction(() => {
      db.run('DELETE FROM batches WHERE job_id IS NULL');
      db.run(
        `UPDATE batch_items SET state = 'waiting'
         WHERE state = 'running' AND batch_id IN (SELECT id FROM batches WHERE state = 'running')`,
      );
      db.run(
        `UPDATE batches SET state = 'stopped', stop_reason = 'interrupted', finished_at = ? WHERE state = 'running'`,
        at,
      );
    }),
  setPlace: (batchId: number, place: string): void => {
    db.run('UPDATE batches SET place = ? WHERE id = ?', place, batchId);
  },
  setExport: (batchId: number, exportId: number | null): void => {
    db.run('UPDATE batches SET export_id = ? WHERE id = ?', exportId, batchId);
  },
  /** What a folder window should point at: a file of the batch, or the place where none was written yet. */
  shownPath: ({ id, exportId, place }: StoredBatch): string | null =>
    db.get<{ path: string }>(
      `SELECT path FROM exports WHERE id = coalesce(?, (SELECT export_id FROM batch_items
         WHERE batch_id = ? AND export_id IS NOT NULL ORDER BY item LIMIT 1))`,
      exportId,
      id,
    )?.path ?? place,
  counts: (batchId: number): Batch['counts'] => {
    const rows = db.all<{ state: BatchItemState; n: number }>(
      'SELECT state, count(*) AS n FROM batch_items WHERE batch_id = ? GROUP BY state',
      batchId,
    );
    const found = new Map(rows.map(({ state, n }) => [state, n]));
    return Object.fromEntries(BATCH_ITEM_STATES.map((state) => [state, found.get(state) ?? 0])) as Batch['counts'];
  },
  sums: (batchId: number): Pick<Batch, 'lines' | 'files' | 'retryable'> =>
    db.get<Pick<Batch, 'lines' | 'files' | 'retryable'>>(
      `SELECT coalesce(sum(lines), 0) AS lines, count(export_id) AS files, coalesce(sum(retryable), 0) AS retryable
       FROM batch_items WHERE batch_id = ?`,
      batchId,
    ) ?? { lines: 0, files: 0, retryable: 0 },
  next: (batchId: number): StoredItem | undefined =>
    db.get<StoredItem>(`${STORED_ITEM} WHERE batch_id = ? AND state = 'waiting' ORDER BY item LIMIT 1`, batchId),
  begin: (batchId: number, item: number, listId: number | null, listTitle: string): void => {
    db.run(
      `UPDATE batch_items SET state = 'running', problem_json = NULL, retryable = 0, list_id = ?, list_title = ?
       WHERE batch_id = ? AND item = ?`,
      listId,
      listTitle,
      batchId,
      item,
    );
  },
  endItem: (batchId: number, item: number, { state, problem, lines, exportId }: ItemEnd): void => {
    db.run(
      `UPDATE batch_items SET state = ?, problem_json = ?, retryable = ?, lines = ?, export_id = ?
       WHERE batch_id = ? AND item = ?`,
      state,
      problem === null ? null : JSON.stringify(problem),
      isRetryable({ state, problem: problem?.code ?? null }) ? 1 : 0,
      lines,
      exportId,
      batchId,
      item,
    );
  },
  reserveName: (batchId: number, item: number, fileName: string): void => {
    db.run('UPDATE batch_items SET file_name = ? WHERE batch_id = ? AND item = ?', fileName, batchId, item);
  },
  /** Files that are still to be written, or may be once more, get names anew: what has such a name there is not ours. */
  forgetNames: (batchId: number): void => {
    db.run(
      "UPDATE batch_items SET file_name = '' WHERE batch_id = ? AND (export_id IS NULL OR retryable = 1)",
      batchId,
    );
  },
  /** What failed or was broken off waits again. */
  retry: (batchId: number): void => {
    db.run("UPDATE batch_items SET state = 'waiting' WHERE batch_id = ? AND retryable = 1", batchId);
  },
  /** Lists with lines, in the order of the selection; for the combined file. Starts after `after`. */
  listsAfter: (batchId: number, after: number, limit: number): { readonly item: number; readonly listId: number }[] =>
    db.all<{ item: number; listId: number }>(
      `SELECT i.item, i.list_id AS listId FROM batch_items i JOIN lists l ON l.id = i.list_id
       WHERE i.batch_id = ? AND i.item > ? AND i.state IN ('done', 'partial') AND l.removed = 0 ORDER BY i.item LIMIT ?`,
      batchId,
      after,
      limit,
    ),
  page: (
    batch: StoredBatch,
    only: readonly BatchItemState[],
    offset: number,
    limit: number,
  ): { readonly total: number; readonly rows: BatchItem[] } => {
    const where = `batch_id = ?${only.length === 0 ? '' : ' AND state IN (SELECT value FROM json_each(?))'}`;
    const values = only.length === 0 ? [batch.id] : [batch.id, JSON.stringify(only)];
    const asked = batch.params.kind === 'generate' ? batch.params.recipe.quantity : null;
    return {
      total: db.get<{ n: number }>(`SELECT count(*) AS n FROM batch_items WHERE ${where}`, ...values)?.n ?? 0,
      rows: db
        .all<ItemRow>(
          `${ITEMS} WHERE i.${where.replace(' AND state', ' AND i.state')} ORDER BY i.item LIMIT ? OFFSET ?`,
          ...values,
          limit,
          offset,
        )
        .map(({ problemJson, recipeJson, savedPath, ...row }) => ({
          ...row,
          fileName: basename(savedPath ?? ''),
          asked: asked ?? (recipeJson === null ? 0 : (JSON.parse(recipeJson) as { quantity: number }).quantity),
          problem: problemJson === null ? null : (JSON.parse(problemJson) as BatchProblem),
        })),
    };
  },
});

export type BatchRepository = ReturnType<typeof createBatchRepository>;

/** A batch as the user sees it. */
export const batchView = (batch: StoredBatch, repository: BatchRepository): Batch => {
  const { accountId: _, ...facts } = batch;
  const counts = repository.counts(batch.id);
  const { files, ...sums } = repository.sums(batch.id);
  return {
    ...facts,
    ...sums,
    files: files + (batch.exportId === null ? 0 : 1),
    items: Object.values(counts).reduce((sum, n) => sum + n, 0),
    counts,
  };
};

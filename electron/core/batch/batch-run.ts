import type { Settings } from '#shared/contract/settings.ts';
import type { Session } from '../account/session.ts';
import { createThrottle } from '../common/throttle.ts';
import type { PartialBook } from '../files/partial-book.ts';
import type { Emit } from '../handlers.ts';
import type { ExportRepository } from '../lists/export-repository.ts';
import { createExportWriter } from '../lists/export-writer.ts';
import { createListReader } from '../lists/list-reader.ts';
import type { ListRepository } from '../lists/list-repository.ts';
import type { Clock } from '../ports.ts';
import type { RunContext } from '../runs/run-engine.ts';
import type { RunEnd } from '../runs/run-repository.ts';
import type { Database } from '../storage/database.ts';
import type { BatchRepository, StoredBatch, StoredItem } from './batch-repository.ts';
import { createListMaker } from './make-list.ts';
import { type Made, runBatch } from './run-batch.ts';
import { saveCombined } from './save-combined.ts';
import { createFolderWriter } from './save-item.ts';

export interface BatchRunDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly session: Session;
  readonly repository: BatchRepository;
  readonly lists: ListRepository;
  readonly exports: ExportRepository;
  readonly partials: PartialBook;
  readonly settings: () => Pick<Settings, 'chunkSize' | 'lineEnding'>;
}

/** The work of one batch, for the runner of jobs. */
export type BatchWork = (context: RunContext, title: string, changed: (ended: boolean) => void) => Promise<RunEnd>;

const CHANGE_INTERVAL_MS = 200;

/** Puts the parts of a run together. Throws DeskError `signed-out` when lists are wanted and there is no token. */
export const createBatchRun = (deps: BatchRunDeps) => {
  const { db, clock, emit, session, repository, lists, exports } = deps;
  const reader = createListReader(db);
  const now = () => clock.now();
  const write = createExportWriter(deps);
  const throttle = createThrottle(clock, CHANGE_INTERVAL_MS);

  const takeList =
    (batch: StoredBatch) =>
    async (item: StoredItem): Promise<Made> => {
      const list = item.listId === null ? undefined : lists.findAny(batch.accountId, item.listId);
      return list === undefined ? { list: null, error: { code: 'list-removed', words: '' } } : { list, error: null };
    };

  return async (batch: StoredBatch): Promise<BatchWork> => {
    const { params, place, accountId } = batch;
    const { chunkSize, lineEnding } = deps.settings();
    const api = params.kind === 'generate' ? await session.api(accountId) : null;
    return (context, title, changed) => {
      const onList = (listId: number, ended: boolean): void => {
        if (ended) emit('lists.changed', { listId });
        else throttle.attempt(() => emit('lists.changed', { listId }));
        changed(false);
      };
      const { output } = params;
      const files = { repository, reader, write, lineEnding, now };
      return runBatch(batch, context, {
        repository,
        lists,
        now,
        changed,
        make:
          params.kind === 'generate' && api !== null
            ? createListMaker(batch, params.recipe, { db, repository, lists, api, chunkSize, now, onList })
            : takeList(batch),
        saveOne:
          output.mode === 'files' && place !== null
            ? createFolderWriter({ accountId, batchId: batch.id, folder: place, output }, files)
            : null,
        saveAll: (signal) =>
          saveCombined(batch, title, signal, { repository, lists, exports, reader, write, lineEnding }),
      });
    };
  };
};

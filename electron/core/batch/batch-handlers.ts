import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Batch, BatchInput, BatchParams } from '#shared/contract/batch.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Language } from '#shared/domain/language.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import type { Session } from '../account/session.ts';
import { textsIn, textsOf } from '../common/texts.ts';
import { createThrottle } from '../common/throttle.ts';
import type { PartialBook } from '../files/partial-book.ts';
import type { Emit, FeatureHandlers } from '../handlers.ts';
import { createExportRepository } from '../lists/export-repository.ts';
import { createPlaceAsker } from '../lists/export-saver.ts';
import { createListRepository } from '../lists/list-repository.ts';
import type { Clock, Desktop, FileDialogs } from '../ports.ts';
import type { RunEngine } from '../runs/run-engine.ts';
import type { Database } from '../storage/database.ts';
import { checkClients, checkLists } from './batch-checks.ts';
import { batchView, createBatchRepository, type StoredBatch } from './batch-repository.ts';
import { createBatchRun } from './batch-run.ts';
import { batchSubject, batchTitle } from './batch-subject.ts';
import { targetClients, targetLists } from './batch-targets.ts';
import { writeBatchReport } from './report.ts';
import { checkedParams, itemsOf, storeBatch } from './start-batch.ts';

export interface BatchDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly session: Session;
  readonly runs: RunEngine;
  readonly dialogs: FileDialogs;
  readonly desktop: Desktop;
  readonly partials: PartialBook;
  readonly settings: () => Pick<Settings, 'chunkSize' | 'lineEnding'>;
  /** Of the words the OS dialog shows, and of what a combined file is called in the history of files. */
  readonly language: () => Language;
}

const CHANGE_INTERVAL_MS = 200;

const conflict = (code: string): DeskError => new DeskError('conflict', 'The batch does not allow this now.', { code });

/** The feature "batch": lists generated for many clients, or saved many at a time. */
export const createBatch = (deps: BatchDeps): { readonly handlers: FeatureHandlers<'batch'> } => {
  const { db, clock, emit, session, runs, dialogs, desktop } = deps;
  const repository = createBatchRepository(db);
  const lists = createListRepository(db);
  const exports = createExportRepository(db);
  const places = createPlaceAsker({ db, dialogs });
  const runOf = createBatchRun({ ...deps, repository, lists, exports });
  const t = textsOf(deps.language);
  repository.endLeftovers(clock.now());
  /**
   * The folders that were chosen in a dialog since this desk was opened: what the database says may be from elsewhere.
   */
  const chosen = new Map<number, string>();
  const folderOf = ({ output }: BatchParams, place: string): string =>
    output.mode === 'files' ? place : dirname(place);
  const isChosen = ({ id, params, place }: StoredBatch): boolean =>
    params.output.mode === 'none' || (place !== null && chosen.get(id) === folderOf(params, place));

  const find = (batchId: number): StoredBatch => repository.find(session.accountId(), batchId);
  const view = (batchId: number): Batch => batchView(find(batchId), repository);

  const askForPlace = async (params: BatchParams): Promise<string | null> => {
    if (params.output.mode === 'files') return dialogs.chooseFolder({ title: t('files:dialogs.manyListsFolder') });
    return places.askForPath(
      t('files:dialogs.saveManyLists'),
      `${t('files:names.lists')}-${localDate(clock.now())}.txt`,
    );
  };

  /** Records the job and lets it begin. */
  const launch = async (batch: StoredBatch): Promise<Batch> => {
    const run = await runOf(batch);
    const throttle = createThrottle(clock, CHANGE_INTERVAL_MS);
    const tell = (): void => emit('batch.changed', { batchId: batch.id });
    const changed = (ended: boolean): void => (ended ? throttle.force(tell) : throttle.attempt(tell));
    const { items: total, counts } = batchView(batch, repository);
    const name = batchSubject(batch.params, total - counts.skipped);
    const title = batchTitle(name, t);
    const { accountId } = batch;
    db.transaction(() => {
      // It may have been started while its token was looked for: two runs of one batch would ask for everything twice.
      if (repository.find(accountId, batch.id).state === 'running') throw conflict('batch-running');
      const job = { accountId, kind: 'lists', name, total, targetId: batch.id } as const;
      const jobId = runs.start(job, (context) => run(context, title, changed));
      repository.start(batch.id, jobId);
    });
    changed(true);
    return batchView(repository.find(accountId, batch.id), repository);
  };

  const start = async (input: BatchInput): Promise<Batch | null> => {
    const params = checkedParams(input);
    const accountId = session.accountId();
    // Without a token nothing can come: said before a place is asked for.
    if (params.kind === 'generate') await session.api(accountId);
    const place = params.output.mode === 'none' ? null : await askForPlace(params);
    if (place === null && params.output.mode !== 'none') return null;
    const items = await itemsOf(db, accountId, input, params);
    const batchId = await storeBatch(db, repository, { accountId, params, place, items, at: clock.now() });
    if (place !== null) chosen.set(batchId, folderOf(params, place));
    return launch(repository.find(accountId, batchId));
  };

  /** Asks where it goes; what is not written yet gets its name there. `false`: the dialog was closed. */
  const moveTo = async (batch: StoredBatch): Promise<boolean> => {
    const place = await askForPlace(batch.params);
    if (place === null) return false;
    chosen.set(batch.id, folderOf(batch.params, place));
    if (place === batch.place) return true;
    db.transaction(() => {
      repository.setPlace(batch.id, place);
      repository.forgetNames(batch.id);
    });
    emit('batch.changed', { batchId: batch.id });
    return true;
  };

  return {
    handlers: {
      'batch.checkClients': async ({ clientIds, poolType }) =>
        checkClients(await targetClients(db, session.accountId(), clientIds, poolType)),
      'batch.checkLists': async ({ listIds, variant }) =>
        checkLists(await targetLists(db, session.accountId(), listIds), variant),
      'batch.start': start,
      'batch.get': ({ batchId }) => view(batchId),
      'batch.items': ({ batchId, only, offset, limit }) => repository.page(find(batchId), only, offset, limit),
      'batch.stop': async ({ batchId }) => {
        const { jobId } = find(batchId);
        if (jobId !== null) await runs.stop(jobId, 'cancelled');
        return view(batchId);
      },
      'batch.resume': async ({ batchId, retry }) => {
        const batch = find(batchId);
        if (batch.state === 'running') throw conflict('batch-running');
        const { counts, retryable } = batchView(batch, repository);
        const lacksFile = batch.state === 'stopped';
        if (counts.waiting === 0 && !lacksFile && !(retry && retryable > 0)) throw conflict('batch-nothing-left');
        if (!isChosen(batch) && !(await moveTo(batch))) return null;
        if (retry) repository.retry(batchId);
        return launch(find(batchId));
      },
      'batch.changePlace': async ({ batchId }) => {
        const batch = find(batchId);
        if (batch.state === 'running') throw conflict('batch-running');
        if (batch.params.output.mode === 'none') throw conflict('batch-no-place');
        return (await moveTo(batch)) ? view(batchId) : null;
      },
      'batch.showPlace': async ({ batchId }) => {
        const path = repository.shownPath(find(batchId));
        const isThere =
          path !== null &&
          (await access(path).then(
            () => true,
            () => false,
          ));
        if (!isThere) throw new DeskError('file', 'It is not there any more.', { code: 'file-missing' });
        desktop.showInFolder(path);
        return {};
      },
      'batch.saveReport': async ({ batchId, language }) => {
        const batch = find(batchId);
        const words = textsIn(language);
        const path = await dialogs.saveFile({
          title: words('files:dialogs.saveReport'),
          suggestedName: `${words('files:names.batchReport')}-${localDate(clock.now())}-${batchId}.csv`,
          filters: [{ name: 'CSV', extensions: ['csv'] }],
        });
        if (path === null) return null;
        const itemsFrom = (offset: number, limit: number) => repository.page(batch, [], offset, limit).rows;
        return writeBatchReport({ path, partials: deps.partials }, batchView(batch, repository), itemsFrom, words);
      },
    },
  };
};

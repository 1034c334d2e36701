import { dirname } from 'node:path';
import { type NamedLayout, openChosenLayout } from '#core/catalogue/layouts/chosen-layout.ts';
import { previewLayout } from '#core/catalogue/layouts/layout-output.ts';
import { proxiesOfList } from '#core/catalogue/layouts/proxy-source.ts';
import { withExtension } from '#core/catalogue/lists/export-name.ts';
import { askForExportPath } from '#core/catalogue/lists/export-saver.ts';
import { countLinesOfVariant } from '#core/catalogue/lists/list-formats.ts';
import { lineEndOf } from '#core/catalogue/lists/list-output.ts';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import { findAnyList, type ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { assertOutput } from '#core/catalogue/lists/save-list.ts';
import type { CommonDeps } from '#core/context.ts';
import type { LineEnd, RunContext, RunEngine } from '#core/engine/run-engine.ts';
import type { RunKindOf } from '#core/engine/run-kind.ts';
import { findRun, insertRun, type RunEnd, type StoredRun } from '#core/engine/run-repository.ts';
import { exists } from '#core/platform/files/exists.ts';
import { placeIn } from '#core/platform/files/place-in.ts';
import { toDeskError } from '#core/platform/sqlite/sqlite-errors.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import type { LeftOutCount } from '#shared/contract/layouts.ts';
import type { HostVariant } from '#shared/contract/lists.ts';
import type { ListsInput, ListsParams, ListsProblem } from '#shared/contract/runs.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { MAX_FAILURES_IN_ROW } from '#shared/domain/lists-run.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';
import { assertFolder, createFolderWriter } from './folder-writer.ts';
import { openFreeNames } from './free-names.ts';
import {
  addListsLine,
  countListsLines,
  destinationOf,
  endListsLine,
  forgetFileNames,
  type ListsRun,
  listsDetailOf,
  listsLinesPage,
  nextListsLine,
  retryListsLines,
  type StoredListsLine,
  setRunPlace,
  shownPathOf,
} from './lists-lines.ts';
import { type MadeList, makeList } from './make-list.ts';
import { checkedParams, plannedLinesOf } from './new-run.ts';
import { isGeneral, problemOf, problemOfList } from './problem.ts';
import { listsReportOf, listsSubject, listsTitle } from './report.ts';
import { saveCombined } from './save-combined.ts';

interface ListsRunDeps
  extends CommonDeps<'db' | 'clock' | 'session' | 'dialogs' | 'desktop' | 'partials' | 'language'> {
  readonly engine: RunEngine;
  readonly settings: () => Pick<Settings, 'chunkSize' | 'lineEnding'>;
}

/** The folder of a schedule's files, for which no dialog is shown. */
export interface ScheduledPlace {
  /** The account of the schedule, which need not be the open one any more. */
  readonly accountId: string;
  readonly scheduleId: number;
  /** A folder that was once chosen in a dialog of this computer. */
  readonly folder: string;
  /** The name of a combined file; it gets a number if the name is taken. */
  readonly fileName: string;
}

export interface ListsRuns extends RunKindOf {
  /** Starts a run; `null` if the dialog was closed. */
  start(input: ListsInput): Promise<StoredRun | null>;
  /**
   * Starts a run of a schedule. `note` is called with its id before it begins. Throws the errors of `start`, and
   * `file`.
   */
  startFor(
    at: ScheduledPlace,
    input: Extract<ListsInput, { readonly kind: 'generate' }>,
    note: (runId: number) => void,
  ): Promise<void>;
  /** Continues a stopped run of a schedule, in the schedule's present folder. */
  goOnFor(at: ScheduledPlace, run: StoredRun): Promise<void>;
  /** Asks for another folder or file; `null` if the dialog was closed. */
  changePlace(run: StoredRun): Promise<StoredRun | null>;
  showPlace(run: StoredRun): Promise<void>;
}

/** Errors that the service may recover from. Only several in a row stop the run. */
const PASSING = new Set<ListsProblem['code']>(['timeout', 'server', 'rate-limited', 'malformed']);

/** Some or all proxies of the list have no line in the file. */
const LEFT_OUT: ListsProblem = { code: 'left-out', words: '' };

const conflict = (code: string): DeskError => new DeskError('conflict', 'The run does not allow this now.', { code });

/** Creates the runs that generate lists for many clients, or save many lists. */
export const createListsRuns = (deps: ListsRunDeps): ListsRuns => {
  const { db, clock, session, engine, dialogs, desktop } = deps;
  const reader = createListReader(db);
  const t = textsOf(deps.language);
  /**
   * The folders chosen in a dialog since this desk was opened. Those in the database may come from another computer.
   */
  const chosen = new Map<number, string>();
  const folderOf = ({ output }: ListsParams, place: string): string =>
    output.mode === 'files' ? place : dirname(place);
  const isChosen = ({ id, params }: ListsRun): boolean => {
    const { place } = destinationOf(db, id);
    return params.output.mode === 'none' || (place !== null && chosen.get(id) === folderOf(params, place));
  };
  const find = ({ accountId, id }: StoredRun): ListsRun => findRun(db, accountId, id) as ListsRun;

  /** Returns the layout in which a run writes its files; `null` for the formats of the service. */
  const layoutOf = ({ output }: ListsParams, lineEnd: string): NamedLayout | null =>
    output.mode === 'none' || output.layout === undefined ? null : openChosenLayout(output.layout, lineEnd, t);

  const askForPlace = async (params: ListsParams): Promise<string | null> => {
    if (params.output.mode === 'files') return dialogs.chooseFolder({ title: t('files:dialogs.manyListsFolder') });
    const extension = layoutOf(params, '\n')?.layout.extension ?? 'txt';
    const name = withExtension(`${t('files:names.lists')}-${localDate(clock.now())}`, extension);
    return askForExportPath(deps, t('files:dialogs.saveManyLists'), name, extension);
  };

  /** Asks for the destination. Unwritten files get new names there. Returns `false` if the dialog was closed. */
  const moveTo = async ({ id, params }: ListsRun): Promise<boolean> => {
    const place = await askForPlace(params);
    if (place === null) return false;
    chosen.set(id, folderOf(params, place));
    if (place === destinationOf(db, id).place) return true;
    db.transaction(() => {
      setRunPlace(db, id, place);
      forgetFileNames(db, id);
    });
    engine.tell(id);
    return true;
  };

  /**
   * Returns the function that produces the list of a line: a generated or an existing one. It rejects with the signal's
   * reason if that is aborted.
   */
  const makerOf = async (
    run: ListsRun,
    { signal, changed: onList }: Pick<RunContext, 'signal' | 'changed'>,
  ): Promise<(line: StoredListsLine) => Promise<MadeList>> => {
    const { params, accountId } = run;
    if (params.kind === 'export') {
      return async (line) => {
        const list = line.listId === null ? undefined : findAnyList(db, accountId, line.listId);
        return list === undefined ? { list: null, error: { code: 'list-removed', words: '' } } : { list, error: null };
      };
    }
    const api = await session.api(accountId);
    const { chunkSize } = deps.settings();
    const making = { db, clock, run, recipe: params.recipe, api, chunkSize, onList };
    return (line) => makeList(making, line, signal);
  };

  const work =
    (run: ListsRun) =>
    async (context: RunContext): Promise<RunEnd> => {
      const { id: runId, accountId, params } = run;
      const { place } = destinationOf(db, runId);
      const { lineEnding } = deps.settings();
      const make = await makerOf(run, context);
      const layout = layoutOf(params, lineEndOf(lineEnding));
      const files = { ...deps, reader, lineEnding, layout };
      const { output } = params;
      const saveOne =
        output.mode === 'files' && place !== null
          ? createFolderWriter({ accountId, runId, folder: place, output }, files)
          : null;

      /** Writes the file of a finished list. Throws errors that would also affect the next file. */
      const save = async (line: StoredListsLine, list: ListRecord, error: ListsProblem | null, signal: AbortSignal) => {
        const ofList = error ?? (params.kind === 'generate' ? problemOfList(list) : null);
        const end = (exportId: number | null, count: number, leftOut: readonly LeftOutCount[] = []) => {
          const problem = ofList ?? (leftOut.length === 0 ? null : LEFT_OUT);
          const isWhole = (problem === null || problem.code === 'layout') && leftOut.length === 0;
          const result = { problem, leftOut: [...leftOut], lines: count, exportId };
          endListsLine(db, runId, line.line, { state: isWhole ? 'done' : 'partial', ...result });
        };
        const unsaved = params.kind === 'generate' ? 'unsaved' : 'failed';
        if (output.mode === 'none') return end(null, list.lineCount);
        const variant: HostVariant = output.variant;
        const formatId = (params.kind === 'export' ? params.formatId : null) ?? list.recipe.formatId;
        try {
          assertOutput(list, { variant, formatId });
          const { lines, leftOut } =
            layout === null
              ? { lines: countLinesOfVariant(list, variant), leftOut: [] }
              : await previewLayout(() => proxiesOfList(reader, list, variant), layout.layout, 0);
          if (lines === 0) {
            const result = { problem: LEFT_OUT, leftOut: [...leftOut], lines: 0, exportId: null };
            endListsLine(db, runId, line.line, { state: unsaved, ...result });
            return;
          }
          const exportId = saveOne === null ? null : await saveOne(line, list, { formatId, lineCount: lines }, signal);
          end(exportId, lines, leftOut);
        } catch (failure) {
          const known = toDeskError(failure);
          const why = problemOf(known);
          if (signal.aborted || isGeneral(why)) throw failure;
          endListsLine(db, runId, line.line, { state: unsaved, problem: why, lines: 0, exportId: null });
        }
      };

      const take = async (line: StoredListsLine, signal: AbortSignal): Promise<LineEnd> => {
        const wait = (error: unknown): LineEnd => {
          endListsLine(db, runId, line.line, { state: 'waiting', problem: null, lines: 0, exportId: null });
          if (signal.aborted) return { ended: 'requeue' };
          const known = toDeskError(error);
          return { ended: known.kind === 'rate-limited' ? 'rate-limited' : 'halt-run', error: known };
        };
        const fail = (problem: ListsProblem): LineEnd => {
          endListsLine(db, runId, line.line, { state: 'failed', problem, lines: 0, exportId: null });
          return PASSING.has(problem.code) ? { ended: 'failed', error: null } : { ended: 'done' };
        };
        let made: MadeList;
        try {
          made = await make(line);
        } catch (error) {
          const problem = problemOf(toDeskError(error));
          const isLimited = problem.code === 'rate-limited';
          return signal.aborted || isLimited || isGeneral(problem) ? wait(error) : fail(problem);
        }
        if (made.list === null) return fail(made.error ?? { code: 'no-lines', words: '' });
        try {
          await save(line, made.list, made.error, signal);
          // The lines that arrived are saved. The next list must not be asked for before the time that the service names.
          return made.limit === undefined ? { ended: 'done' } : { ended: 'rate-limited', error: made.limit };
        } catch (error) {
          // The list is complete and stays; only its file must still be written.
          return wait(error);
        }
      };

      let done = run.total - countListsLines(db, runId).waiting;
      context.progress(done);
      const note = (count: number): void => {
        done = count;
        context.progress(done);
      };
      return engine.takeLines<StoredListsLine>(context, {
        atOnce: 1,
        failuresInRow: MAX_FAILURES_IN_ROW,
        waitsForNetwork: false,
        next: () => {
          const line = nextListsLine(db, runId);
          return line === undefined ? undefined : { line };
        },
        take: async (line, signal) => {
          const result = await take(line, signal);
          if (result.ended === 'done' || result.ended === 'failed') note(done + 1);
          else if (result.ended === 'rate-limited') note(run.total - countListsLines(db, runId).waiting);
          return result;
        },
        finish: async () => {
          const title = listsTitle(listsSubject(params, run.total - countListsLines(db, runId).skipped), t);
          try {
            await saveCombined(run, title, context.signal, files);
          } catch (error) {
            if (context.signal.aborted) throw error;
            // The combined file could not be written, or the disk is full.
            return { state: 'stopped', reason: 'error', error: toStoredError(error) };
          }
          const { partial, unsaved, failed } = countListsLines(db, runId);
          return { state: partial + unsaved + failed === 0 ? 'done' : 'partial', error: null };
        },
      });
    };

  const launch = async (run: StoredRun): Promise<StoredRun> => {
    const found = find(run);
    // Throws a missing token here, before the run seems to start.
    if (found.params.kind === 'generate') await session.api(run.accountId);
    // It may have been started meanwhile, and two identical runs would request everything twice.
    if (!engine.proceed(found, work(found))) throw conflict('run-running');
    return find(run);
  };

  /** Stores the run with all its lines. If the app crashes in between, the next start deletes it. */
  const plan = async (
    accountId: string,
    input: ListsInput,
    params: ListsParams,
    place: string | null,
  ): Promise<StoredRun> => {
    const wanted = await plannedLinesOf(db, accountId, input, params);
    const skipped = wanted.filter(({ state }) => state === 'skipped').length;
    const name = listsSubject(params, wanted.length - skipped);
    const about = { accountId, kind: 'lists', name, total: wanted.length, params } as const;
    const runId = insertRun(db, about, 'planned', clock.now());
    setRunPlace(db, runId, place);
    await writeInSlices(db, wanted, (line, index) => addListsLine(db, runId, index, line));
    if (place !== null) chosen.set(runId, folderOf(params, place));
    return findRun(db, accountId, runId);
  };

  /** Returns the folder, or an unused path in it for a combined file. */
  const placeFor = async ({ folder, fileName }: ScheduledPlace, { output }: ListsParams): Promise<string> => {
    await assertFolder(folder);
    return output.mode === 'files' ? folder : placeIn(folder, (await openFreeNames(folder)).take(fileName));
  };

  return {
    start: async (input) => {
      const params = checkedParams(input);
      const accountId = session.accountId();
      // Throws a missing token here, before the user chooses a place.
      if (params.kind === 'generate') await session.api(accountId);
      const place = params.output.mode === 'none' ? null : await askForPlace(params);
      if (place === null && params.output.mode !== 'none') return null;
      return launch(await plan(accountId, input, params, place));
    },
    startFor: async (at, input, note) => {
      const params = { ...checkedParams(input), scheduleId: at.scheduleId } as ListsParams;
      await session.api(at.accountId);
      const run = await plan(at.accountId, input, params, await placeFor(at, params));
      note(run.id);
      await launch(run);
    },
    goOnFor: async (at, run) => {
      const { id, params } = find(run);
      const { place } = destinationOf(db, id);
      await assertFolder(at.folder);
      if (place === null || folderOf(params, place) !== at.folder) {
        const next = await placeFor(at, params);
        db.transaction(() => {
          setRunPlace(db, id, next);
          forgetFileNames(db, id);
        });
      }
      chosen.set(id, at.folder);
      await launch(run);
    },
    resume: async (run, { retry }) => {
      if (engine.isRunning(run.id)) throw conflict('run-running');
      const stored = find(run);
      const { retryable } = listsDetailOf(db, stored);
      const again = retry && retryable > 0 && run.state !== 'cancelled';
      if (!isHalted(run) && !again) throw conflict('run-nothing-left');
      if (!isChosen(stored) && !(await moveTo(stored))) return null;
      if (retry) retryListsLines(db, run.id);
      return launch(run);
    },
    detail: (run) => listsDetailOf(db, run as ListsRun),
    lines: (run, { only, offset, limit }) => listsLinesPage(db, run as ListsRun, only, offset, limit),
    report: (run, words) => listsReportOf(db, run as ListsRun, words),
    changePlace: async (run) => {
      const stored = find(run);
      if (engine.isRunning(run.id)) throw conflict('run-running');
      if (stored.params.output.mode === 'none') throw conflict('run-no-place');
      return (await moveTo(stored)) ? find(run) : null;
    },
    showPlace: async ({ id }) => {
      const path = shownPathOf(db, id);
      if (path === null || !(await exists(path)))
        throw new DeskError('file', 'The file does not exist any more.', { code: 'file-missing' });
      desktop.showInFolder(path);
    },
  };
};

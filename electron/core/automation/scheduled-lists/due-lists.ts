import { isSameChoice, openChosenLayout, problemOfChoice } from '#core/catalogue/layouts/chosen-layout.ts';
import { withExtension } from '#core/catalogue/lists/export-name.ts';
import type { DeskContext } from '#core/context.ts';
import { endRun, getRun, type StoredRun } from '#core/engine/run-repository.ts';
import type { ListsRuns, ScheduledPlace } from '#core/jobs/lists/lists-run.ts';
import { problemOf } from '#core/jobs/lists/problem.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { toDeskError } from '#core/platform/sqlite/sqlite-errors.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { ListsParams } from '#shared/contract/runs.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { daysBetween, latestDay } from '#shared/domain/rhythm.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { momentOn } from '#shared/domain/schedule-time.ts';
import { type DueListProblem, MAX_SCHEDULED_CLIENTS } from '#shared/domain/scheduled-lists.ts';
import { dayAt } from '#shared/domain/zoned-time.ts';
import { DeskError } from '#shared/result.ts';
import {
  beginDueList,
  dropDueList,
  endDueList,
  isDueListSettled,
  type OpenDueList,
  openDueList,
  passDueList,
  scheduleSettledWith,
  setProblemOfDueList,
  setRunOfDueList,
  settledDayBefore,
} from './due-list-repository.ts';
import { deleteOldFiles, noteOwnFiles } from './own-files.ts';
import { allSchedules, clientIdsOf, type Schedule } from './schedule-repository.ts';

interface DueListsDeps {
  readonly listsRuns: Pick<ListsRuns, 'startFor' | 'goOnFor'>;
  readonly t: CoreTexts;
  /** Reports the problem that keeps a list from being generated; `null` once it was generated. */
  readonly onTrouble: (schedule: Schedule, problem: DueListProblem | null) => void;
}

/**
 * The wait before a list that could not be generated is tried again. It doubles with each failure up to the longest.
 */
const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 3_600_000;

interface Rest {
  /** In ms of the machine's uptime, which nobody can set. */
  readonly since: number;
  readonly ms: number;
}

/** The problems of a schedule's own, by the code of the error that names them. */
const PROBLEMS: Readonly<Record<string, DueListProblem>> = {
  'schedule-no-clients': 'no-clients',
  'schedule-many-clients': 'too-many-clients',
  'schedule-layout-removed': 'layout-removed',
  'schedule-layout-changed': 'layout-changed',
};

const conflict = (code: string, params?: Record<string, number>): DeskError =>
  new DeskError('conflict', 'The list cannot be made now.', params === undefined ? { code } : { code, params });

/**
 * Generates due lists by runs of lists. Each time that a schedule falls due, a due list is on the disk before its run
 * begins. If several were missed, only the newest is made up for. A list that could not be generated waits, is tried
 * again, and gives way to the next one that falls due.
 */
export const createDueLists = (context: DeskContext, deps: DueListsDeps) => {
  const { db, clock, logger, isOffline } = context;
  const { listsRuns, t } = deps;
  const rests = new Map<number, Rest>();
  const busy = new Set<number>();

  const placeOf = ({ id, accountId, name, folder, zone, output }: Schedule): ScheduledPlace => {
    const extension = output.layout === undefined ? 'txt' : openChosenLayout(output.layout, '\n', t).layout.extension;
    const stem = `${name === '' ? t('files:names.lists') : name}-${dayAt(clock.now(), zone)}`;
    return { accountId, scheduleId: id, folder, fileName: withExtension(stem, extension) };
  };

  const hold = (schedule: Schedule, dueListId: number, problem: DueListProblem): void => {
    const before = rests.get(dueListId)?.ms ?? 0;
    const ms = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, before * 2));
    rests.set(dueListId, { since: uptimeOf(clock), ms });
    setProblemOfDueList(db, dueListId, problem);
    deps.onTrouble(schedule, problem);
  };

  const clientsOf = (schedule: Schedule): number[] => {
    const clientIds = clientIdsOf(db, schedule);
    if (clientIds.length === 0) throw conflict('schedule-no-clients');
    if (clientIds.length <= MAX_SCHEDULED_CLIENTS) return clientIds;
    throw conflict('schedule-many-clients', { max: MAX_SCHEDULED_CLIENTS });
  };
  const problemFrom = (error: unknown): DueListProblem => {
    const known = toDeskError(error);
    return PROBLEMS[known.details?.code ?? ''] ?? problemOf(known).code;
  };

  /** Whether a run writes its files in the layout that the schedule has now. */
  const writesLayoutOf = ({ output }: Schedule, { params }: StoredRun): boolean =>
    isSameChoice((params as ListsParams & { output: Schedule['output'] }).output.layout, output.layout);

  /**
   * Starts the run of a due list, or continues it. Throws the reason if that is not possible now. A run in another layout
   * than the schedule has now ends, and another one takes its place.
   */
  const begin = async (schedule: Schedule, { id }: Pick<OpenDueList, 'id'>, started?: StoredRun): Promise<void> => {
    const problem = problemOfChoice(db, schedule.accountId, schedule.output.layout);
    if (problem !== null) throw conflict(`schedule-${problem}`);
    const run = started !== undefined && writesLayoutOf(schedule, started) ? started : undefined;
    if (started !== undefined && run === undefined) {
      await noteOwnFiles(db, schedule.id, started.id);
      endRun(db, started.id, { state: 'cancelled', error: started.error }, clock.now());
    }
    if (run !== undefined) {
      await listsRuns.goOnFor(placeOf(schedule), run);
      setProblemOfDueList(db, id, null);
    } else {
      const { recipe, output, skipWithoutTraffic } = schedule;
      const input = { kind: 'generate', clientIds: clientsOf(schedule), recipe, output, skipWithoutTraffic } as const;
      await listsRuns.startFor(placeOf(schedule), input, (runId) => setRunOfDueList(db, id, runId));
    }
  };
  const tryToBegin = async (schedule: Schedule, dueList: OpenDueList, run?: StoredRun): Promise<void> => {
    try {
      await begin(schedule, dueList, run);
    } catch (error) {
      hold(schedule, dueList.id, problemFrom(error));
    }
  };

  /** Ends a due list. Its run, if there is one, is over, however it ended. */
  const settle = async (schedule: Schedule, dueList: OpenDueList, run: StoredRun | undefined): Promise<void> => {
    if (run !== undefined) {
      await noteOwnFiles(db, schedule.id, run.id);
      await deleteOldFiles(db, schedule, run.id).catch((error: unknown) => {
        logger.warn('old files were not deleted', { error: error instanceof Error ? error.name : 'unknown' });
      });
    }
    endDueList(db, dueList.id, clock.now());
    rests.delete(dueList.id);
    if (run?.state === 'done' || run?.state === 'partial') deps.onTrouble(schedule, null);
  };

  const dueDay = ({ id, rhythm, zone, enabled, folderChosen }: Schedule): string | null => {
    const day = enabled && folderChosen ? latestDay(rhythm, clock.now(), zone) : null;
    return day === null || isDueListSettled(db, id, day) ? null : day;
  };

  const hasRested = (dueListId: number): boolean => {
    const rest = rests.get(dueListId);
    return rest === undefined || elapsedSince(rest.since, uptimeOf(clock)) >= rest.ms;
  };

  /**
   * Deals with an earlier due list that is not over: ends it if its run is over or the next one is due, otherwise tries
   * to continue it. Returns whether the next one has to wait.
   */
  const isHeldBy = async (schedule: Schedule, dueList: OpenDueList, isDue: boolean): Promise<boolean> => {
    const run = dueList.runId === null ? undefined : getRun(db, dueList.runId);
    if (run?.state === 'running') return true;
    const isOver = run !== undefined && run.finishedAt !== null && !['interrupted', 'stopped'].includes(run.state);
    if (isOver || isDue) {
      // The rest of an earlier list is no longer generated. A run that the user has paused stays as it is.
      if (run?.state === 'interrupted' || run?.state === 'stopped') {
        endRun(db, run.id, { state: 'cancelled', error: run.error }, clock.now());
      }
      await settle(schedule, dueList, run);
      return false;
    }
    if (run?.state === 'stopped' && dueList.problem === null) {
      hold(schedule, dueList.id, run.error === null ? 'server' : problemOf(run.error).code);
      return true;
    }
    const mayGoOn = schedule.enabled && schedule.folderChosen && run?.state !== 'paused' && !isOffline();
    if (mayGoOn && hasRested(dueList.id)) await tryToBegin(schedule, dueList, run);
    return true;
  };

  const checkSchedule = async (schedule: Schedule): Promise<void> => {
    const day = dueDay(schedule);
    const open = openDueList(db, schedule.id);
    if (open !== undefined && (await isHeldBy(schedule, open, day !== null))) return;
    if (day === null || isOffline()) return;
    const before = settledDayBefore(db, schedule.id, day);
    const missed = before === null ? 0 : daysBetween(schedule.rhythm, before, day);
    const dueAt = momentOn(day, schedule.rhythm.time, schedule.zone);
    await tryToBegin(schedule, beginDueList(db, schedule.id, { day, dueAt, missed }, clock.now()));
  };

  /** Does one thing at a time with each schedule. Returns `undefined` if something is under way with it. */
  const alone = async <T>(scheduleId: number, work: () => Promise<T>): Promise<T | undefined> => {
    if (busy.has(scheduleId)) return undefined;
    busy.add(scheduleId);
    try {
      return await work();
    } finally {
      busy.delete(scheduleId);
    }
  };

  return {
    checkDue: async (accountId: string, signal: AbortSignal): Promise<void> => {
      for (const schedule of allSchedules(db, accountId)) {
        signal.throwIfAborted();
        await alone(schedule.id, () => checkSchedule(schedule)).catch((error: unknown) => {
          if (signal.aborted) throw error;
          logger.warn('a schedule could not be checked', { error: error instanceof Error ? error.name : 'unknown' });
        });
      }
    },
    /** Passes over the latest day of a schedule, so that only days from now on fall due. */
    passOver: ({ id, rhythm, zone }: Schedule): void => {
      const day = latestDay(rhythm, clock.now(), zone);
      if (day !== null) passDueList(db, id, day, momentOn(day, rhythm.time, zone), clock.now());
    },
    /** Ends the wait of a schedule's due list, because the user may have solved its problem. */
    wake: (scheduleId: number): void => {
      const open = openDueList(db, scheduleId);
      if (open !== undefined) rests.delete(open.id);
    },
    /** Notes files that a run wrote after its due list was over, because the user tried its failed lines again. */
    noteFiles: async (runId: number): Promise<void> => {
      const scheduleId = scheduleSettledWith(db, runId);
      if (scheduleId !== null) await noteOwnFiles(db, scheduleId, runId);
    },
    /**
     * Generates the list of a schedule now. Throws DeskError `conflict` and `file`, and the errors of `session.api`.
     */
    makeNow: async (schedule: Schedule): Promise<void> => {
      const done = await alone(schedule.id, async () => {
        const open = openDueList(db, schedule.id);
        const run = open?.runId == null ? undefined : getRun(db, open.runId);
        if (run?.state === 'running') throw conflict('schedule-running');
        if (!schedule.folderChosen) throw conflict('schedule-folder');
        const stands = run === undefined || isHalted(run);
        if (open !== undefined && stands) {
          await begin(schedule, open, run);
          return true;
        }
        if (open !== undefined) await settle(schedule, open, run);
        const now = clock.now();
        clientsOf(schedule);
        const dueList = beginDueList(db, schedule.id, { day: null, dueAt: now, missed: 0 }, now);
        try {
          await begin(schedule, dueList);
        } catch (error) {
          // The user sees the error at once, so no due list waits.
          dropDueList(db, dueList.id);
          throw error;
        }
        return true;
      });
      if (done === undefined) throw conflict('schedule-running');
    },
  };
};

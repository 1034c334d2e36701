import type { CommonDeps } from '#core/context.ts';
import type { RunRepository, StoredRun } from '#core/engine/run-repository.ts';
import type { ListsRuns, ScheduledPlace } from '#core/jobs/lists/lists-run.ts';
import { problemOf, told } from '#core/jobs/lists/problem.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import { daysBetween, latestDay } from '#shared/domain/rhythm.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { momentOn } from '#shared/domain/schedule-time.ts';
import { type DueListProblem, MAX_SCHEDULED_CLIENTS } from '#shared/domain/scheduled-lists.ts';
import { dayAt } from '#shared/domain/zoned-time.ts';
import { DeskError } from '#shared/result.ts';
import type { DueListRepository, OpenDueList } from './due-list-repository.ts';
import type { OwnFiles } from './own-files.ts';
import type { Schedule, ScheduleRepository } from './schedule-repository.ts';

interface DueListsDeps extends CommonDeps<'clock' | 'logger' | 'isOffline'> {
  readonly schedules: ScheduleRepository;
  readonly dueLists: DueListRepository;
  readonly ownFiles: OwnFiles;
  readonly runs: Pick<RunRepository, 'get' | 'end'>;
  readonly listsRuns: Pick<ListsRuns, 'startFor' | 'goOnFor'>;
  /** Of a combined file, where the schedule has no name of its own. */
  readonly fileName: () => string;
  /** How one stands has changed. */
  readonly onChange: () => void;
  /** What keeps it from being made; `null`: it was made. */
  readonly onTrouble: (schedule: Schedule, problem: DueListProblem | null) => void;
}

/** What could not be made is tried again after so long, and then less and less often. */
const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 3_600_000;

interface Rest {
  /** ms by the clock that nobody can set. */
  readonly since: number;
  readonly ms: number;
}

const conflict = (code: string, params?: Record<string, number>): DeskError =>
  new DeskError('conflict', 'The list cannot be made now.', params === undefined ? { code } : { code, params });

/**
 * Makes what is due, as runs of lists. Each time that a schedule falls due is a due list, which is on the disk before
 * anything begins; of those that were missed only the newest is made up for. What could not be made waits, is gone on
 * with, and gives way to the next that is due.
 */
export const createDueLists = (deps: DueListsDeps) => {
  const { clock, logger, schedules, dueLists, ownFiles, runs, listsRuns } = deps;
  const rests = new Map<number, Rest>();
  const busy = new Set<number>();

  const placeOf = ({ id, name, folder, zone }: Schedule): ScheduledPlace => ({
    scheduleId: id,
    folder,
    fileName: sanitizeFileName(`${name === '' ? deps.fileName() : name}-${dayAt(clock.now(), zone)}.txt`),
  });

  const hold = (schedule: Schedule, dueListId: number, problem: DueListProblem): void => {
    const before = rests.get(dueListId)?.ms ?? 0;
    const ms = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, before * 2));
    rests.set(dueListId, { since: uptimeOf(clock), ms });
    dueLists.setProblem(dueListId, problem);
    deps.onTrouble(schedule, problem);
    deps.onChange();
  };

  const clientsOf = (schedule: Schedule): number[] => {
    const clientIds = schedules.clientIds(schedule);
    if (clientIds.length === 0) throw conflict('schedule-no-clients');
    if (clientIds.length <= MAX_SCHEDULED_CLIENTS) return clientIds;
    throw conflict('schedule-many-clients', { max: MAX_SCHEDULED_CLIENTS });
  };
  const problemFrom = (error: unknown): DueListProblem => {
    const known = told(error);
    if (known.details?.code === 'schedule-no-clients') return 'no-clients';
    return known.details?.code === 'schedule-many-clients' ? 'too-many-clients' : problemOf(known).code;
  };

  /** Begins it, or goes on with its run. Throws why that is not possible now. */
  const begin = async (schedule: Schedule, { id }: Pick<OpenDueList, 'id'>, run?: StoredRun): Promise<void> => {
    if (run !== undefined) {
      await listsRuns.goOnFor(placeOf(schedule), run);
      dueLists.setProblem(id, null);
    } else {
      const { recipe, output, skipWithoutTraffic } = schedule;
      const input = { kind: 'generate', clientIds: clientsOf(schedule), recipe, output, skipWithoutTraffic } as const;
      await listsRuns.startFor(placeOf(schedule), input, (runId) => dueLists.setRun(id, runId));
    }
    deps.onChange();
  };
  const tryToBegin = async (schedule: Schedule, dueList: OpenDueList, run?: StoredRun): Promise<void> => {
    try {
      await begin(schedule, dueList, run);
    } catch (error) {
      hold(schedule, dueList.id, problemFrom(error));
    }
  };

  /** The run is over, whichever way it ended. */
  const settle = async (schedule: Schedule, dueList: OpenDueList, run: StoredRun | undefined): Promise<void> => {
    if (run !== undefined) {
      await ownFiles.note(schedule.id, run.id);
      await ownFiles.deleteOld(schedule, run.id).catch((error: unknown) => {
        logger.warn('old files were not deleted', { error: error instanceof Error ? error.name : 'unknown' });
      });
    }
    dueLists.end(dueList.id, clock.now());
    rests.delete(dueList.id);
    if (run?.state === 'done' || run?.state === 'partial') deps.onTrouble(schedule, null);
    deps.onChange();
  };

  const dueDay = ({ id, rhythm, zone, enabled, folderChosen }: Schedule): string | null => {
    const day = enabled && folderChosen ? latestDay(rhythm, clock.now(), zone) : null;
    return day === null || dueLists.isSettled(id, day) ? null : day;
  };

  const hasRested = (dueListId: number): boolean => {
    const rest = rests.get(dueListId);
    return rest === undefined || elapsedSince(rest.since, uptimeOf(clock)) >= rest.ms;
  };

  /** What is still to be done of an earlier one, if anything; `false`: the next may begin. */
  const isHeldBy = async (schedule: Schedule, dueList: OpenDueList, isDue: boolean): Promise<boolean> => {
    const run = dueList.runId === null ? undefined : runs.get(dueList.runId);
    if (run?.state === 'running') return true;
    const isOver = run !== undefined && run.finishedAt !== null && !['interrupted', 'stopped'].includes(run.state);
    if (isOver || isDue) {
      // What is left of an earlier one is not made any more; what the user has paused is the user's.
      if (run?.state === 'interrupted' || run?.state === 'stopped') {
        runs.end(run.id, { state: 'cancelled', error: run.error }, clock.now());
      }
      await settle(schedule, dueList, run);
      return false;
    }
    if (run?.state === 'stopped' && dueList.problem === null) {
      hold(schedule, dueList.id, run.error === null ? 'server' : problemOf(run.error).code);
      return true;
    }
    const mayGoOn = schedule.enabled && schedule.folderChosen && run?.state !== 'paused' && !deps.isOffline();
    if (mayGoOn && hasRested(dueList.id)) await tryToBegin(schedule, dueList, run);
    return true;
  };

  const lookAt = async (schedule: Schedule): Promise<void> => {
    const day = dueDay(schedule);
    const open = dueLists.open(schedule.id);
    if (open !== undefined && (await isHeldBy(schedule, open, day !== null))) return;
    if (day === null || deps.isOffline()) return;
    const before = dueLists.dayBefore(schedule.id, day);
    const missed = before === null ? 0 : daysBetween(schedule.rhythm, before, day);
    const dueAt = momentOn(day, schedule.rhythm.time, schedule.zone);
    await tryToBegin(schedule, dueLists.begin(schedule.id, { day, dueAt, missed }, clock.now()));
  };

  /** One thing at a time with each schedule; `undefined`: something is under way with it. */
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
    look: async (accountId: string, signal: AbortSignal): Promise<void> => {
      for (const schedule of schedules.all(accountId)) {
        signal.throwIfAborted();
        await alone(schedule.id, () => lookAt(schedule)).catch((error: unknown) => {
          if (signal.aborted) throw error;
          logger.warn('a schedule was not looked at', { error: error instanceof Error ? error.name : 'unknown' });
        });
      }
    },
    /** What falls due from now on counts. */
    passOver: ({ id, rhythm, zone }: Schedule): void => {
      const day = latestDay(rhythm, clock.now(), zone);
      if (day !== null) dueLists.pass(id, day, momentOn(day, rhythm.time, zone), clock.now());
    },
    /** Nothing that waits rests any more: the user has done something about it. */
    wake: (scheduleId: number): void => {
      const open = dueLists.open(scheduleId);
      if (open !== undefined) rests.delete(open.id);
    },
    /** More may have been written since that was settled: what had failed was tried again by hand. */
    noteFiles: async (runId: number): Promise<void> => {
      const scheduleId = dueLists.settledWith(runId);
      if (scheduleId !== null) await ownFiles.note(scheduleId, runId);
    },
    /** Throws DeskError `conflict`, `file` and what `session.api` throws. */
    makeNow: async (schedule: Schedule): Promise<void> => {
      const done = await alone(schedule.id, async () => {
        const open = dueLists.open(schedule.id);
        const run = open?.runId == null ? undefined : runs.get(open.runId);
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
        const dueList = dueLists.begin(schedule.id, { day: null, dueAt: now, missed: 0 }, now);
        try {
          await begin(schedule, dueList);
        } catch (error) {
          // Told at once, so nothing of it waits.
          dueLists.drop(dueList.id);
          throw error;
        }
        return true;
      });
      if (done === undefined) throw conflict('schedule-running');
    },
  };
};

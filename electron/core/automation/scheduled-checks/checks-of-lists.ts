import {
  addCheckedList,
  type CheckedListRow,
  checkedListRows,
  findCheckedList,
  noteListCheckBegun,
  releaseCheckedLists,
  removeCheckedList,
  restoreCheckedList,
} from '#core/catalogue/lists/checked-lists.ts';
import { findAnyList, findList, type ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { assertOutput } from '#core/catalogue/lists/save-list.ts';
import type { CommonDeps } from '#core/context.ts';
import { getRun } from '#core/engine/run-repository.ts';
import { isCheckRunningOn } from '#core/jobs/check/check-lines.ts';
import type { CheckedList } from '#shared/contract/scheduled-checks.ts';
import { nextCheckAt } from '#shared/domain/check-rhythm.ts';
import {
  CHECKED_LISTS,
  type CheckedListObstacle,
  checkedLines,
  checkedProxies,
  checkedVariant,
} from '#shared/domain/checked-lists.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import { DeskError } from '#shared/result.ts';
import { checkScheduleOf, findCheckSchedule, putCheckSchedule } from './check-schedule-repository.ts';
import { type createCheckStarter, type DueCheck, dueCheckOf } from './scheduled-check.ts';

interface ListChecksDeps extends CommonDeps<'db' | 'clock' | 'undos' | 'closing'> {
  readonly start: ReturnType<typeof createCheckStarter>;
}

interface ChosenList {
  readonly row: CheckedListRow;
  readonly list: ListRecord;
  /** Why it is not checked now; `null` if it is checked when it is due. */
  readonly obstacle: CheckedListObstacle | null;
}

interface DueList extends DueCheck {
  readonly row: CheckedListRow;
  readonly list: ListRecord;
}

const obstacleOf = (row: CheckedListRow, list: ListRecord): CheckedListObstacle | null => {
  if (row.isHeld) return 'restored';
  if (row.isOfRemovedClient) return 'client-removed';
  if (isGrowing(list)) return 'growing';
  return checkedLines(list) === 0 ? 'no-lines' : null;
};

/** Creates the checks of lists on the schedule. Each list has a check of its own, so that its results stay with it. */
export const createListChecks = (deps: ListChecksDeps) => {
  const { db, clock, undos, closing, start } = deps;

  /** Returns the chosen lists in their order. Those beyond the limits of a round are passed over. */
  const chosenLists = (accountId: string): ChosenList[] => {
    let lists = 0;
    let lines = 0;
    return checkedListRows(db, accountId).flatMap((row): ChosenList[] => {
      const list = findAnyList(db, accountId, row.listId);
      if (list === undefined) return [];
      const obstacle = obstacleOf(row, list);
      if (obstacle !== null) return [{ row, list, obstacle }];
      const count = checkedLines(list);
      if (lists + 1 > CHECKED_LISTS.lists || lines + count > CHECKED_LISTS.lines) {
        return [{ row, list, obstacle: 'over-limit' }];
      }
      lists += 1;
      lines += count;
      return [{ row, list, obstacle }];
    });
  };

  const isRunning = (listId: number): boolean => isCheckRunningOn(db, listId);

  const dueLists = (accountId: string): DueList[] => {
    const rhythm = checkScheduleOf(db, accountId);
    const now = clock.now();
    return chosenLists(accountId).flatMap(({ row, list, obstacle }) => {
      if (obstacle !== null || isRunning(row.listId)) return [];
      const due = dueCheckOf(db, rhythm, row, now);
      return due === null ? [] : [{ row, list, run: due.run, isDue: due.isDue }];
    });
  };

  /** Returns from when a new list counts. It joins the next round of the others, so that it is not checked on its own. */
  const joinRound = (accountId: string, now: number): number => {
    const schedule = checkScheduleOf(db, accountId);
    const others = checkedListRows(db, accountId).map(({ countsFrom }) => countsFrom);
    const last = Math.max(...others, ...(schedule.enabled ? [schedule.countsFrom] : []));
    return Number.isFinite(last) && nextCheckAt(schedule, last, now) > now ? last : now;
  };

  const viewOf = ({ row, list, obstacle }: ChosenList): CheckedList => {
    const { id: listId, title, clientName, clientKey, messengerId, lastCheck } = list;
    const run = row.runId === null ? undefined : getRun(db, row.runId);
    return {
      listId,
      title,
      clientName,
      clientKey,
      messengerId,
      proxies: checkedProxies(list),
      obstacle,
      runningId: run?.state === 'running' ? run.id : null,
      lastCheck,
      stopped: row.stopped,
      stoppedAt: row.stoppedAt,
    };
  };

  return {
    hasDue: (accountId: string): boolean => dueLists(accountId).length > 0,
    /** Begins the checks that are due, and continues those that the end of the app interrupted. */
    beginDue: async (accountId: string): Promise<void> => {
      for (const { row, list, run, isDue } of dueLists(accountId)) {
        if (closing.aborted) return;
        // Beginning a check takes time, in which the user may have taken the next list off or begun to check it.
        const known = findCheckedList(db, accountId, row.listId);
        if (known?.countsFrom !== row.countsFrom || known.isHeld || isRunning(row.listId)) continue;
        await start({
          accountId,
          run,
          isDue,
          checked: () => ({ kind: 'check-list', listId: list.id, variant: checkedVariant(list) }),
          note: (runId, at) => noteListCheckBegun(db, list.id, runId, at),
        });
      }
    },
    /** Puts a list on the schedule. Throws `not-found` and `conflict`. */
    add: (accountId: string, listId: number): void => {
      const list = findList(db, accountId, listId);
      if (findCheckedList(db, accountId, listId) !== undefined) return;
      assertOutput(list, { variant: checkedVariant(list), formatId: list.recipe.formatId });
      const chosen = checkedListRows(db, accountId).flatMap((row) => findAnyList(db, accountId, row.listId) ?? []);
      if (chosen.length >= CHECKED_LISTS.lists) {
        const params = { max: CHECKED_LISTS.lists };
        throw new DeskError('conflict', 'Too many lists are on the schedule.', { code: 'checked-lists-many', params });
      }
      const count = [list, ...chosen].reduce((sum, one) => sum + checkedLines(one), 0);
      if (count > CHECKED_LISTS.lines) {
        const params = { max: CHECKED_LISTS.lines, count };
        throw new DeskError('conflict', 'A round would be too long.', { code: 'checked-lines-many', params });
      }
      const now = clock.now();
      db.transaction(() => {
        if (findCheckSchedule(db, accountId) === undefined) {
          putCheckSchedule(db, accountId, checkScheduleOf(db, accountId), now);
        }
        addCheckedList(db, accountId, listId, { chosenAt: now, countsFrom: joinRound(accountId, now) });
      });
    },
    /**
     * Takes a list off the schedule, and returns whether it was there, and a function that puts it back. Its running check
     * goes on.
     */
    remove: (accountId: string, listId: number) => {
      const stored = removeCheckedList(db, accountId, listId);
      const undo = async (): Promise<number> =>
        stored !== undefined && restoreCheckedList(db, accountId, listId, stored) ? 1 : 0;
      return { count: stored === undefined ? 0 : 1, undoId: undos.keep(accountId, undo) };
    },
    /** Lets the checks go on after the desk was restored from a copy. */
    release: (accountId: string): void => releaseCheckedLists(db, accountId, clock.now()),
    /** Returns the chosen lists, and when the next check of one is due (ms since the epoch, UTC); `null` if none will be. */
    view: (accountId: string): { readonly lists: CheckedList[]; readonly nextAt: number | null } => {
      const chosen = chosenLists(accountId);
      const rhythm = checkScheduleOf(db, accountId);
      const now = clock.now();
      const times = chosen.flatMap(({ row, obstacle }) =>
        obstacle === null ? [nextCheckAt(rhythm, row.countsFrom, now)] : [],
      );
      return { lists: chosen.map(viewOf), nextAt: times.length === 0 ? null : Math.min(...times) };
    },
  };
};

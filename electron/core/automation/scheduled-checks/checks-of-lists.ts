import {
  addCheckedList,
  type CheckedListRow,
  checkedListRows,
  findCheckedList,
  isListOfRemovedClient,
  noteListCheckBegun,
  removeCheckedList,
  restoreCheckedList,
} from '#core/catalogue/lists/checked-lists.ts';
import { findAnyList, findList, type ListRecord } from '#core/catalogue/lists/list-repository.ts';
import { assertOutput } from '#core/catalogue/lists/save-list.ts';
import type { CommonDeps } from '#core/context.ts';
import { getRun } from '#core/engine/run-repository.ts';
import { isCheckRunningOn } from '#core/jobs/check/check-lines.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { CheckedList, ListsToCheck } from '#shared/contract/scheduled-checks.ts';
import { nextCheckAt } from '#shared/domain/check-rhythm.ts';
import {
  CHECKED_LISTS,
  type CheckedListObstacle,
  checkedLines,
  checkedProxies,
  checkedVariant,
  NOT_ADDED_REASONS,
  type NotAddedReason,
} from '#shared/domain/checked-lists.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import { DeskError } from '#shared/result.ts';
import { checkScheduleOf, findCheckSchedule, putCheckSchedule } from './check-schedule-repository.ts';
import { type DueCheck, dueCheckOf, type ScheduledCheckContext, startScheduledCheck } from './scheduled-check.ts';

interface ChosenList {
  readonly row: CheckedListRow;
  readonly list: ListRecord;
  /** Why it is not checked now; `null` if it is checked when it is due. */
  readonly obstacle: CheckedListObstacle | null;
}

interface NotAdded {
  readonly list: ListRecord;
  readonly reason: NotAddedReason;
  /** `null` if the list is on the schedule already, which is not an error. */
  readonly error: DeskError | null;
}

/** The number of left-out lists that are named; the others are only counted. */
const MAX_NAMED = 20;

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

const namesOf = (leftOut: readonly NotAdded[]): Pick<ListsToCheck, 'leftOut' | 'unnamed'> => ({
  leftOut: leftOut.slice(0, MAX_NAMED).map(({ list, reason }) => ({ listId: list.id, title: list.title, reason })),
  unnamed: Math.max(0, leftOut.length - MAX_NAMED),
});

/** Returns the reason that a refusal names. Throws any other error. */
const reasonOf = (error: DeskError): NotAddedReason => {
  const reason = NOT_ADDED_REASONS.find((one) => one === error.details?.code);
  if (reason === undefined) throw error;
  return reason;
};

/** Returns why a list cannot be output; `null` if it can be. */
const outputError = (list: ListRecord): DeskError | null => {
  try {
    assertOutput(list, { variant: checkedVariant(list), formatId: list.recipe.formatId });
    return null;
  } catch (error) {
    if (error instanceof DeskError) return error;
    throw error;
  }
};

/** Returns the chosen lists in their order. Those beyond the limits of a round are passed over. */
const chosenLists = (db: Database, accountId: string): ChosenList[] => {
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

const dueLists = (db: Database, accountId: string, now: number): DueList[] => {
  const rhythm = checkScheduleOf(db, accountId);
  return chosenLists(db, accountId).flatMap(({ row, list, obstacle }) => {
    if (obstacle !== null || isCheckRunningOn(db, row.listId)) return [];
    const due = dueCheckOf(db, rhythm, row, now);
    return due === null ? [] : [{ row, list, run: due.run, isDue: due.isDue }];
  });
};

/**
 * Returns the time from which the rhythm of a new list is counted, in ms since the epoch, UTC. The list joins the next
 * round of the others, so that it is not checked on its own.
 */
const joinRound = (db: Database, accountId: string, now: number): number => {
  const schedule = checkScheduleOf(db, accountId);
  const others = checkedListRows(db, accountId).map(({ countsFrom }) => countsFrom);
  const last = Math.max(...others, ...(schedule.enabled ? [schedule.countsFrom] : []));
  return Number.isFinite(last) && nextCheckAt(schedule, last, now) > now ? last : now;
};

/** Returns why a list cannot join the schedule; `null` if it can. `taken`: the lists and lines already on it. */
const refusalOf = (
  db: Database,
  list: ListRecord,
  taken: { readonly lists: number; readonly lines: number },
): DeskError | null => {
  const error = outputError(list);
  if (error !== null) return error;
  if (isListOfRemovedClient(db, list.id)) {
    return new DeskError('conflict', 'The client of the list was removed.', { code: 'checked-client-removed' });
  }
  if (taken.lists >= CHECKED_LISTS.lists) {
    const params = { max: CHECKED_LISTS.lists };
    return new DeskError('conflict', 'Too many lists are on the schedule.', { code: 'checked-lists-many', params });
  }
  const count = taken.lines + checkedLines(list);
  if (count <= CHECKED_LISTS.lines) return null;
  const params = { max: CHECKED_LISTS.lines, count };
  return new DeskError('conflict', 'A round of checks would be too long.', { code: 'checked-lines-many', params });
};

/** Separates the lists that can be put on the schedule from the others. Throws `not-found` if none of them is here. */
const sortOut = (db: Database, accountId: string, listIds: readonly number[]) => {
  const chosen = checkedListRows(db, accountId).flatMap((row) => findAnyList(db, accountId, row.listId) ?? []);
  const isChosen = new Set(chosen.map(({ id }) => id));
  const taken = { lists: chosen.length, lines: chosen.reduce((sum, list) => sum + checkedLines(list), 0) };
  const asked = [...new Set(listIds)].flatMap((listId) => findAnyList(db, accountId, listId) ?? []);
  if (asked.length === 0) findList(db, accountId, listIds[0] ?? 0);
  const lists: ListRecord[] = [];
  const leftOut: NotAdded[] = [];
  for (const list of asked) {
    const error = isChosen.has(list.id) ? null : refusalOf(db, list, taken);
    if (isChosen.has(list.id)) leftOut.push({ list, reason: 'checked', error });
    else if (error !== null) leftOut.push({ list, reason: reasonOf(error), error });
    else {
      lists.push(list);
      taken.lists += 1;
      taken.lines += checkedLines(list);
    }
  }
  return { lists, leftOut };
};

const viewOf = (db: Database, { row, list, obstacle }: ChosenList): CheckedList => {
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

/** Returns whether the check of a list is due at `now` (ms since the epoch, UTC) or was interrupted. */
export const hasDueListCheck = (db: Database, accountId: string, now: number): boolean =>
  dueLists(db, accountId, now).length > 0;

interface ListChecksContext extends ScheduledCheckContext, CommonDeps<'closing'> {}

/**
 * Begins the checks of lists that are due, and continues those that were interrupted when the app closed. Each list has a check
 * of its own, so that its results stay with it.
 */
export const beginDueListChecks = async (context: ListChecksContext, accountId: string): Promise<void> => {
  const { db, clock, closing } = context;
  for (const { row, list, run, isDue } of dueLists(db, accountId, clock.now())) {
    if (closing.aborted) return;
    // Beginning a check takes time, in which the user may have taken the next list off or begun to check it.
    const known = findCheckedList(db, accountId, row.listId);
    if (known?.countsFrom !== row.countsFrom || known.isHeld || isCheckRunningOn(db, row.listId)) continue;
    await startScheduledCheck(context, {
      accountId,
      run,
      isDue,
      checked: () => ({ kind: 'check-list', listId: list.id, variant: checkedVariant(list) }),
      note: (runId, at) => noteListCheckBegun(db, list.id, runId, at),
    });
  }
};

/** Returns what `addListsToCheck` would do. Throws `not-found` if none of the lists is here. */
export const previewListsToCheck = (db: Database, accountId: string, listIds: readonly number[]): ListsToCheck => {
  const { lists, leftOut } = sortOut(db, accountId, listIds);
  return {
    listIds: lists.map(({ id }) => id),
    proxies: lists.reduce((sum, list) => sum + checkedProxies(list), 0),
    isBought: lists.every(({ recipe }) => recipe.poolType !== null),
    ...namesOf(leftOut),
  };
};

/**
 * Puts those of the lists on the schedule that can be checked. Throws `not-found` or `conflict` if there are none and not
 * all of them are there already.
 */
export const addListsToCheck = (
  { db, clock }: CommonDeps<'db' | 'clock'>,
  accountId: string,
  listIds: readonly number[],
): { readonly added: number } & Pick<ListsToCheck, 'leftOut' | 'unnamed'> => {
  const { lists, leftOut } = sortOut(db, accountId, listIds);
  const error = leftOut.find((one) => one.error !== null)?.error ?? null;
  if (lists.length === 0 && error !== null) throw error;
  const now = clock.now();
  if (lists.length > 0) {
    db.transaction(() => {
      if (findCheckSchedule(db, accountId) === undefined) {
        putCheckSchedule(db, accountId, checkScheduleOf(db, accountId), now);
      }
      const countsFrom = joinRound(db, accountId, now);
      for (const { id } of lists) addCheckedList(db, accountId, id, { chosenAt: now, countsFrom });
    });
  }
  return { added: lists.length, ...namesOf(leftOut) };
};

/**
 * Takes lists off the schedule, and returns how many were there, and the undo that puts them back. Their running checks go
 * on.
 */
export const removeListsToCheck = (
  { db, undos }: CommonDeps<'db' | 'undos'>,
  accountId: string,
  listIds: readonly number[],
) => {
  const stored = db.transaction(() =>
    listIds.flatMap((listId) => {
      const choice = removeCheckedList(db, accountId, listId);
      return choice === undefined ? [] : [{ listId, choice }];
    }),
  );
  const undo = async (): Promise<number> =>
    db.transaction(
      () => stored.filter(({ listId, choice }) => restoreCheckedList(db, accountId, listId, choice)).length,
    );
  return { count: stored.length, undoId: undos.keep(accountId, undo) };
};

/**
 * Returns the chosen lists at `now`, and when the next check of one is due; `null` if none will be. Both times are ms since
 * the epoch, UTC.
 */
export const viewListChecks = (
  db: Database,
  accountId: string,
  now: number,
): { readonly lists: CheckedList[]; readonly nextAt: number | null } => {
  const chosen = chosenLists(db, accountId);
  const rhythm = checkScheduleOf(db, accountId);
  const times = chosen.flatMap(({ row, obstacle }) =>
    obstacle === null ? [nextCheckAt(rhythm, row.countsFrom, now)] : [],
  );
  return {
    lists: chosen.map((one) => viewOf(db, one)),
    nextAt: times.length === 0 ? null : Math.min(...times),
  };
};

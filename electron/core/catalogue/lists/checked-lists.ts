import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { PastListCheck } from '#shared/contract/last-check.ts';
import type { MarkedLines } from '#shared/domain/checked-lists.ts';

/** A list that is checked on the schedule. Lists in the trash are left out of all functions that return some. */
export interface CheckedListRow {
  readonly listId: number;
  /** When its last check on the schedule began, or it was chosen, in ms since the epoch, UTC. */
  readonly countsFrom: number;
  /** The last check on the schedule that began on this computer. */
  readonly runId: number | null;
  /** The desk was restored from a copy, and the user has not let the checks go on. */
  readonly isHeld: boolean;
  /** Its lines were generated for a client who was removed. */
  readonly isOfRemovedClient: boolean;
  readonly stopped: number;
  readonly stoppedAt: number | null;
}

const IS_OF_REMOVED_CLIENT = sql`(l.recipe_json ->> 'poolType' IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM clients k WHERE k.id = l.client_id AND k.removed = 0))`;
const COLUMNS = sql`c.list_id, c.counts_from, c.run_id, c.held AS "isHeld:flag", c.stopped, c.stopped_at,
  ${IS_OF_REMOVED_CLIENT} AS "isOfRemovedClient:flag"`;
const CHECKED = sql`checked_lists c JOIN lists l ON l.id = c.list_id AND l.removed = 0`;

/** Whether the lines of a list were generated for a client who was removed. */
export const isListOfRemovedClient = (db: Database, listId: number): boolean =>
  db.value<number>(sql`SELECT ${IS_OF_REMOVED_CLIENT} FROM lists l WHERE l.id = ${listId}`) === 1;

/** Returns the lists on the schedule in the order in which they were chosen. */
export const checkedListRows = (db: Database, accountId: string): CheckedListRow[] =>
  db.all<CheckedListRow>(sql`SELECT ${COLUMNS} FROM ${CHECKED}
    WHERE c.account_id = ${accountId} ORDER BY c.chosen_at, c.id`);

export const findCheckedList = (db: Database, accountId: string, listId: number): CheckedListRow | undefined =>
  db.get<CheckedListRow>(sql`SELECT ${COLUMNS} FROM ${CHECKED}
    WHERE c.account_id = ${accountId} AND c.list_id = ${listId}`);

/** Puts a list on the schedule, unless it is there. Times in ms since the epoch, UTC. */
export const addCheckedList = (
  db: Database,
  accountId: string,
  listId: number,
  { chosenAt, countsFrom }: { readonly chosenAt: number; readonly countsFrom: number },
): void => {
  db.run(sql`INSERT INTO checked_lists (account_id, list_id, chosen_at, counts_from)
    VALUES (${accountId}, ${listId}, ${chosenAt}, ${countsFrom}) ON CONFLICT DO NOTHING`);
};

/** The row of a list on the schedule, kept so that taking it off can be undone. */
interface StoredChoice {
  readonly chosenAt: number;
  readonly countsFrom: number;
  readonly runId: number | null;
  readonly held: number;
  readonly marks: string;
  readonly stopped: number;
  readonly stoppedAt: number | null;
}

/** Takes a list off the schedule. Returns what was stored of it; `undefined` if it was not there. */
export const removeCheckedList = (db: Database, accountId: string, listId: number): StoredChoice | undefined =>
  db.transaction(() => {
    const one = sql`account_id = ${accountId} AND list_id = ${listId}`;
    const stored = db.get<StoredChoice>(sql`SELECT chosen_at, counts_from, run_id, held, marks, stopped, stopped_at
      FROM checked_lists WHERE ${one}`);
    db.run(sql`DELETE FROM checked_lists WHERE ${one}`);
    return stored;
  });

/** Puts a list back that was taken off. Returns whether it was put back: its list may have been deleted since. */
export const restoreCheckedList = (db: Database, accountId: string, listId: number, stored: StoredChoice): boolean => {
  const { chosenAt, countsFrom, runId, held, marks, stopped, stoppedAt } = stored;
  return (
    db.run(sql`INSERT INTO checked_lists (account_id, list_id, chosen_at, counts_from, run_id, held, marks, stopped,
        stopped_at)
      SELECT account_id, id, ${chosenAt}, ${countsFrom}, (SELECT id FROM runs WHERE id = ${runId}), ${held}, ${marks},
        ${stopped}, ${stoppedAt}
      FROM lists WHERE id = ${listId} AND account_id = ${accountId}
      ON CONFLICT DO NOTHING`).changes > 0
  );
};

/** Notes that a check has begun, so that the next one counts from `at`. It has no run if it could not begin. */
export const noteListCheckBegun = (db: Database, listId: number, runId: number | null, at: number): void => {
  db.run(sql`UPDATE checked_lists SET counts_from = ${at}, run_id = ${runId} WHERE list_id = ${listId}`);
};

/** Makes all lists of the account wait for the next time after `at`. */
export const countListsFrom = (db: Database, accountId: string, at: number): void => {
  db.run(sql`UPDATE checked_lists SET counts_from = ${at} WHERE account_id = ${accountId}`);
};

/** Lets the checks of a restored desk go on. Those that were missed are not made up for. */
export const releaseCheckedLists = (db: Database, accountId: string, at: number): void => {
  db.run(sql`UPDATE checked_lists SET held = 0, counts_from = ${at} WHERE account_id = ${accountId} AND held = 1`);
};

/** Returns the marks of a list's lines (`markLines`); `undefined` if it is not on the schedule. */
export const lineMarksOf = (db: Database, listId: number): string | undefined =>
  db.value<string>(sql`SELECT marks FROM checked_lists WHERE list_id = ${listId}`) ?? undefined;

/** Stores what a check found. `at` in ms since the epoch, UTC. */
export const setLineMarks = (
  db: Database,
  listId: number,
  { marks, stopped, isNews }: MarkedLines,
  at: number,
): void => {
  db.run(sql`UPDATE checked_lists SET marks = ${marks}, stopped = ${stopped},
      stopped_at = CASE WHEN ${stopped} = 0 THEN NULL WHEN ${isNews} THEN ${at} ELSE stopped_at END
    WHERE list_id = ${listId}`);
};

/** Returns the last results of a list, newest first. */
export const pastChecksOfList = (db: Database, listId: number): PastListCheck[] =>
  db.all<PastListCheck>(
    sql`SELECT id, at, working, failed FROM list_checks WHERE list_id = ${listId} ORDER BY id DESC`,
  );

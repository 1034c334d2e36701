import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { DueList } from '#shared/contract/scheduled-lists.ts';
import type { RunState } from '#shared/domain/run-rules.ts';
import type { DueListProblem, DueListState } from '#shared/domain/scheduled-lists.ts';

/** A due list that is still to be generated, or whose run is under way. */
export interface OpenDueList {
  readonly id: number;
  readonly runId: number | null;
  readonly problem: DueListProblem | null;
}

interface NewDueList {
  /** YYYY-MM-DD; `null` if the user requested the list by hand. */
  readonly day: string | null;
  readonly dueAt: number;
  readonly missed: number;
}

interface Row extends Omit<DueList, 'run' | 'state'> {
  readonly runId: number | null;
  readonly runState: RunState | null;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: number;
}

const ROWS = sql`SELECT o.id, o.day, o.due_at, o.started_at, o.ended_at, o.problem, o.missed, r.id AS runId,
  r.state AS runState, coalesce(r.done, 0) AS done, coalesce(r.total, 0) AS total,
    (SELECT count(*) FROM run_lines WHERE run_id = r.id AND state IN ('failed', 'unsaved')) AS failed,
    (SELECT count(*) FROM run_lines WHERE run_id = r.id AND state = 'skipped') AS skipped,
    (SELECT count(export_id) FROM run_lines WHERE run_id = r.id) + iif(r.export_id IS NULL, 0, 1) AS files
  FROM due_lists o LEFT JOIN runs r ON r.id = o.run_id`;

const stateOf = ({ endedAt, runState, total, skipped }: Row): DueListState => {
  if (endedAt === null) return runState === 'running' ? 'running' : 'waits';
  // No client had traffic: nothing failed, and yet there is no list.
  if (total > 0 && skipped === total) return 'failed';
  return runState === 'done' || runState === 'partial' ? runState : 'failed';
};

const toDueList = (whole: Row): DueList => {
  const { runId, runState, done, total, failed, skipped, files, ...row } = whole;
  const run = runId === null || runState === null ? null : { id: runId, state: runState };
  return {
    ...row,
    state: stateOf(whole),
    run: run === null ? null : { ...run, done, total, failed, skipped, files },
  };
};

/** Adds a due list. It is on the disk when this returns, so that it never begins twice, whatever happens next. */
export const beginDueList = (
  db: Database,
  scheduleId: number,
  { day, dueAt, missed }: NewDueList,
  at: number,
): OpenDueList =>
  db.durably(() => ({
    id: db.run(sql`INSERT INTO due_lists (schedule_id, day, due_at, started_at, missed)
      VALUES (${scheduleId}, ${day}, ${dueAt}, ${at}, ${missed})`).lastId,
    runId: null,
    problem: null,
  }));

/**
 * Passes over a day that was due before the user wanted the list. Days that were passed over earlier, under
 * another rhythm, may fall due again, because no list was generated for them.
 */
export const passDueList = (db: Database, scheduleId: number, day: string, dueAt: number, at: number): void => {
  db.run(sql`DELETE FROM due_lists WHERE schedule_id = ${scheduleId} AND passed = 1`);
  db.run(sql`INSERT INTO due_lists (schedule_id, day, due_at, started_at, ended_at, passed)
    VALUES (${scheduleId}, ${day}, ${dueAt}, ${at}, ${at}, 1) ON CONFLICT DO NOTHING`);
};

export const isDueListSettled = (db: Database, scheduleId: number, day: string): boolean =>
  db.has(sql`SELECT 1 FROM due_lists WHERE schedule_id = ${scheduleId} AND day = ${day}`);

/** Returns the last settled day before a day. */
export const settledDayBefore = (db: Database, scheduleId: number, day: string): string | null =>
  db.value<string>(sql`SELECT max(day) FROM due_lists
    WHERE schedule_id = ${scheduleId} AND day < ${day}`);

export const openDueList = (db: Database, scheduleId: number): OpenDueList | undefined =>
  db.get<OpenDueList>(sql`SELECT id, run_id, problem FROM due_lists
    WHERE schedule_id = ${scheduleId} AND ended_at IS NULL ORDER BY id DESC LIMIT 1`);

export const setRunOfDueList = (db: Database, dueListId: number, runId: number): void => {
  db.run(sql`UPDATE due_lists SET run_id = ${runId}, problem = NULL WHERE id = ${dueListId}`);
};

export const setProblemOfDueList = (db: Database, dueListId: number, problem: DueListProblem | null): void => {
  db.run(sql`UPDATE due_lists SET problem = ${problem} WHERE id = ${dueListId}`);
};

export const endDueList = (db: Database, dueListId: number, at: number): void => {
  db.run(sql`UPDATE due_lists SET ended_at = ${at} WHERE id = ${dueListId}`);
};

/** Deletes a due list that was never begun. */
export const dropDueList = (db: Database, dueListId: number): void => {
  db.run(sql`DELETE FROM due_lists WHERE id = ${dueListId}`);
};

/** Returns the schedule to which a run belongs, if its due list is over. */
export const scheduleSettledWith = (db: Database, runId: number): number | null =>
  db.value<number>(sql`SELECT schedule_id FROM due_lists
    WHERE run_id = ${runId} AND ended_at IS NOT NULL`);

export const lastDueList = (db: Database, scheduleId: number): DueList | null => {
  const row = db.get<Row>(sql`${ROWS} WHERE o.schedule_id = ${scheduleId} AND o.passed = 0 ORDER BY o.id DESC LIMIT 1`);
  return row === undefined ? null : toDueList(row);
};

export const pageOfDueLists = (
  db: Database,
  scheduleId: number,
  offset: number,
  limit: number,
): { total: number; rows: DueList[] } => ({
  total:
    db.value<number>(sql`SELECT count(*) FROM due_lists
      WHERE schedule_id = ${scheduleId} AND passed = 0`) ?? 0,
  rows: db
    .all<Row>(sql`${ROWS} WHERE o.schedule_id = ${scheduleId} AND o.passed = 0
      ORDER BY o.id DESC LIMIT ${limit} OFFSET ${offset}`)
    .map(toDueList),
});

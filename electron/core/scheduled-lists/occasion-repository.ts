import type { Occasion } from '#shared/contract/scheduled-lists.ts';
import type { RunState } from '#shared/domain/run-rules.ts';
import type { OccasionProblem, OccasionState } from '#shared/domain/scheduled-lists.ts';
import type { Database } from '../storage/database.ts';

/** One that is still to be done, or under way. */
export interface OpenOccasion {
  readonly id: number;
  readonly runId: number | null;
  readonly problem: OccasionProblem | null;
}

interface NewOccasion {
  /** YYYY-MM-DD; `null`: by hand. */
  readonly day: string | null;
  readonly dueAt: number;
  readonly missed: number;
}

interface Row extends Omit<Occasion, 'run' | 'state'> {
  readonly runId: number | null;
  readonly runState: RunState | null;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: number;
}

const ROWS = `SELECT o.id, o.day, o.due_at AS dueAt, o.started_at AS startedAt, o.ended_at AS endedAt, o.problem, o.missed,
    r.id AS runId, r.state AS runState, coalesce(r.done, 0) AS done, coalesce(r.total, 0) AS total,
    (SELECT count(*) FROM run_lines WHERE run_id = r.id AND state IN ('failed', 'unsaved')) AS failed,
    (SELECT count(*) FROM run_lines WHERE run_id = r.id AND state = 'skipped') AS skipped,
    (SELECT count(export_id) FROM run_lines WHERE run_id = r.id) + iif(r.export_id IS NULL, 0, 1) AS files
  FROM scheduled_list_occasions o LEFT JOIN runs r ON r.id = o.run_id WHERE o.schedule_id = ? AND o.passed = 0`;

const stateOf = ({ endedAt, runState, total, skipped }: Row): OccasionState => {
  if (endedAt === null) return runState === 'running' ? 'running' : 'waits';
  // Nobody had traffic: nothing failed, and yet there is no list.
  if (total > 0 && skipped === total) return 'failed';
  return runState === 'done' || runState === 'partial' ? runState : 'failed';
};

const toOccasion = (whole: Row): Occasion => {
  const { runId, runState, done, total, failed, skipped, files, ...row } = whole;
  const run = runId === null || runState === null ? null : { id: runId, state: runState };
  return {
    ...row,
    state: stateOf(whole),
    run: run === null ? null : { ...run, done, total, failed, skipped, files },
  };
};

export type OccasionRepository = ReturnType<typeof createOccasionRepository>;

/** SQL of the table `scheduled_list_occasions`. */
export const createOccasionRepository = (db: Database) => ({
  /** On the disk when this returns: whatever happens next, it does not begin twice. */
  begin: (scheduleId: number, { day, dueAt, missed }: NewOccasion, at: number): OpenOccasion =>
    db.durably(() => ({
      id: db.run(
        `INSERT INTO scheduled_list_occasions (schedule_id, day, due_at, started_at, missed) VALUES (?, ?, ?, ?, ?)`,
        ...[scheduleId, day, dueAt, at, missed],
      ).lastId,
      runId: null,
      problem: null,
    })),
  /** It was due before anybody wanted it. What was passed over by another rhythm may fall due again: nothing was made of it. */
  pass: (scheduleId: number, day: string, dueAt: number, at: number): void => {
    db.run('DELETE FROM scheduled_list_occasions WHERE schedule_id = ? AND passed = 1', scheduleId);
    db.run(
      `INSERT INTO scheduled_list_occasions (schedule_id, day, due_at, started_at, ended_at, passed)
       VALUES (?1, ?2, ?3, ?4, ?4, 1) ON CONFLICT DO NOTHING`,
      ...[scheduleId, day, dueAt, at],
    );
  },
  isSettled: (scheduleId: number, day: string): boolean =>
    db.has('SELECT 1 FROM scheduled_list_occasions WHERE schedule_id = ? AND day = ?', scheduleId, day),
  /** The last one that was settled before a day. */
  dayBefore: (scheduleId: number, day: string): string | null =>
    db.value<string>(
      'SELECT max(day) FROM scheduled_list_occasions WHERE schedule_id = ? AND day < ?',
      scheduleId,
      day,
    ),
  open: (scheduleId: number): OpenOccasion | undefined =>
    db.get<OpenOccasion>(
      `SELECT id, run_id AS runId, problem FROM scheduled_list_occasions
       WHERE schedule_id = ? AND ended_at IS NULL ORDER BY id DESC LIMIT 1`,
      scheduleId,
    ),
  setRun: (occasionId: number, runId: number): void => {
    db.run('UPDATE scheduled_list_occasions SET run_id = ?, problem = NULL WHERE id = ?', runId, occasionId);
  },
  setProblem: (occasionId: number, problem: OccasionProblem | null): void => {
    db.run('UPDATE scheduled_list_occasions SET problem = ? WHERE id = ?', problem, occasionId);
  },
  end: (occasionId: number, at: number): void => {
    db.run('UPDATE scheduled_list_occasions SET ended_at = ? WHERE id = ?', at, occasionId);
  },
  /** Nothing of it was begun. */
  drop: (occasionId: number): void => {
    db.run('DELETE FROM scheduled_list_occasions WHERE id = ?', occasionId);
  },
  /** The schedule of a run whose occasion is over. */
  settledWith: (runId: number): number | null =>
    db.value<number>(
      'SELECT schedule_id FROM scheduled_list_occasions WHERE run_id = ? AND ended_at IS NOT NULL',
      runId,
    ),
  last: (scheduleId: number): Occasion | null => {
    const row = db.get<Row>(`${ROWS} ORDER BY o.id DESC LIMIT 1`, scheduleId);
    return row === undefined ? null : toOccasion(row);
  },
  page: (scheduleId: number, offset: number, limit: number): { total: number; rows: Occasion[] } => ({
    total:
      db.value<number>(
        'SELECT count(*) FROM scheduled_list_occasions WHERE schedule_id = ? AND passed = 0',
        scheduleId,
      ) ?? 0,
    rows: db.all<Row>(`${ROWS} ORDER BY o.id DESC LIMIT ? OFFSET ?`, scheduleId, limit, offset).map(toOccasion),
  }),
});

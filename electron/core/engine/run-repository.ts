import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, rowsInOrder, tieBreakId, tieBreakNewest } from '#core/platform/sqlite/list.ts';
import { json, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { Run, RunKind, RunSort, RunState, RunSubject } from '#shared/contract/runs.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import type { RunReason } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';

/** A run as stored. The engine adds the facts that only this process knows: time left, and the reason why it waits. */
export interface StoredRun extends Omit<Run, 'waitingFor' | 'waitsUntil' | 'timeLeftMs'> {
  readonly accountId: string;
  /** The terms of the run without the selection. Their shape depends on the kind. */
  readonly params: unknown;
}

export interface NewRun {
  readonly accountId: string;
  readonly kind: RunKind;
  /** The name: a subject that is shown in the user's language, or a fixed text. */
  readonly name: RunSubject | string;
  readonly total: number;
  /** The thing that the run makes: the id of a list. */
  readonly targetId?: number | null;
  readonly params?: unknown;
}

/** The state of a run that has stopped. */
export interface RunEnd {
  readonly state: Exclude<RunState, 'running' | 'planned'>;
  readonly reason?: RunReason | null;
  readonly error: StoredError | null;
  /** Writes the end of what the run has made, such as a list. It and the end of the run are stored together or not at all. */
  readonly alsoWrite?: () => void;
}

const RUNS = sql`SELECT id, account_id, kind, title, subject_json AS "subject:json", params_json AS "params:json",
  state, reason, error_json AS "error:json", done, failed, total, target_id, started_at, finished_at,
    dismissed AS "dismissed:flag"
  FROM runs`;

/**
 * Selects runs that ended badly in the last days and were not dismissed, in the form of the partial index. A refresh is
 * left out: clients that it could not read show it by their age, and the next refresh tries again.
 */
const isTroubled = (accountId: string, now: number): Sql =>
  sql`account_id = ${accountId} AND finished_at >= ${now - TROUBLES_FOR_MS} AND dismissed = 0 AND kind <> 'refresh'
    AND state IN ('failed', 'partial', 'interrupted', 'stopped')`;

/** How long a run that ended badly is shown as a trouble. */
const TROUBLES_FOR_MS = 7 * 86_400_000;

/** Counts the runs that `runs.list` shows as `troubled`. `now` in ms since the epoch, UTC. */
export const countTroubled = (db: Database, accountId: string, now: number): number =>
  db.value<number>(sql`SELECT count(*) FROM runs WHERE ${isTroubled(accountId, now)}`) ?? 0;

/** Selects running runs, and refreshes with clients left to read. */
const isOpen = (accountId: string): Sql => sql`account_id = ${accountId}
  AND (state = 'running' OR kind = 'refresh' AND state IN ('paused', 'interrupted', 'stopped'))`;

interface RunFilter {
  /** Runs have no search. */
  readonly search: '';
  readonly show: 'all' | 'troubled' | 'open';
  /** ms since the epoch, UTC. */
  readonly now: number;
}

const runList = (db: Database) =>
  createList<StoredRun, RunFilter, RunSort['by']>(db, {
    table: 'runs',
    scope: (accountId) => sql`account_id = ${accountId} AND state <> 'planned'`,
    sorts: {
      kind: tieBreakNewest('kind'),
      state: tieBreakNewest("instr('running paused stopped failed interrupted partial cancelled done', state)"),
      progress: tieBreakNewest('done * 1.0 / max(total, 1)'),
      started: tieBreakId('started_at'),
    },
    matchesWords: () => [],
    filters: ({ show, now }, accountId) => {
      if (show === 'all') return [];
      return [sql`SELECT id FROM runs WHERE ${show === 'open' ? isOpen(accountId) : isTroubled(accountId, now)}`];
    },
    rows: (_, wanted) => rowsInOrder(wanted, (ids) => db.all<StoredRun>(sql`${RUNS} WHERE id IN ${ids}`)),
  });

export const getRun = (db: Database, runId: number): StoredRun | undefined =>
  db.get<StoredRun>(sql`${RUNS} WHERE id = ${runId}`);

/** Returns a run. Throws `not-found` if it does not exist or belongs to another account. */
export const findRun = (db: Database, accountId: string, runId: number): StoredRun => {
  const run = getRun(db, runId);
  if (run?.accountId === accountId) return run;
  throw new DeskError('not-found', 'There is no such run.', { code: 'run' });
};

/** Inserts a run, in the caller's transaction if there is one. */
export const insertRun = (db: Database, run: NewRun, state: RunState, at: number): number =>
  db.run(sql`INSERT INTO runs (account_id, kind, title, subject_json, params_json, state, done, total, target_id,
    started_at)
    VALUES (${run.accountId}, ${run.kind}, ${typeof run.name === 'string' ? run.name : ''},
    ${typeof run.name === 'string' ? null : JSON.stringify(run.name)}, ${json(run.params)}, ${state}, 0,
    ${run.total}, ${run.targetId ?? null}, ${at})`).lastId;

/** Returns a page of the account's runs. `now` in ms since the epoch, UTC. */
export const pageOfRuns = (
  db: Database,
  accountId: string,
  show: RunFilter['show'],
  now: number,
  sort: RunSort,
  page: { readonly offset: number; readonly limit: number },
) => runList(db).page(accountId, { filter: { search: '', show, now }, sort, ...page });

export const setRunDismissed = (db: Database, runId: number, dismissed: boolean): void => {
  db.run(sql`UPDATE runs SET dismissed = ${dismissed} WHERE id = ${runId}`);
};

export const setRunProgress = (db: Database, runId: number, done: number, total: number | null): void => {
  db.run(sql`UPDATE runs SET done = ${done}, total = coalesce(${total}, total) WHERE id = ${runId}`);
};

/** Updates the subject when it becomes known or grows. */
export const setRunAbout = (db: Database, runId: number, subject: RunSubject, params: unknown): void => {
  db.run(sql`UPDATE runs SET subject_json = ${JSON.stringify(subject)}, params_json = ${json(params)}
    WHERE id = ${runId}`);
};

/** Ends a run. `at` is `null` for a paused one. */
export const endRun = (db: Database, runId: number, { state, reason, error }: RunEnd, at: number | null): void => {
  db.run(sql`UPDATE runs SET state = ${state}, reason = ${reason ?? null}, error_json = ${json(error)},
    finished_at = ${at} WHERE id = ${runId}`);
};

/**
 * Starts a planned run, or continues a stopped one, whose next end is shown again even if the last one was
 * dismissed.
 */
export const reopenRun = (db: Database, runId: number, at: number): void => {
  db.run(sql`UPDATE runs SET state = 'running', reason = NULL, error_json = NULL, finished_at = NULL, dismissed = 0,
      started_at = iif(state = 'planned', ${at}, started_at)
    WHERE id = ${runId}`);
};

/**
 * Settles the runs of the previous start of the app: running ones become interrupted, and planned ones are deleted.
 */
export const interruptLeftovers = (db: Database, at: number): void =>
  db.transaction(() => {
    db.run("DELETE FROM runs WHERE state = 'planned'");
    db.run(
      `UPDATE run_lines SET state = 'waiting'
       WHERE state = 'running' AND run_id IN (SELECT id FROM runs WHERE state = 'running')`,
    );
    // The migration marked the runs of a killed earlier version as interrupted, but without their end.
    db.run(sql`UPDATE runs SET state = 'interrupted', finished_at = ${at}
      WHERE state = 'running' OR state = 'interrupted' AND finished_at IS NULL`);
  });

/** Returns the account's newest run of a kind that is running or can continue. */
export const newestOpenRun = (db: Database, accountId: string, kind: RunKind): StoredRun | undefined =>
  db.get<StoredRun>(sql`${RUNS} WHERE account_id = ${accountId} AND kind = ${kind}
    AND state IN ('running', 'paused', 'interrupted', 'stopped') ORDER BY id DESC LIMIT 1`);

/** Returns whether some of the things that the run was asked for are not stored as its lines yet. */
export const isPlanning = (db: Database, runId: number): boolean =>
  db.has(sql`SELECT 1 FROM refresh_requests WHERE run_id = ${runId} LIMIT 1`);

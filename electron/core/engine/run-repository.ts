import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, rowsInOrder, tieBreakId, tieBreakNewest } from '#core/platform/sqlite/list.ts';
import { json, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { StoredError } from '#shared/contract/kept-error.ts';
import type { Run, RunKind, RunSort, RunState, RunSubject } from '#shared/contract/runs.ts';
import type { RunReason } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';

/** A run as it is kept; what only this process knows (time left, what it waits for) is added by the engine. */
export interface StoredRun extends Omit<Run, 'waitingFor' | 'waitsUntil' | 'timeLeftMs'> {
  readonly accountId: string;
  /** The terms of the run, without the selection; their shape depends on the kind. */
  readonly params: unknown;
}

export interface NewRun {
  readonly accountId: string;
  readonly kind: RunKind;
  /** Its name: a subject that is worded in any language, or a text of its own. */
  readonly name: RunSubject | string;
  readonly total: number;
  /** The thing it makes: the id of a list. */
  readonly targetId?: number | null;
  readonly params?: unknown;
}

/** How a run stands after it has stopped moving. */
export interface RunEnd {
  readonly state: Exclude<RunState, 'running' | 'planned'>;
  readonly reason?: RunReason | null;
  readonly error: StoredError | null;
}

const RUNS = sql`SELECT id, account_id, kind, title, subject_json AS "subject:json", params_json AS "params:json",
  state, reason, error_json AS "error:json", done, failed, total, target_id, started_at, finished_at,
    dismissed AS "dismissed:flag"
  FROM runs`;

/**
 * Ended badly since a moment, and not dismissed: as the partial index has it. What a refresh could not read shows in the
 * age of those clients, and the next one tries again.
 */
const isTroubled = (accountId: string, now: number): Sql =>
  sql`account_id = ${accountId} AND finished_at >= ${now - TROUBLES_FOR_MS} AND dismissed = 0 AND kind <> 'refresh'
    AND state IN ('failed', 'partial', 'interrupted', 'stopped')`;

/** How long a run that ended badly asks for a look. */
const TROUBLES_FOR_MS = 7 * 86_400_000;

/** How many runs `troubled` of `runs.list` shows. `now` in ms since the epoch, UTC. */
export const countTroubled = (db: Database, accountId: string, now: number): number =>
  db.value<number>(sql`SELECT count(*) FROM runs WHERE ${isTroubled(accountId, now)}`) ?? 0;

/** Runs, and a refresh with clients left to read. */
const isOpen = (accountId: string): Sql => sql`account_id = ${accountId}
  AND (state = 'running' OR kind = 'refresh' AND state IN ('paused', 'interrupted', 'stopped'))`;

interface RunFilter {
  /** Runs cannot be searched. */
  readonly search: '';
  readonly show: 'all' | 'troubled' | 'open';
  /** ms since the epoch, UTC. */
  readonly now: number;
}

export type RunRepository = ReturnType<typeof createRunRepository>;

/** SQL of the table `runs`. */
export const createRunRepository = (db: Database) => {
  const list = createList<StoredRun, RunFilter, RunSort['by']>(db, {
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
  const get = (runId: number): StoredRun | undefined => db.get<StoredRun>(sql`${RUNS} WHERE id = ${runId}`);
  return {
    get,
    /** Throws DeskError `not-found`, also for another account's. */
    find: (accountId: string, runId: number): StoredRun => {
      const run = get(runId);
      if (run?.accountId === accountId) return run;
      throw new DeskError('not-found', 'There is no such run.', { code: 'run' });
    },
    /** Joins the caller's transaction. */
    insert: (run: NewRun, state: RunState, at: number): number =>
      db.run(sql`INSERT INTO runs (account_id, kind, title, subject_json, params_json, state, done, total, target_id,
        started_at)
        VALUES (${run.accountId}, ${run.kind}, ${typeof run.name === 'string' ? run.name : ''},
        ${typeof run.name === 'string' ? null : JSON.stringify(run.name)}, ${json(run.params)}, ${state}, 0,
        ${run.total}, ${run.targetId ?? null}, ${at})`).lastId,
    /** The account's runs; `now` in ms since the epoch, UTC. */
    page: (
      accountId: string,
      show: RunFilter['show'],
      now: number,
      sort: RunSort,
      page: { readonly offset: number; readonly limit: number },
    ) => list.page(accountId, { filter: { search: '', show, now }, sort, ...page }),
    setDismissed: (runId: number, dismissed: boolean): void => {
      db.run(sql`UPDATE runs SET dismissed = ${dismissed} WHERE id = ${runId}`);
    },
    setProgress: (runId: number, done: number, total: number | null): void => {
      db.run(sql`UPDATE runs SET done = ${done}, total = coalesce(${total}, total) WHERE id = ${runId}`);
    },
    /** Its subject has become known, or has grown. */
    setAbout: (runId: number, subject: RunSubject, params: unknown): void => {
      db.run(sql`UPDATE runs SET subject_json = ${JSON.stringify(subject)}, params_json = ${json(params)}
        WHERE id = ${runId}`);
    },
    /** `at` is `null` for one that is only paused. */
    end: (runId: number, { state, reason, error }: RunEnd, at: number | null): void => {
      db.run(sql`UPDATE runs SET state = ${state}, reason = ${reason ?? null}, error_json = ${json(error)},
        finished_at = ${at} WHERE id = ${runId}`);
    },
    /** One that is planned begins; one that stands runs again, and how it ends is news again. */
    reopen: (runId: number, at: number): void => {
      db.run(sql`UPDATE runs SET state = 'running', reason = NULL, error_json = NULL, finished_at = NULL, dismissed = 0,
          started_at = iif(state = 'planned', ${at}, started_at)
        WHERE id = ${runId}`);
    },
    /** Settles the runs of the last run of the app: running ones were interrupted, planned ones are forgotten. */
    interruptLeftovers: (at: number): void =>
      db.transaction(() => {
        db.run("DELETE FROM runs WHERE state = 'planned'");
        db.run(
          `UPDATE run_lines SET state = 'waiting'
           WHERE state = 'running' AND run_id IN (SELECT id FROM runs WHERE state = 'running')`,
        );
        // One that a killed app of an earlier version left was called interrupted by the migration, without its end.
        db.run(sql`UPDATE runs SET state = 'interrupted', finished_at = ${at}
          WHERE state = 'running' OR state = 'interrupted' AND finished_at IS NULL`);
      }),
    /** The account's newest of a kind that can go on or does. */
    newestOpen: (accountId: string, kind: RunKind): StoredRun | undefined =>
      db.get<StoredRun>(sql`${RUNS} WHERE account_id = ${accountId} AND kind = ${kind}
        AND state IN ('running', 'paused', 'interrupted', 'stopped') ORDER BY id DESC LIMIT 1`),
  };
};

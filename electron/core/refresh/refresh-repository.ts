import type { KeptError } from '#shared/contract/jobs.ts';
import type { RefreshFailure, RefreshRun } from '#shared/contract/refresh.ts';
import type { RefreshNeed } from '#shared/domain/refresh-need.ts';
import { DeskError } from '#shared/result.ts';
import type { Database } from '../storage/database.ts';

/** A run as it is kept; what only this process knows (time left, what it waits for) is added by the engine. */
export interface StoredRun extends Omit<RefreshRun, 'waitingFor' | 'timeLeftMs'> {
  readonly accountId: string;
}

export type RunState = StoredRun['state'];

interface Row {
  readonly id: number;
  readonly account_id: string;
  readonly scope: StoredRun['scope'];
  readonly origin: StoredRun['origin'];
  readonly state: RunState;
  readonly error_json: string | null;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly job_id: number | null;
  readonly started_at: number;
  readonly finished_at: number | null;
}

const toRun = (row: Row): StoredRun => ({
  runId: row.id,
  accountId: row.account_id,
  scope: row.scope,
  origin: row.origin,
  state: row.state,
  total: row.total,
  done: row.done,
  failed: row.failed,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  jobId: row.job_id,
  error: row.error_json === null ? null : (JSON.parse(row.error_json) as KeptError),
});

const ENDED = "('done', 'cancelled')";

export interface Target extends RefreshNeed {
  readonly clientId: number;
}

/** Whom a run was asked for, beyond those that are written down already. */
export interface Wish {
  /** `null`: all, archived ones apart. */
  readonly clientIds: readonly number[] | null;
  /** They join a run that is under way, before everybody else. */
  readonly goFirst: boolean;
  /** Whose older reading is younger than this is left out; ms since the epoch, UTC. */
  readonly skipReadAfter: number | null;
}

export interface StoredWish extends Wish {
  readonly wishId: number;
}

export interface RefreshRepository {
  insert(run: Pick<StoredRun, 'accountId' | 'scope' | 'origin' | 'startedAt'>): number;
  /** Throws DeskError `not-found` when the account has no such run. */
  find(accountId: string, runId: number): StoredRun;
  newest(accountId: string): StoredRun | undefined;
  /** The one that is not over. */
  open(accountId: string): StoredRun | undefined;
  /** Whether a client is there, archived ones apart, with a reading of `before` or older. */
  hasOldData(accountId: string, before: number): boolean;
  /** When the newest run over all clients began. */
  lastFullStart(accountId: string): number | null;
  setState(runId: number, state: RunState, error: KeptError | null, finishedAt: number | null): void;
  /** Nobody waits any more: clients that were deleted meanwhile do not count. */
  settle(runId: number): void;
  setJob(runId: number, jobId: number): void;
  widen(runId: number): void;
  /** Kept until `fulfil`: a crash in between forgets nobody. Returns its id. */
  wish(runId: number, wish: Wish): number;
  /** Those not fulfilled, the oldest first. */
  wishes(runId: number): readonly StoredWish[];
  /** All of them are written down. */
  fulfil(wishId: number): void;
  forgetWishes(runId: number): void;
  /** Puts clients on the list, or forward on it; those that failed wait again. */
  want(runId: number, targets: readonly Target[]): void;
  /** The next so many in the order of need. */
  next(runId: number, limit: number): readonly number[];
  succeed(runId: number, clientId: number): void;
  fail(runId: number, clientId: number, error: KeptError, at: number): void;
  /** The client is not there any more: nobody has to read it. */
  forget(runId: number, clientId: number): void;
  failures(runId: number, offset: number, limit: number): readonly RefreshFailure[];
  /** Deletes up to `limit` targets of runs that need them no more; their number. */
  tidySome(accountId: string, limit: number): number;
}

interface FailureRow extends Omit<RefreshFailure, 'error'> {
  readonly errorJson: string;
}

interface WishRow {
  readonly wishId: number;
  readonly clientIds: string | null;
  readonly goFirst: number;
  readonly skipReadAfter: number | null;
}

/** SQL of the tables `refresh_runs`, `refresh_wishes` and `refresh_targets`. */
export const createRefreshRepository = (db: Database): RefreshRepository => {
  const count = (runId: number, done: number, failed: number, total: number): void => {
    db.run(
      'UPDATE refresh_runs SET done = done + ?, failed = failed + ?, total = total + ? WHERE id = ?',
      done,
      failed,
      total,
      runId,
    );
  };
  /** How many failures it took back: one or none. */
  const putForward = (runId: number, clientId: number, { rank, sort }: RefreshNeed): number => {
    const failed = db.run(
      `UPDATE refresh_targets SET error_json = NULL, failed_at = NULL
       WHERE run_id = ? AND client_id = ? AND failed_at IS NOT NULL`,
      runId,
      clientId,
    ).changes;
    db.run(
      'UPDATE refresh_targets SET rank = min(rank, ?), sort = ? WHERE run_id = ? AND client_id = ?',
      rank,
      sort,
      runId,
      clientId,
    );
    return failed;
  };
  const drop = (runId: number, clientId: number): boolean =>
    db.run('DELETE FROM refresh_targets WHERE run_id = ? AND client_id = ?', runId, clientId).changes > 0;
  const first = (sql: string, ...params: (string | number)[]): StoredRun | undefined => {
    const row = db.get<Row>(sql, ...params);
    return row === undefined ? undefined : toRun(row);
  };

  return {
    insert: ({ accountId, scope, origin, startedAt }) =>
      db.run(
        "INSERT INTO refresh_runs (account_id, scope, origin, state, started_at) VALUES (?, ?, ?, 'planning', ?)",
        accountId,
        scope,
        origin,
        startedAt,
      ).lastId,
    find: (accountId, runId) => {
      const run = first('SELECT * FROM refresh_runs WHERE id = ? AND account_id = ?', runId, accountId);
      if (run === undefined) throw new DeskError('not-found', 'There is no such run.', { code: 'refresh-run' });
      return run;
    },
    newest: (accountId) => first('SELECT * FROM refresh_runs WHERE account_id = ? ORDER BY id DESC LIMIT 1', accountId),
    open: (accountId) =>
      first(
        `SELECT * FROM refresh_runs WHERE account_id = ? AND state NOT IN ${ENDED} ORDER BY id DESC LIMIT 1`,
        accountId,
      ),
    hasOldData: (accountId, before) =>
      db.get(
        `SELECT 1 FROM clients WHERE account_id = ? AND removed = 0 AND archived = 0
           AND min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)) <= ? LIMIT 1`,
        accountId,
        before,
      ) !== undefined,
    lastFullStart: (accountId) =>
      db.get<{ at: number | null }>(
        "SELECT max(started_at) AS at FROM refresh_runs WHERE account_id = ? AND scope = 'all' AND state <> 'cancelled'",
        accountId,
      )?.at ?? null,
    setState: (runId, state, error, finishedAt) => {
      const errorJson = error === null ? null : JSON.stringify(error);
      db.run(
        'UPDATE refresh_runs SET state = ?, error_json = ?, finished_at = ? WHERE id = ?',
        state,
        errorJson,
        finishedAt,
        runId,
      );
    },
    settle: (runId) => {
      db.run('UPDATE refresh_runs SET total = done + failed WHERE id = ?', runId);
    },
    setJob: (runId, jobId) => {
      db.run('UPDATE refresh_runs SET job_id = ? WHERE id = ?', jobId, runId);
    },
    widen: (runId) => {
      db.run("UPDATE refresh_runs SET scope = 'all' WHERE id = ?", runId);
    },
    wish: (runId, { clientIds, goFirst, skipReadAfter }) =>
      db.run(
        'INSERT INTO refresh_wishes (run_id, client_ids, go_first, skip_read_after) VALUES (?, ?, ?, ?)',
        runId,
        clientIds === null ? null : JSON.stringify(clientIds),
        goFirst ? 1 : 0,
        skipReadAfter,
      ).lastId,
    wishes: (runId) =>
      db
        .all<WishRow>(
          `SELECT id AS wishId, client_ids AS clientIds, go_first AS goFirst, skip_read_after AS skipReadAfter
           FROM refresh_wishes WHERE run_id = ? ORDER BY id`,
          runId,
        )
        .map(({ clientIds, goFirst, ...row }) => ({
          ...row,
          clientIds: clientIds === null ? null : (JSON.parse(clientIds) as number[]),
          goFirst: goFirst === 1,
        })),
    fulfil: (wishId) => {
      db.run('DELETE FROM refresh_wishes WHERE id = ?', wishId);
    },
    forgetWishes: (runId) => {
      db.run('DELETE FROM refresh_wishes WHERE run_id = ?', runId);
    },
    want: (runId, targets) =>
      db.transaction(() => {
        let added = 0;
        let failedBefore = 0;
        for (const { clientId, rank, sort } of targets) {
          const { changes } = db.run(
            'INSERT OR IGNORE INTO refresh_targets (run_id, client_id, rank, sort) VALUES (?, ?, ?, ?)',
            runId,
            clientId,
            rank,
            sort,
          );
          if (changes > 0) added += 1;
          else failedBefore += putForward(runId, clientId, { rank, sort });
        }
        count(runId, 0, -failedBefore, added);
      }),
    next: (runId, limit) =>
      db
        .all<{ id: number }>(
          `SELECT client_id AS id FROM refresh_targets WHERE run_id = ? AND failed_at IS NULL
           ORDER BY rank, sort, client_id LIMIT ?`,
          runId,
          limit,
        )
        .map(({ id }) => id),
    succeed: (runId, clientId) =>
      db.transaction(() => {
        if (drop(runId, clientId)) count(runId, 1, 0, 0);
      }),
    fail: (runId, clientId, error, at) =>
      db.transaction(() => {
        const { changes } = db.run(
          `UPDATE refresh_targets SET error_json = ?, failed_at = ?
           WHERE run_id = ? AND client_id = ? AND failed_at IS NULL`,
          JSON.stringify(error),
          at,
          runId,
          clientId,
        );
        count(runId, 0, changes, 0);
      }),
    forget: (runId, clientId) =>
      db.transaction(() => {
        if (drop(runId, clientId)) count(runId, 0, 0, -1);
      }),
    failures: (runId, offset, limit) =>
      db
        .all<FailureRow>(
          `SELECT t.client_id AS clientId, c.name AS clientName, c.messenger_id AS messengerId,
             c.client_key AS clientKey, t.error_json AS errorJson, t.failed_at AS failedAt,
             nullif(min(coalesce(c.vpn_as_of, 0), coalesce(c.traffic_as_of, 0)), 0) AS asOf
           FROM refresh_targets t JOIN clients c ON c.id = t.client_id
           WHERE t.run_id = ? AND t.failed_at IS NOT NULL ORDER BY t.failed_at DESC, t.client_id LIMIT ? OFFSET ?`,
          runId,
          limit,
          offset,
        )
        .map(({ errorJson, ...row }) => ({ ...row, error: JSON.parse(errorJson) as KeptError })),
    tidySome: (accountId, limit) =>
      db.run(
        `DELETE FROM refresh_targets WHERE (run_id, client_id) IN
           (SELECT t.run_id, t.client_id FROM refresh_runs r CROSS JOIN refresh_targets t ON t.run_id = r.id
            WHERE r.account_id = ?1 AND r.state IN ${ENDED}
              AND (t.failed_at IS NULL OR r.id < (SELECT max(id) FROM refresh_runs WHERE account_id = ?1))
            LIMIT ?2)`,
        accountId,
        limit,
      ).changes,
  };
};

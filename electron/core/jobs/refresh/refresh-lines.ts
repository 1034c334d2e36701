import type { Database } from '#core/platform/sqlite/database.ts';
import { selectIds } from '#core/platform/sqlite/list.ts';
import { json, sql } from '#core/platform/sqlite/sql.ts';
import type { RefreshLine } from '#shared/contract/runs.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import type { RefreshNeed } from '#shared/domain/refresh-need.ts';

export interface RefreshTarget extends RefreshNeed {
  readonly clientId: number;
}

/** The clients that a run should read, in addition to those already stored as its lines. */
export interface RefreshRequest {
  /** `null` for all clients that are not archived. */
  readonly clientIds: readonly number[] | null;
  /** Whether they come before all other clients of the run that they join. */
  readonly goFirst: boolean;
  /** Clients whose oldest reading is newer than this are skipped; ms since the epoch, UTC. */
  readonly skipReadAfter: number | null;
}

export interface StoredRefreshRequest extends RefreshRequest {
  readonly requestId: number;
}

const addToProgress = (db: Database, runId: number, done: number, failed: number, total: number): void => {
  db.run(sql`UPDATE runs SET done = done + ${done}, failed = failed + ${failed}, total = total + ${total}
    WHERE id = ${runId}`);
};

/** Moves a client forward. Returns the number of failures that this took back, 0 or 1. */
const putForward = (db: Database, runId: number, { clientId, rank, sort }: RefreshTarget): number => {
  const failed = db.run(sql`UPDATE run_lines SET state = 'waiting', problem_json = NULL, ended_at = NULL
    WHERE run_id = ${runId} AND line = ${clientId} AND state = 'failed'`).changes;
  db.run(sql`UPDATE run_lines SET rank = min(rank, ${rank}), sort = ${sort}
    WHERE run_id = ${runId} AND line = ${clientId}`);
  return failed;
};

const dropRefreshLine = (db: Database, runId: number, clientId: number): boolean =>
  db.run(sql`DELETE FROM run_lines WHERE run_id = ${runId} AND line = ${clientId}`).changes > 0;

export const hasOldData = (db: Database, accountId: string, before: number): boolean =>
  db.has(sql`SELECT 1 FROM clients WHERE account_id = ${accountId} AND removed = 0 AND archived = 0
    AND min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)) <= ${before} LIMIT 1`);

/** Returns when the newest run over all clients started, or was found unnecessary; ms since the epoch, UTC. */
export const lastFullStart = (db: Database, accountId: string): number | null =>
  db.value<number>(sql`SELECT max(at) FROM (
    SELECT max(started_at) AS at FROM runs
    WHERE account_id = ${accountId} AND kind = 'refresh' AND params_json ->> 'scope' = 'all'
    AND state <> 'cancelled' UNION ALL SELECT refresh_checked_at FROM accounts WHERE id = ${accountId})`);

/**
 * Returns the last client that automatic runs have covered among those never read, so that no client is tried
 * twice.
 */
export const newClientsReadUpTo = (db: Database, accountId: string): number =>
  db.value<number>(sql`SELECT max(params_json ->> 'readsUpTo') AS id FROM runs
    WHERE account_id = ${accountId} AND kind = 'refresh'`) ?? 0;

/** Returns the newest client of all accounts; ids only grow. */
export const newestClientId = (db: Database): number => db.value<number>('SELECT max(id) FROM clients') ?? 0;

/** Returns the clients added after that one for which a reading is missing, without archived ones. */
export const clientsNeverRead = (db: Database, accountId: string, after: number): readonly number[] =>
  selectIds(
    db,
    sql`SELECT id FROM clients WHERE account_id = ${accountId} AND removed = 0 AND archived = 0
      AND min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)) = 0 AND id > ${after}`,
  );

export const noteRefreshChecked = (db: Database, accountId: string, at: number): void => {
  db.run(sql`UPDATE accounts SET refresh_checked_at = ${at} WHERE id = ${accountId}`);
};

/** Sets the total when no line waits any more, so that clients deleted meanwhile do not count. */
export const settleRefresh = (db: Database, runId: number): void => {
  db.run(sql`UPDATE runs SET total = done WHERE id = ${runId}`);
};

/** Stores a request until `fulfil`, so that a crash in between loses no client. Returns its id. */
export const storeRequest = (
  db: Database,
  runId: number,
  { clientIds, goFirst, skipReadAfter }: RefreshRequest,
): number =>
  db.run(sql`INSERT INTO refresh_requests (run_id, client_ids, go_first, skip_read_after)
    VALUES (${runId}, ${json(clientIds)}, ${goFirst}, ${skipReadAfter})`).lastId;

/** Returns the requests that are not fulfilled, oldest first. */
export const openRequests = (db: Database, runId: number): readonly StoredRefreshRequest[] =>
  db.all<StoredRefreshRequest>(sql`SELECT id AS requestId, client_ids AS "clientIds:json", go_first AS "goFirst:flag",
    skip_read_after FROM refresh_requests WHERE run_id = ${runId} ORDER BY id`);

/** Deletes a request after all its clients were stored as lines. */
export const fulfilRequest = (db: Database, requestId: number): void => {
  db.run(sql`DELETE FROM refresh_requests WHERE id = ${requestId}`);
};

export const forgetRequests = (db: Database, runId: number): void => {
  db.run(sql`DELETE FROM refresh_requests WHERE run_id = ${runId}`);
};

/** Adds clients to the run or moves them forward. Failed ones wait again. */
export const addRefreshTargets = (db: Database, runId: number, targets: readonly RefreshTarget[]): void =>
  db.transaction(() => {
    let added = 0;
    let failedBefore = 0;
    for (const target of targets) {
      const { clientId, rank, sort } = target;
      const { changes } = db.run(sql`INSERT OR IGNORE INTO run_lines (run_id, line, client_id, state, rank, sort)
        VALUES (${runId}, ${clientId}, ${clientId}, 'waiting', ${rank}, ${sort})`);
      if (changes > 0) added += 1;
      else failedBefore += putForward(db, runId, target);
    }
    addToProgress(db, runId, -failedBefore, -failedBefore, added);
  });

/** Makes failed lines wait again and returns their number. */
export const retryRefreshLines = (db: Database, runId: number): number =>
  db.transaction(() => {
    const { changes } = db.run(sql`UPDATE run_lines SET state = 'waiting', problem_json = NULL, ended_at = NULL
      WHERE run_id = ${runId} AND state = 'failed'`);
    addToProgress(db, runId, -changes, -changes, 0);
    return changes;
  });

/** Returns the next lines in the order of need. */
export const nextRefreshLines = (db: Database, runId: number, limit: number): readonly number[] =>
  db.values<number>(sql`SELECT line FROM run_lines WHERE run_id = ${runId} AND state = 'waiting'
    ORDER BY rank, sort, line LIMIT ${limit}`);

export const succeedRefreshLine = (db: Database, runId: number, clientId: number): void =>
  db.transaction(() => {
    if (dropRefreshLine(db, runId, clientId)) addToProgress(db, runId, 1, 0, 0);
  });

export const failRefreshLine = (db: Database, runId: number, clientId: number, error: StoredError, at: number): void =>
  db.transaction(() => {
    const { changes } = db.run(sql`UPDATE run_lines SET state = 'failed', problem_json = ${JSON.stringify(error)},
      ended_at = ${at} WHERE run_id = ${runId} AND line = ${clientId} AND state = 'waiting'`);
    addToProgress(db, runId, changes, changes, 0);
  });

/** Deletes the line of a client that no longer exists. */
export const forgetRefreshLine = (db: Database, runId: number, clientId: number): void =>
  db.transaction(() => {
    if (dropRefreshLine(db, runId, clientId)) addToProgress(db, runId, 0, 0, -1);
  });

/** Returns the clients that could not be read, newest failure first. */
export const refreshFailures = (db: Database, runId: number, offset: number, limit: number): RefreshLine[] =>
  db.all<RefreshLine>(sql`SELECT 'refresh' AS "of", l.line, l.state, c.id AS clientId, c.name AS clientName,
      c.messenger_id, c.client_key, l.problem_json AS "error:json", l.ended_at AS at,
      nullif(min(coalesce(c.vpn_as_of, 0), coalesce(c.traffic_as_of, 0)), 0) AS asOf
    FROM run_lines l JOIN clients c ON c.id = l.client_id
    WHERE l.run_id = ${runId} AND l.state = 'failed' ORDER BY l.ended_at DESC, l.line
    LIMIT ${limit} OFFSET ${offset}`);

/** Deletes up to `limit` lines that their runs no longer need, and returns their number. */
export const tidyRefreshLines = (db: Database, accountId: string, limit: number): number =>
  db.run(sql`DELETE FROM run_lines WHERE (run_id, line) IN
    (SELECT l.run_id, l.line FROM runs r CROSS JOIN run_lines l ON l.run_id = r.id
     WHERE r.account_id = ${accountId} AND r.kind = 'refresh' AND r.state IN ('done', 'partial', 'cancelled')
       AND (l.state = 'waiting'
         OR r.id < (SELECT max(id) FROM runs WHERE account_id = ${accountId} AND kind = 'refresh'))
     LIMIT ${limit})`).changes;

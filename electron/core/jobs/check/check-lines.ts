import type { LinesPage } from '#core/engine/run-kind.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { also, among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { CheckCounts, CheckResult } from '#shared/contract/last-check.ts';
import type { CheckSort } from '#shared/contract/runs.ts';
import { CHECK_STATES, type CheckState } from '#shared/domain/check.ts';
import type { Probed } from './verdict.ts';

export interface StoredCheckLine extends CheckResult {
  readonly line: number;
  readonly proxyId: number | null;
}

const COLUMNS = sql`line, proxy_id, state, reason, connect_ms, first_byte_ms, exit_ip, exit_country`;
const KEYS: Readonly<Record<CheckSort['by'], Sql>> = { line: sql`line`, time: sql`first_byte_ms`, exit: sql`exit_ip` };
/** The number of rows deleted at a time when a check was replaced. */
const TIDY_ROWS = 2_000;
/** The number of lines read at a time. */
const PAGE = 500;
/** The number of checks of dedicated proxies that are kept. The last result of each proxy is kept with the proxy. */
const KEPT_CHECKS = 20;

export const noCounts = (): Record<CheckState, number> =>
  Object.fromEntries(CHECK_STATES.map((state) => [state, 0])) as Record<CheckState, number>;

export const countCheckLines = (db: Database, runId: number): CheckCounts => {
  const found = noCounts();
  for (const { state, n } of db.all<{ state: CheckState; n: number }>(sql`SELECT state, count(*) AS n FROM check_lines
    WHERE run_id = ${runId} GROUP BY state`)) {
    found[state] = n;
  }
  return found;
};

export const checkLinesPage = (
  db: Database,
  runId: number,
  { only, sort, offset, limit }: LinesPage,
): StoredCheckLine[] => {
  const all = sql`run_id = ${runId}${also(only.length === 0 ? null : sql`state IN ${among(only)}`)}`;
  const read = (where: Sql, order: Sql, from: number, count: number) =>
    db.all<StoredCheckLine>(sql`SELECT ${COLUMNS} FROM check_lines
      WHERE ${where} ORDER BY ${order} LIMIT ${count} OFFSET ${from}`);
  if (sort === undefined) return read(all, sql`line`, offset, limit);
  const key = KEYS[sort.by];
  const order = sort.direction === 'asc' ? sql`${key}, line` : sql`${key} DESC, line DESC`;
  if (sort.by === 'line') return read(all, order, offset, limit);
  const withKey = sql`${all} AND ${key} IS NOT NULL`;
  const found = read(withKey, order, offset, limit);
  if (found.length === limit) return found;
  // Lines without a value come last in both directions.
  const known = db.value<number>(sql`SELECT count(*) FROM check_lines WHERE ${withKey}`) ?? 0;
  const without = sql`${all} AND ${key} IS NULL`;
  return [...found, ...read(without, sql`line`, Math.max(0, offset - known), limit - found.length)];
};

export const addCheckLine = (db: Database, runId: number, line: number, proxyId: number | null): void => {
  db.run(sql`INSERT INTO check_lines (run_id, line, proxy_id) VALUES (${runId}, ${line}, ${proxyId})`);
};

/** Yields all lines of these states in order. Each page starts after the last line of the previous one. */
export function* checkLinePages(
  db: Database,
  runId: number,
  only: readonly string[] = [],
): Generator<readonly StoredCheckLine[]> {
  const wanted = among(only.length === 0 ? CHECK_STATES : only);
  for (let after = -1; ; ) {
    const rows = db.all<StoredCheckLine>(sql`SELECT ${COLUMNS} FROM check_lines
      WHERE run_id = ${runId} AND line > ${after} AND state IN ${wanted}
      ORDER BY line LIMIT ${PAGE}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.line;
  }
}

/** Returns the waiting lines after a line, in order. */
export const checkLinesWaitingAfter = (db: Database, runId: number, line: number, limit: number): number[] =>
  db.values<number>(sql`SELECT line FROM check_lines
    WHERE run_id = ${runId} AND state = 'waiting' AND line > ${line} ORDER BY line LIMIT ${limit}`);

export const proxyOfCheckLine = (db: Database, runId: number, line: number): number | null =>
  db.value<number>(sql`SELECT proxy_id FROM check_lines WHERE run_id = ${runId} AND line = ${line}`);

/** Stores a result, in the caller's transaction if there is one. `at` in ms since the epoch, UTC. */
export const endCheckLine = (db: Database, runId: number, line: number, probed: Probed, at: number): void => {
  const { state, reason, connectMs, firstByteMs, exitIp, exitCountry } = probed;
  db.run(sql`UPDATE check_lines SET state = ${state}, reason = ${reason}, connect_ms = ${connectMs},
    first_byte_ms = ${firstByteMs}, exit_ip = ${exitIp}, exit_country = ${exitCountry}
    WHERE run_id = ${runId} AND line = ${line}`);
  db.run(sql`UPDATE dedicated_proxies SET last_check_json = ${JSON.stringify({ ...probed, at })}
    WHERE id = (SELECT proxy_id FROM check_lines WHERE run_id = ${runId} AND line = ${line})`);
};

/**
 * Makes lines wait again because their results were wrong. The stored results of their proxies are deleted, too.
 */
export const recheckLines = (db: Database, runId: number, lines: readonly number[]): void => {
  const these = sql`run_id = ${runId} AND line IN ${among(lines)}`;
  db.transaction(() => {
    db.run(sql`UPDATE check_lines SET state = 'waiting', reason = NULL WHERE ${these}`);
    db.run(sql`UPDATE dedicated_proxies SET last_check_json = NULL
      WHERE id IN (SELECT proxy_id FROM check_lines WHERE ${these})`);
  });
};

/** Makes lines wait again that did not work. */
export const retryCheckLines = (db: Database, runId: number): void => {
  db.run(sql`UPDATE check_lines SET state = 'waiting', reason = NULL
    WHERE run_id = ${runId} AND state IN ('refused', 'dead')`);
};

/**
 * Returns the earlier checks of a list, or those of dedicated proxies beyond the limit. Never includes a running
 * one.
 */
export const outdatedChecks = (db: Database, accountId: string, runId: number, listId: number | null): number[] =>
  db.values<number>(sql`SELECT id FROM runs WHERE account_id = ${accountId} AND kind = 'check' AND id < ${runId}
    AND target_id IS ${listId} AND state NOT IN ('running', 'planned')
    ORDER BY id DESC LIMIT -1 OFFSET ${listId === null ? KEPT_CHECKS - 1 : 0}`);

/** Returns the checks of permanently deleted lists. */
export const checksOfGoneLists = (db: Database): number[] =>
  db.values<number>(
    `SELECT id FROM runs WHERE kind = 'check' AND target_id IS NOT NULL AND state NOT IN ('running', 'planned')
         AND NOT EXISTS (SELECT 1 FROM lists l WHERE l.id = runs.target_id)`,
  );

/** Returns whether a check of the list is running. */
export const isCheckRunningOn = (db: Database, listId: number): boolean =>
  db.has(sql`SELECT 1 FROM runs WHERE kind = 'check' AND target_id = ${listId} AND state = 'running'`);

/** Returns whether a check of dedicated proxies is running. */
export const isProxyCheckRunning = (db: Database, accountId: string): boolean =>
  db.has(sql`SELECT 1 FROM runs WHERE account_id = ${accountId} AND kind = 'check' AND target_id IS NULL
    AND state IN ('running', 'planned')`);

/** Deletes some lines of a check and returns their number; once it is 0, the run was deleted as well. */
export const purgeCheckLines = (db: Database, runId: number): number => {
  const { changes } = db.run(sql`DELETE FROM check_lines WHERE run_id = ${runId} AND line IN
    (SELECT line FROM check_lines WHERE run_id = ${runId} LIMIT ${TIDY_ROWS})`);
  if (changes === 0) db.run(sql`DELETE FROM runs WHERE id = ${runId} AND kind = 'check'`);
  return changes;
};

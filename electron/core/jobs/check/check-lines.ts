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
/** Results of checks that were replaced are deleted in pieces of this size. */
const TIDY_ROWS = 2_000;
/** Lines are read in pieces of this size. */
const PAGE = 500;
/** Checks of dedicated proxies that are kept; what the last one of each found is kept with the proxy. */
const KEPT_CHECKS = 20;

export const noCounts = (): Record<CheckState, number> =>
  Object.fromEntries(CHECK_STATES.map((state) => [state, 0])) as Record<CheckState, number>;

export type CheckLines = ReturnType<typeof createCheckLines>;

/** SQL of the lines of checks. */
export const createCheckLines = (db: Database) => {
  const counts = (runId: number): CheckCounts => {
    const found = noCounts();
    for (const { state, n } of db.all<{ state: CheckState; n: number }>(sql`SELECT state, count(*) AS n FROM check_lines
      WHERE run_id = ${runId} GROUP BY state`)) {
      found[state] = n;
    }
    return found;
  };

  const page = (runId: number, { only, sort, offset, limit }: LinesPage): StoredCheckLine[] => {
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

  return {
    counts,
    page,
    add: (runId: number, line: number, proxyId: number | null): void => {
      db.run(sql`INSERT INTO check_lines (run_id, line, proxy_id) VALUES (${runId}, ${line}, ${proxyId})`);
    },
    /** All of these states, line by line; each page is found by the last line of the one before. */
    *pages(runId: number, only: readonly string[] = []): Generator<readonly StoredCheckLine[]> {
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
    },
    /** The waiting lines behind a line, in their order. */
    waitingAfter: (runId: number, line: number, limit: number): number[] =>
      db.values<number>(sql`SELECT line FROM check_lines
        WHERE run_id = ${runId} AND state = 'waiting' AND line > ${line} ORDER BY line LIMIT ${limit}`),
    proxyOf: (runId: number, line: number): number | null =>
      db.value<number>(sql`SELECT proxy_id FROM check_lines WHERE run_id = ${runId} AND line = ${line}`),
    /** Joins the caller's transaction. `at`: ms since the epoch, UTC. */
    end: (runId: number, line: number, probed: Probed, at: number): void => {
      const { state, reason, connectMs, firstByteMs, exitIp, exitCountry } = probed;
      db.run(sql`UPDATE check_lines SET state = ${state}, reason = ${reason}, connect_ms = ${connectMs},
        first_byte_ms = ${firstByteMs}, exit_ip = ${exitIp}, exit_country = ${exitCountry}
        WHERE run_id = ${runId} AND line = ${line}`);
      db.run(sql`UPDATE dedicated_proxies SET last_check_json = ${JSON.stringify({ ...probed, at })}
        WHERE id = (SELECT proxy_id FROM check_lines WHERE run_id = ${runId} AND line = ${line})`);
    },
    /** These wait again: what was found of them is not true, and what was known of their proxies before is not kept. */
    again: (runId: number, lines: readonly number[]): void => {
      const these = sql`run_id = ${runId} AND line IN ${among(lines)}`;
      db.transaction(() => {
        db.run(sql`UPDATE check_lines SET state = 'waiting', reason = NULL WHERE ${these}`);
        db.run(sql`UPDATE dedicated_proxies SET last_check_json = NULL
          WHERE id IN (SELECT proxy_id FROM check_lines WHERE ${these})`);
      });
    },
    /** Lets lines wait again that did not work. */
    retry: (runId: number): void => {
      db.run(sql`UPDATE check_lines SET state = 'waiting', reason = NULL
        WHERE run_id = ${runId} AND state IN ('refused', 'dead')`);
    },
    /** Earlier checks of a list, except one; of dedicated proxies those beyond the limit. Never one that is under way. */
    outdated: (accountId: string, runId: number, listId: number | null): number[] =>
      db.values<number>(sql`SELECT id FROM runs WHERE account_id = ${accountId} AND kind = 'check' AND id < ${runId}
        AND target_id IS ${listId} AND state NOT IN ('running', 'planned')
        ORDER BY id DESC LIMIT -1 OFFSET ${listId === null ? KEPT_CHECKS - 1 : 0}`),
    /** Checks of lists that were deleted for good. */
    ofGoneLists: (): number[] =>
      db.values<number>(
        `SELECT id FROM runs WHERE kind = 'check' AND target_id IS NOT NULL AND state NOT IN ('running', 'planned')
             AND NOT EXISTS (SELECT 1 FROM lists l WHERE l.id = runs.target_id)`,
      ),
    /** One that is under way. */
    runningOn: (listId: number): boolean =>
      db.has(sql`SELECT 1 FROM runs WHERE kind = 'check' AND target_id = ${listId} AND state = 'running'`),
    /** Deletes some of a check; returns of how much, 0 when it is gone, with its run. */
    purgeSome: (runId: number): number => {
      const { changes } = db.run(sql`DELETE FROM check_lines WHERE run_id = ${runId} AND line IN
        (SELECT line FROM check_lines WHERE run_id = ${runId} LIMIT ${TIDY_ROWS})`);
      if (changes === 0) db.run(sql`DELETE FROM runs WHERE id = ${runId} AND kind = 'check'`);
      return changes;
    },
  };
};

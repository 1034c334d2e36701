import type { CheckCounts, CheckResult } from '#shared/contract/last-check.ts';
import type { CheckSort } from '#shared/contract/runs.ts';
import { CHECK_STATES, type CheckState } from '#shared/domain/check.ts';
import type { Database } from '../../storage/database.ts';
import type { LinesPage } from '../runs-handlers.ts';
import type { Probed } from './verdict.ts';

export interface StoredLine extends CheckResult {
  readonly line: number;
  readonly proxyId: number | null;
}

const COLUMNS = `line, proxy_id AS proxyId, state, reason, connect_ms AS connectMs, first_byte_ms AS firstByteMs,
  exit_ip AS exitIp, exit_country AS exitCountry`;
const KEYS: Readonly<Record<CheckSort['by'], string>> = { line: 'line', time: 'first_byte_ms', exit: 'exit_ip' };
/** What checks that are over leave is deleted in pieces. */
const TIDY_ROWS = 2_000;
/** Of lines that are read one after the other. */
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
    for (const { state, n } of db.all<{ state: CheckState; n: number }>(
      'SELECT state, count(*) AS n FROM check_lines WHERE run_id = ? GROUP BY state',
      runId,
    )) {
      found[state] = n;
    }
    return found;
  };

  const page = (runId: number, { only, sort, offset, limit }: LinesPage): StoredLine[] => {
    const states = JSON.stringify(only);
    const where = `run_id = ?${only.length === 0 ? '' : ' AND state IN (SELECT value FROM json_each(?))'}`;
    const values = only.length === 0 ? [runId] : [runId, states];
    const read = (also: string, order: string, from: number, count: number) =>
      db.all<StoredLine>(
        `SELECT ${COLUMNS} FROM check_lines WHERE ${where} ${also} ORDER BY ${order} LIMIT ? OFFSET ?`,
        ...values,
        count,
        from,
      );
    if (sort === undefined) return read('', 'line', offset, limit);
    const key = KEYS[sort.by];
    const order = sort.direction === 'asc' ? `${key}, line` : `${key} DESC, line DESC`;
    if (sort.by === 'line') return read('', order, offset, limit);
    const found = read(`AND ${key} IS NOT NULL`, order, offset, limit);
    if (found.length === limit) return found;
    // Those without come last, whichever way it goes.
    const known =
      db.value<number>(`SELECT count(*) FROM check_lines WHERE ${where} AND ${key} IS NOT NULL`, ...values) ?? 0;
    return [...found, ...read(`AND ${key} IS NULL`, 'line', Math.max(0, offset - known), limit - found.length)];
  };

  return {
    counts,
    page,
    add: (runId: number, line: number, proxyId: number | null): void => {
      db.run('INSERT INTO check_lines (run_id, line, proxy_id) VALUES (?, ?, ?)', runId, line, proxyId);
    },
    /** All of these states, line by line; each page is found by the last line of the one before. */
    *pages(runId: number, only: readonly string[] = []): Generator<readonly StoredLine[]> {
      const wanted = JSON.stringify(only.length === 0 ? CHECK_STATES : only);
      for (let after = -1; ; ) {
        const rows = db.all<StoredLine>(
          `SELECT ${COLUMNS} FROM check_lines
           WHERE run_id = ? AND line > ? AND state IN (SELECT value FROM json_each(?)) ORDER BY line LIMIT ${PAGE}`,
          runId,
          after,
          wanted,
        );
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows;
        after = last.line;
      }
    },
    /** Those that wait behind a line, in their order. */
    waitingAfter: (runId: number, line: number, limit: number): number[] =>
      db.values<number>(
        "SELECT line FROM check_lines WHERE run_id = ? AND state = 'waiting' AND line > ? ORDER BY line LIMIT ?",
        runId,
        line,
        limit,
      ),
    proxyOf: (runId: number, line: number): number | null =>
      db.value<number>('SELECT proxy_id FROM check_lines WHERE run_id = ? AND line = ?', runId, line),
    /** Joins the caller's transaction. `at`: ms since the epoch, UTC. */
    end: (runId: number, line: number, probed: Probed, at: number): void => {
      const { state, reason, connectMs, firstByteMs, exitIp, exitCountry } = probed;
      db.run(
        `UPDATE check_lines SET state = ?, reason = ?, connect_ms = ?, first_byte_ms = ?, exit_ip = ?, exit_country = ?
         WHERE run_id = ? AND line = ?`,
        state,
        reason,
        connectMs,
        firstByteMs,
        exitIp,
        exitCountry,
        runId,
        line,
      );
      db.run(
        `UPDATE dedicated_proxies SET last_check_json = ?
         WHERE id = (SELECT proxy_id FROM check_lines WHERE run_id = ? AND line = ?)`,
        JSON.stringify({ ...probed, at }),
        runId,
        line,
      );
    },
    /** These wait again: what was found of them is not true, and what was known of their proxies before is not kept. */
    again: (runId: number, lines: readonly number[]): void => {
      const of = 'run_id = ? AND line IN (SELECT value FROM json_each(?))';
      const these = [runId, JSON.stringify(lines)] as const;
      db.transaction(() => {
        db.run(`UPDATE check_lines SET state = 'waiting', reason = NULL WHERE ${of}`, ...these);
        db.run(
          `UPDATE dedicated_proxies SET last_check_json = NULL
           WHERE id IN (SELECT proxy_id FROM check_lines WHERE ${of})`,
          ...these,
        );
      });
    },
    /** Whatever did not work waits again. */
    retry: (runId: number): void => {
      db.run(
        "UPDATE check_lines SET state = 'waiting', reason = NULL WHERE run_id = ? AND state IN ('refused', 'dead')",
        runId,
      );
    },
    /** Of a list, but for one; of dedicated proxies those that are too many. Only what is not under way. */
    outdated: (accountId: string, runId: number, listId: number | null): number[] =>
      db.values<number>(
        listId === null
          ? `SELECT id FROM runs WHERE account_id = ? AND kind = 'check' AND target_id IS NULL AND id < ?
                 AND state NOT IN ('running', 'planned') ORDER BY id DESC LIMIT -1 OFFSET ${KEPT_CHECKS - 1}`
          : `SELECT id FROM runs WHERE account_id = ? AND kind = 'check' AND id < ? AND target_id = ?
                 AND state NOT IN ('running', 'planned')`,
        accountId,
        runId,
        ...(listId === null ? [] : [listId]),
      ),
    /** Of lists that were deleted for good. */
    ofGoneLists: (): number[] =>
      db.values<number>(
        `SELECT id FROM runs WHERE kind = 'check' AND target_id IS NOT NULL AND state NOT IN ('running', 'planned')
             AND NOT EXISTS (SELECT 1 FROM lists l WHERE l.id = runs.target_id)`,
      ),
    /** One that is under way. */
    runningOn: (listId: number): boolean =>
      db.has("SELECT 1 FROM runs WHERE kind = 'check' AND target_id = ? AND state = 'running'", listId),
    /** Deletes some of a check; returns of how much, 0 when it is gone, with its run. */
    purgeSome: (runId: number): number => {
      const { changes } = db.run(
        `DELETE FROM check_lines WHERE run_id = ? AND line IN
           (SELECT line FROM check_lines WHERE run_id = ? LIMIT ${TIDY_ROWS})`,
        runId,
        runId,
      );
      if (changes === 0) db.run("DELETE FROM runs WHERE id = ? AND kind = 'check'", runId);
      return changes;
    },
  };
};

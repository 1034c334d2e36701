import type { StoredRun } from '#core/engine/run-repository.ts';
import { inPieces } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { also, among, json, sql } from '#core/platform/sqlite/sql.ts';
import type { WhitelistDetail, WhitelistLine, WhitelistParams } from '#shared/contract/runs.ts';
import { isWhitelistRetryable, WHITELIST_LINE_STATES, type WhitelistLineState } from '#shared/domain/whitelist-run.ts';

/** A run that changes whitelists. */
export type WhitelistRun = StoredRun & { readonly params: WhitelistParams };

type Problem = WhitelistLine['problem'];

/** The fields of a line that the run needs. */
export type StoredWhitelistLine = Pick<WhitelistLine, 'line' | 'clientId' | 'messengerId' | 'clientKey' | 'ip'>;

/** A selected client; without an id if it was removed. */
interface WhitelistClient {
  readonly clientId: number | null;
  readonly name: string;
  readonly messengerId: number | null;
  readonly clientKey: string;
}

const SLICE = 500;

/** Returns the clients of a selection in its order, each once. */
export const whitelistClients = async (
  db: Database,
  accountId: string,
  clientIds: readonly number[],
): Promise<readonly WhitelistClient[]> => {
  const found: WhitelistClient[] = [];
  for await (const ids of inPieces([...new Set(clientIds)], SLICE)) {
    found.push(
      ...db.all<WhitelistClient>(sql`SELECT c.id AS clientId, coalesce(iif(c.name = '', c.client_key, c.name), '') AS name,
          c.messenger_id, coalesce(c.client_key, '') AS clientKey
        FROM json_each(${JSON.stringify(ids)}) wanted
          LEFT JOIN clients c ON c.id = wanted.value AND c.account_id = ${accountId} AND c.removed = 0
        ORDER BY wanted.key`),
    );
  }
  return found;
};

export const addWhitelistLine = (
  db: Database,
  runId: number,
  line: number,
  { clientId, name, messengerId, clientKey }: WhitelistClient,
  ip: string,
): void => {
  const isGone = clientId === null;
  db.run(sql`INSERT INTO run_lines (run_id, line, state, problem_json, client_id, client_name, messenger_id, client_key,
      target)
    VALUES (${runId}, ${line}, ${isGone ? 'failed' : 'waiting'},
      ${json(isGone ? { code: 'client-removed', words: '' } : null)}, ${clientId}, ${name}, ${messengerId},
      ${clientKey}, ${ip})`);
};

export const nextWhitelistLine = (db: Database, runId: number): StoredWhitelistLine | undefined =>
  db.get<StoredWhitelistLine>(sql`SELECT line, client_id, messenger_id, client_key, target AS ip FROM run_lines
    WHERE run_id = ${runId} AND state = 'waiting' ORDER BY rank, sort, line LIMIT 1`);

export const endWhitelistLine = (
  db: Database,
  runId: number,
  line: number,
  state: WhitelistLineState,
  problem: Problem,
): void => {
  db.run(sql`UPDATE run_lines SET state = ${state}, problem_json = ${json(problem)},
    retryable = ${state === 'failed' && problem !== null && isWhitelistRetryable(problem.code)}
    WHERE run_id = ${runId} AND line = ${line}`);
};

export const retryWhitelistLines = (db: Database, runId: number): void => {
  db.run(sql`UPDATE run_lines SET state = 'waiting', problem_json = NULL, retryable = 0
    WHERE run_id = ${runId} AND retryable = 1`);
};

export const whitelistDetailOf = (db: Database, { id: runId, params }: WhitelistRun): WhitelistDetail => {
  const rows = db.all<{ state: WhitelistLineState; n: number; retryable: number }>(sql`SELECT state, count(*) AS n,
    sum(retryable) AS retryable FROM run_lines WHERE run_id = ${runId} GROUP BY state`);
  const found = new Map(rows.map(({ state, n }) => [state, n]));
  return {
    of: 'whitelist',
    params,
    counts: Object.fromEntries(
      WHITELIST_LINE_STATES.map((state) => [state, found.get(state) ?? 0]),
    ) as WhitelistDetail['counts'],
    retryable: rows.reduce((sum, { retryable }) => sum + retryable, 0),
  };
};

export const whitelistLinesPage = (
  db: Database,
  runId: number,
  { only, offset, limit }: { readonly only: readonly string[]; readonly offset: number; readonly limit: number },
): { readonly total: number; readonly rows: WhitelistLine[] } => {
  const shown = sql`run_id = ${runId}${also(only.length === 0 ? null : sql`state IN ${among(only)}`)}`;
  return {
    total: db.value<number>(sql`SELECT count(*) FROM run_lines WHERE ${shown}`) ?? 0,
    rows: db.all<WhitelistLine>(sql`SELECT 'whitelist' AS "of", line, state, problem_json AS "problem:json", client_id,
        client_name, messenger_id, coalesce(client_key, '') AS clientKey, target AS ip
      FROM run_lines WHERE ${shown} ORDER BY line LIMIT ${limit} OFFSET ${offset}`),
  };
};

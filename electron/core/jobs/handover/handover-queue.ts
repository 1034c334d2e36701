import type { CommonDeps } from '#core/context.ts';
import type { RunEngine } from '#core/engine/run-engine.ts';
import type { RunKindOf } from '#core/engine/run-kind.ts';
import { endRun, findRun, getRun, insertRun, type StoredRun, setRunProgress } from '#core/engine/run-repository.ts';
import { areSalesShown } from '#core/money/sales/in-use.ts';
import { inPieces } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { also, among, sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { HandoverDetail, HandoverInput, HandoverLine, HandoverTurn } from '#shared/contract/runs.ts';
import { HANDOVER_LINE_STATES, type HandoverLineState } from '#shared/domain/handover-queue.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { DeskError } from '#shared/result.ts';

interface HandoverQueueDeps extends CommonDeps<'db' | 'clock' | 'session'> {
  readonly engine: RunEngine;
}

interface QueuedClient {
  /** `null` if the client was removed. */
  readonly clientId: number | null;
  readonly name: string;
  readonly messengerId: number | null;
  readonly clientKey: string;
  readonly uuid: string;
  readonly hasGoods: boolean;
}

const SLICE = 500;
/**
 * A line names no client any more if its row was deleted, or if a changed pair makes the row another client: the goods would be
 * handed over under the name of the former one.
 */
const LINE = sql`SELECT 'handover' AS "of", line, state, client_name, messenger_id,
  (SELECT c.id FROM clients c WHERE c.id = run_lines.client_id AND c.messenger_id = run_lines.messenger_id
    AND c.client_key = run_lines.client_key) AS clientId,
  coalesce(client_key, '') AS clientKey, target AS uuid FROM run_lines`;

const conflict = (code: string): DeskError => new DeskError('conflict', 'The queue does not allow this now.', { code });

/** Yields the clients of a selection in its order, each once, and whether there is something to hand over. */
async function* selectedClients(db: Database, accountId: string, clientIds: readonly number[]) {
  for await (const ids of inPieces([...new Set(clientIds)], SLICE)) {
    yield db.all<QueuedClient>(sql`SELECT c.id AS clientId, coalesce(iif(c.name = '', c.client_key, c.name), '') AS name,
        c.messenger_id, coalesce(c.client_key, '') AS clientKey, '' AS uuid,
        ((${areSalesShown(db, accountId)} AND coalesce(c.owed_kopecks, 0) > 0) OR coalesce(c.traffic_gb, 0) > 0
          OR EXISTS (SELECT 1 FROM vpn_subscriptions s WHERE s.client_id = c.id AND s.gone_at IS NULL
            AND coalesce(s.url, '') <> '')
          OR EXISTS (SELECT 1 FROM dedicated_proxies p WHERE p.client_id = c.id AND p.archived = 0)
          OR EXISTS (SELECT 1 FROM lists l WHERE l.client_id = c.id AND l.removed = 0 AND l.line_count > 0
            AND l.missing_lines = 0 AND l.state <> 'running')) AS "hasGoods:flag"
      FROM json_each(${JSON.stringify(ids)}) wanted
        LEFT JOIN clients c ON c.id = wanted.value AND c.account_id = ${accountId} AND c.removed = 0
      ORDER BY wanted.key`);
  }
}

/**
 * Returns the clients for whom a run has bought something that its answer confirmed exactly, in the order of the run, and
 * the subscription that is new (docs/money.md#what-is-known).
 */
const clientsOfRun = (db: Database, accountId: string, runId: number): readonly QueuedClient[] =>
  db.all<QueuedClient>(sql`SELECT c.id AS clientId, coalesce(iif(c.name = '', c.client_key, c.name), l.client_name) AS name,
      c.messenger_id, coalesce(c.client_key, '') AS clientKey, coalesce(p.goods_json ->> '$.uuid', '') AS uuid,
      1 AS "hasGoods:flag"
    FROM run_lines l JOIN run_charges h ON h.run_id = l.run_id AND h.charge = l.charge
      JOIN purchases p ON p.id = h.purchase_id
      LEFT JOIN clients c ON c.id = l.client_id AND c.account_id = ${accountId} AND c.removed = 0
    WHERE l.run_id = ${runId} AND p.account_id = ${accountId} AND p.outcome = 'charged' AND p.basis = 'answer'
      AND p.goods = 'here' AND p.differences_json IS NULL
    ORDER BY l.line`);

const addLine = (db: Database, runId: number, line: number, client: QueuedClient): void => {
  const { clientId, name, messengerId, clientKey, uuid, hasGoods } = client;
  const state: HandoverLineState = clientId === null ? 'removed' : hasGoods ? 'waiting' : 'nothing';
  db.run(sql`INSERT INTO run_lines (run_id, line, state, client_id, client_name, messenger_id, client_key, target)
    VALUES (${runId}, ${line}, ${state}, ${clientId}, ${name}, ${messengerId}, ${clientKey}, ${uuid})`);
};

const detailOfQueue = (db: Database, runId: number): HandoverDetail => {
  const found = new Map(
    db
      .all<{ state: HandoverLineState; n: number }>(sql`SELECT state, count(*) AS n FROM run_lines
        WHERE run_id = ${runId} GROUP BY state`)
      .map(({ state, n }) => [state, n]),
  );
  return {
    of: 'handover',
    counts: Object.fromEntries(
      HANDOVER_LINE_STATES.map((state) => [state, found.get(state) ?? 0]),
    ) as HandoverDetail['counts'],
    current:
      db.get<HandoverLine>(
        sql`${LINE} WHERE run_id = ${runId} AND state = 'waiting' ORDER BY rank, sort, line LIMIT 1`,
      ) ?? null,
  };
};

/** Stores how much of a queue is done. It is paused as long as clients wait, and then over. */
const settleQueue = (db: Database, { id, total }: Pick<StoredRun, 'id' | 'total'>, now: number): void => {
  const { waiting } = detailOfQueue(db, id).counts;
  setRunProgress(db, id, total - waiting, null);
  endRun(db, id, { state: waiting === 0 ? 'done' : 'paused', error: null }, waiting === 0 ? now : null);
};

/** Ends a line of a queue, in the caller's transaction. A line that has ended stays as it is. */
const endLine = (db: Database, run: StoredRun, line: number, state: 'done' | 'skipped', now: number): void => {
  // Goods that were handed over after the client was skipped are handed over all the same.
  const from = state === 'done' ? ['waiting', 'skipped'] : ['waiting'];
  const { changes } = db.run(sql`UPDATE run_lines SET state = ${state}, ended_at = ${now}
    WHERE run_id = ${run.id} AND line = ${line} AND state IN ${among(from)}`);
  if (changes > 0) settleQueue(db, run, now);
};

/**
 * Ends the turn of a client to whom goods were handed over, in the caller's transaction. Nothing happens if the queue is
 * over, or if the line is another client's.
 */
export const endTurn = (
  db: Database,
  accountId: string,
  { runId, line }: HandoverTurn,
  clientId: number,
  now: number,
): void => {
  const run = getRun(db, runId);
  if (run?.accountId !== accountId || run.kind !== 'handover' || run.state === 'cancelled') return;
  const isOwn = db.has(
    sql`SELECT 1 FROM run_lines WHERE run_id = ${runId} AND line = ${line} AND client_id = ${clientId}`,
  );
  if (isOwn) endLine(db, run, line, 'done', now);
};

/** Finds a queue that is not over. Throws `not-found`, and `conflict` (`run-over`). */
const openQueue = (db: Database, accountId: string, runId: number): StoredRun => {
  const run = findRun(db, accountId, runId);
  if (run.kind !== 'handover' || !isHalted(run)) throw conflict('run-over');
  return run;
};

/**
 * Returns the clients of a queue who wait, in its order. Throws `not-found`, and `conflict` (`run-over`) if the queue is
 * over.
 */
export const waitingTurns = (db: Database, accountId: string, runId: number): readonly HandoverLine[] => {
  openQueue(db, accountId, runId);
  return db.all<HandoverLine>(sql`${LINE} WHERE run_id = ${runId} AND state = 'waiting' ORDER BY rank, sort, line`);
};

/** Whether the client of a line still waits. The user may have ended the turn in the meantime. */
export const isWaiting = (db: Database, { runId, line }: HandoverTurn): boolean =>
  db.has(sql`SELECT 1 FROM run_lines WHERE run_id = ${runId} AND line = ${line} AND state = 'waiting'`);

export interface HandoverQueues extends RunKindOf {
  start(input: HandoverInput): Promise<StoredRun>;
  /** Leaves out a client who waits. Throws `conflict` (`run-over`). */
  skip(turn: HandoverTurn): void;
}

/**
 * Creates the queues in which goods are handed over to many clients. A queue is a run whose lines the user ends: nothing
 * is sent automatically, and where the user stands survives a restart.
 */
export const createHandoverQueues = ({ db, clock, session, engine }: HandoverQueueDeps): HandoverQueues => {
  const clientsFor = async (accountId: string, input: HandoverInput): Promise<readonly QueuedClient[]> => {
    if (input.kind === 'handover-of-run') {
      const found = clientsOfRun(db, accountId, findRun(db, accountId, input.runId).id);
      if (found.length === 0) throw conflict('handover-nobody');
      return found;
    }
    const found: QueuedClient[] = [];
    for await (const clients of selectedClients(db, accountId, input.clientIds)) found.push(...clients);
    return found;
  };
  return {
    /** Makes skipped clients wait again. */
    resume: async (run, { retry }) => {
      const { counts } = detailOfQueue(db, run.id);
      if (!retry || counts.skipped === 0 || run.state === 'cancelled') throw conflict('run-nothing-left');
      db.transaction(() => {
        db.run(sql`UPDATE run_lines SET state = 'waiting', ended_at = NULL
          WHERE run_id = ${run.id} AND state = 'skipped'`);
        settleQueue(db, run, clock.now());
      });
      engine.tell(run.id);
      return findRun(db, run.accountId, run.id);
    },
    lines: ({ id }, { only, offset, limit }) => {
      const shown = sql`run_id = ${id}${also(only.length === 0 ? null : sql`state IN ${among(only)}`)}`;
      return {
        total: db.value<number>(sql`SELECT count(*) FROM run_lines WHERE ${shown}`) ?? 0,
        rows: db.all<HandoverLine>(sql`${LINE} WHERE ${shown} ORDER BY line LIMIT ${limit} OFFSET ${offset}`),
      };
    },
    detail: ({ id }) => detailOfQueue(db, id),
    start: async (input) => {
      const accountId = session.accountId();
      const clients = await clientsFor(accountId, input);
      const total = clients.length;
      const name = { what: 'handover', clients: total } as const;
      // If the app crashes in between, the next start deletes the planned run.
      const id = insertRun(db, { accountId, kind: 'handover', name, total }, 'planned', clock.now());
      await writeInSlices(db, clients, (client, index) => addLine(db, id, index, client));
      settleQueue(db, { id, total }, clock.now());
      engine.tell(id);
      return findRun(db, accountId, id);
    },
    skip: (turn) => {
      const run = openQueue(db, session.accountId(), turn.runId);
      db.transaction(() => endLine(db, run, turn.line, 'skipped', clock.now()));
      engine.tell(turn.runId);
    },
  };
};

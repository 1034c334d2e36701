import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import { NEED_RANKS, needOf, oldestReading } from '#shared/domain/refresh-need.ts';
import { addRefreshTargets, type RefreshRequest } from './refresh-lines.ts';

interface TargetPlan extends RefreshRequest {
  readonly runId: number;
  readonly accountId: string;
}

interface Row {
  readonly id: number;
  readonly nextExpiry: number | null;
  readonly vpnAsOf: number | null;
  readonly trafficAsOf: number | null;
}

interface PlacedRow extends Row {
  readonly createdAt: number;
}

const COLUMNS = sql`id, next_expiry, vpn_as_of, traffic_as_of`;
/** The number of clients read at a time. */
const PIECE = 150;

/**
 * Stores the clients that a run will read, slice by slice, so that 100,000 clients neither fill the memory nor block
 * the thread. Each row contains its place in the order, so the order of the slices does not matter. May be repeated.
 */
export const planTargets = async (
  db: Database,
  plan: TargetPlan,
  context: { readonly now: number; readonly signal: AbortSignal },
): Promise<void> => {
  const { runId, clientIds, goFirst, skipReadAfter } = plan;
  const write = (rows: readonly Row[]): void => {
    const wanted = skipReadAfter === null ? rows : rows.filter((row) => oldestReading(row) <= skipReadAfter);
    const targets = wanted.map((row) => ({ clientId: row.id, ...needOf(row, context.now) }));
    addRefreshTargets(db, runId, goFirst ? targets.map((one) => ({ ...one, rank: NEED_RANKS.asked })) : targets);
  };
  const pieces = clientIds === null ? everyone(db, plan.accountId) : chosen(db, plan.accountId, clientIds);
  await writeInSlices(db, pieces, write, { signal: context.signal });
  context.signal.throwIfAborted();
};

/**
 * Yields all clients along an index that starts with the account, so that a small account does not scan the clients of
 * a large one.
 */
function* everyone(db: Database, accountId: string): Generator<readonly Row[]> {
  let last: Pick<PlacedRow, 'createdAt' | 'id'> = { createdAt: Number.MIN_SAFE_INTEGER, id: 0 };
  for (;;) {
    const rows = db.all<PlacedRow>(sql`SELECT ${COLUMNS}, created_at
      FROM clients INDEXED BY clients_by_created
      WHERE account_id = ${accountId} AND removed = 0 AND archived = 0
      AND (created_at, id) > (${last.createdAt}, ${last.id})
      ORDER BY created_at, id LIMIT ${PIECE}`);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PIECE) return;
    last = end;
  }
}

function* chosen(db: Database, accountId: string, ids: readonly number[]): Generator<readonly Row[]> {
  for (let from = 0; from < ids.length; from += PIECE) {
    yield db.all<Row>(sql`SELECT ${COLUMNS} FROM clients
      WHERE id IN ${among(ids.slice(from, from + PIECE))} AND account_id = ${accountId} AND removed = 0`);
  }
}

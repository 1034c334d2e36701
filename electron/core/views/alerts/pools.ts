import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { also, sql } from '#core/platform/sqlite/sql.ts';
import { POOL_TYPES } from '#shared/domain/limits.ts';
import type { Subject } from './alert-repository.ts';
import type { Scope } from './ends.ts';
import { alertOf, rowSlices, SLICE } from './row-slices.ts';

/** A pool of a client, and the state of its alert. */
export interface KnownPool extends Subject {
  /** `null` if the pool no longer exists. */
  readonly trafficGb: number | null;
  readonly alertId: number | null;
  readonly stage: number | null;
  readonly alertedGb: number | null;
}

interface Row {
  readonly alertId: number | null;
  readonly stage: number | null;
  readonly alertedGb: number | null;
  readonly clientId: number;
  readonly poolType: string;
  readonly trafficGb: number | null;
}

const PURCHASES = 2_000;
const ALERTED = sql`a.id AS alertId, a.stage, a.traffic_gb AS alertedGb`;
const THERE = sql`c.removed = 0 AND c.archived = 0`;
const ALERT = sql`LEFT JOIN alerts a ON a.account_id = c.account_id AND a.kind = 'traffic'
  AND a.subject = b.client_id || ' ' || b.pool_type`;

const toPool = (accountId: string, { clientId, poolType, ...row }: Row): KnownPool => ({
  ...row,
  accountId,
  kind: 'traffic' as const,
  subject: `${clientId} ${poolType}`,
  clientId,
  proxyId: null,
  target: poolType,
});

/** Yields the pools that have an alert, in slices. */
export function* alertedPools(db: Database, { accountId, clientId }: Scope): Generator<readonly KnownPool[]> {
  const only = also(clientId === null ? null : sql`a.client_id = ${clientId}`);
  const read = (after: number) =>
    db.all<Row>(sql`SELECT ${ALERTED}, a.client_id, a.target AS poolType, b.traffic_gb
      FROM alerts a LEFT JOIN clients c ON c.id = a.client_id AND ${THERE}
      LEFT JOIN traffic_balances b ON b.client_id = c.id AND b.pool_type = a.target
      WHERE a.account_id = ${accountId} AND a.kind = 'traffic' AND a.id > ${after}${only} ORDER BY a.id LIMIT ${SLICE}`);
  for (const rows of rowSlices(0, read, alertOf)) yield rows.map((row) => toPool(accountId, row));
}

type Key = readonly [trafficGb: number, clientId: number];

/** Yields the pools with remaining traffic below the threshold, in slices. */
export function* poolsBelowThreshold(
  db: Database,
  { accountId, clientId }: Scope,
  belowGb: number,
): Generator<readonly KnownPool[]> {
  const only = also(clientId === null ? null : sql`b.client_id = ${clientId}`);
  for (const poolType of POOL_TYPES) {
    const read = ([gb, client]: Key) =>
      db.all<Row>(sql`SELECT ${ALERTED}, b.client_id, b.pool_type, b.traffic_gb
        FROM traffic_balances b CROSS JOIN clients c ON c.id = b.client_id ${ALERT}
        WHERE b.pool_type = ${poolType} AND (b.traffic_gb, b.client_id) > (${gb}, ${client})
        AND b.traffic_gb < ${belowGb}
          AND c.account_id = ${accountId} AND ${THERE}${only} ORDER BY b.traffic_gb, b.client_id LIMIT ${SLICE}`);
    const keyOf = (row: Row): Key => [row.trafficGb ?? belowGb, row.clientId];
    const first: Key = [0, Number.MAX_SAFE_INTEGER];
    for (const rows of rowSlices(first, read, keyOf)) yield rows.map((row) => toPool(accountId, row));
  }
}

/**
 * Yields the empty pools for which traffic was bought here: zeros of clients who never bought any mean nothing. `CROSS
 * JOIN` is needed because the planner has no statistics and would scan all clients for every slice of purchases.
 */
export function* emptyPools(db: Database, { accountId, clientId }: Scope): Generator<readonly KnownPool[]> {
  const only = also(clientId === null ? null : sql`p.client_id = ${clientId}`);
  const top = db.value<number>('SELECT max(id) FROM purchases') ?? 0;
  // The purchases of one client are found by their index.
  const step = clientId === null ? PURCHASES : top;
  for (let from = 0; from < top; from += step) {
    const rows = db.all<Row>(sql`SELECT DISTINCT ${ALERTED}, b.client_id, b.pool_type, b.traffic_gb
      FROM purchases p CROSS JOIN traffic_balances b ON b.client_id = p.client_id
        AND b.pool_type = p.order_json ->> 'poolType' AND b.traffic_gb <= 0
      CROSS JOIN clients c ON c.id = b.client_id ${ALERT}
      WHERE p.id > ${from} AND p.id <= ${from + step} AND p.kind = 'traffic' AND p.${IS_CHARGED}
        AND c.account_id = ${accountId} AND ${THERE}${only}`);
    if (rows.length > 0) yield rows.map((row) => toPool(accountId, row));
  }
}

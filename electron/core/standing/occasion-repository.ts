import type { KeptError } from '#shared/contract/kept-error.ts';
import type { StandingOccasion } from '#shared/contract/standing.ts';
import { instantOfWallTime } from '#shared/domain/assumed-zone.ts';
import type { Outcome } from '#shared/domain/journal.ts';
import { ASKED_STATES, type OccasionState } from '#shared/domain/standing-rules.ts';
import { createList, rowsInOrder, withIds } from '../common/list.ts';
import { CHARGE_AHEAD } from '../runs/purchases/charges.ts';
import type { Database } from '../storage/database.ts';
import { type DueTarget, roundingOf } from './due-targets.ts';
import { RUN_AHEAD } from './holds.ts';
import type { StoredOrder } from './standing-repository.ts';

/** What an order has come to with one thing that fell due, with its purchase as the journal knows it now. */
export interface Occasion {
  readonly id: number;
  readonly target: string;
  readonly edition: number;
  readonly state: OccasionState;
  readonly runId: number | null;
  readonly charge: number | null;
  readonly purchaseId: number | null;
  readonly outcome: Outcome | null;
  readonly basis: string | null;
  readonly tries: number;
  readonly triedAt: number | null;
  /** See `SILENT`. */
  readonly isSilent: number;
}

/** In the place of a computer's mark: this one, before its desk was brought back from a copy. */
export const BEFORE_COPY = '-';
/** A colleague's computer has begun to pay for it, and no purchase of that one tells what came of it. */
export const SILENT = "o.computer <> '' AND p.computer IS NOT o.computer";

const COLUMNS = `o.id, o.target, o.edition, o.state, o.run_id AS runId, o.charge, o.purchase_id AS purchaseId,
  p.outcome, p.basis, o.tries, o.tried_at AS triedAt, coalesce(${SILENT}, 0) AS isSilent`;
const FROM = 'standing_occasions o LEFT JOIN purchases p ON p.id = o.purchase_id';
/** With the charge of the run that it is in. */
const OF_CHARGES = `standing_occasions o JOIN runs r ON r.id = o.run_id
  JOIN run_charges c ON c.run_id = o.run_id AND c.charge = o.charge LEFT JOIN purchases p ON p.id = c.purchase_id`;
/** What a look goes by: all that is not over. */
const OPEN = "o.state NOT IN ('gone', 'left', 'bought') AND p.outcome IS NOT 'charged'";
/** As it is shown: the journal's word, once there is a purchase. */
const SHOWN = `CASE p.outcome WHEN 'charged' THEN 'bought' WHEN 'open' THEN 'unknown' WHEN 'pending' THEN 'unknown'
  WHEN 'not-charged' THEN iif(o.state = 'started', 'not-bought', o.state) ELSE o.state END`;

interface Row extends Omit<StandingOccasion, 'missed' | 'endsAt' | 'error'> {
  readonly missed: number;
  readonly edition: number;
  readonly kind: string;
  readonly errorJson: string | null;
}

interface Filter {
  readonly search: '';
  readonly orderId: number;
  readonly show: 'all' | 'open';
}

/** What all orders of an account ask about now. */
export const countAsks = (db: Database, accountId: string): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM standing_orders s CROSS JOIN standing_occasions o ON o.order_id = s.id
     LEFT JOIN purchases p ON p.id = o.purchase_id
     WHERE s.account_id = ? AND s.removed = 0 AND s.is_on = 1 AND ${OPEN}
       AND o.state IN ('${ASKED_STATES.join("', '")}')`,
    accountId,
  )?.n ?? 0;

/**
 * The user has cancelled a plan of an order, begun by hand: what was before it is left undone for good where the order would
 * pay for it by itself. On all computers of a shared desk, of which another may carry the order out.
 */
export const leaveUndone = (db: Database, runId: number, at: number): boolean =>
  db.run(
    `UPDATE standing_occasions SET state = 'left', error_json = NULL, at = ?1 WHERE id IN (
       SELECT o.id FROM ${OF_CHARGES} JOIN standing_orders s ON s.id = o.order_id
       WHERE o.run_id = ?2 AND r.by_itself = 0 AND s.mode = 'do' AND (${CHARGE_AHEAD})
         AND coalesce(p.outcome, 'not-charged') = 'not-charged')`,
    at,
    runId,
  ).changes > 0;

export type OccasionRepository = ReturnType<typeof createOccasionRepository>;

/** SQL of what fell due, and what became of it. */
export const createOccasionRepository = (db: Database, zone: () => string) => {
  const list = createList<StandingOccasion, Filter, 'due'>(db, {
    table: 'standing_occasions',
    scope: (_, { orderId }) => ({ sql: 'order_id = ?', values: [orderId] }),
    sorts: { due: withIds('due_at') },
    containing: () => [],
    narrowedBy: ({ orderId, show }) =>
      show === 'all' ? [] : [{ sql: `SELECT o.id FROM ${FROM} WHERE o.order_id = ? AND ${OPEN}`, values: [orderId] }],
    rows: (_, wanted) =>
      rowsInOrder(wanted, (ids) =>
        db.all<Row>(
          `SELECT o.id, ${SHOWN} AS state, c.id AS clientId, coalesce(nullif(c.name, ''), c.client_key, '') AS clientName,
             o.proxy_id AS proxyId, o.edition, s.action_json ->> '$.kind' AS kind,
             CASE s.action_json ->> '$.kind' WHEN 'vpn-renew' THEN o.target WHEN 'traffic' THEN s.action_json ->> '$.poolType'
               ELSE coalesce(d.ip, o.target) END AS target,
             o.due_at AS dueAt, o.missed, coalesce(p.charged_kopecks, p.price_kopecks, o.price_kopecks) AS priceKopecks,
             o.run_id AS runId, o.purchase_id AS purchaseId, o.error_json AS errorJson, o.at
           FROM ${FROM} JOIN standing_orders s ON s.id = o.order_id
           LEFT JOIN clients c ON c.id = o.client_id AND c.removed = 0
           LEFT JOIN dedicated_proxies d ON d.id = o.proxy_id
           WHERE o.id IN (SELECT value FROM json_each(?))`,
          ids,
        ),
      ).map(({ missed, edition, kind, errorJson, ...row }) => ({
        ...row,
        missed: missed === 1,
        endsAt: kind === 'traffic' ? null : kind === 'vpn-renew' ? edition : instantOfWallTime(edition, zone()),
        error: errorJson === null ? null : (JSON.parse(errorJson) as KeptError),
      })),
  });

  /** The occasion of a target, whatever became of it. */
  const find = ({ id }: StoredOrder, due: DueTarget): Occasion | undefined => {
    const { target, edition } = due;
    return db.get<Occasion>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE o.order_id = ? AND o.target = ? AND o.edition BETWEEN ? AND ?
         ORDER BY o.id DESC LIMIT 1`,
      id,
      target,
      edition - roundingOf(due),
      edition + roundingOf(due),
    );
  };
  const add = (order: StoredOrder, due: DueTarget, missed: boolean, at: number): void => {
    db.run(
      `INSERT INTO standing_occasions (account_id, order_id, client_id, proxy_id, target, edition, due_at, missed, state,
           at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'due', ?)`,
      order.accountId,
      order.id,
      due.clientId,
      due.proxyId,
      due.target,
      due.edition,
      due.dueAt,
      missed ? 1 : 0,
      at,
    );
  };

  const set = (id: number, state: OccasionState, at: number, error: KeptError | null = null): void => {
    db.run(
      `UPDATE standing_occasions SET state = ?1, error_json = ?2, at = iif(state = ?1, at, ?3)
         WHERE id = ?4 AND (state <> ?1 OR error_json IS NOT ?2)`,
      state,
      error === null ? null : JSON.stringify(error),
      at,
      id,
    );
  };
  const setTries = (id: number, tries: number, at: number): void => {
    db.run('UPDATE standing_occasions SET tries = ?, tried_at = ? WHERE id = ?', tries, at, id);
  };

  return {
    page: (accountId: string, orderId: number, show: Filter['show'], page: { offset: number; limit: number }) =>
      list.page(accountId, {
        filter: { search: '', orderId, show },
        sort: { by: 'due', direction: 'desc' },
        ...page,
      }),
    find,
    open: (orderId: number): Occasion[] =>
      db.all<Occasion>(`SELECT ${COLUMNS} FROM ${FROM} WHERE o.order_id = ? AND ${OPEN}`, orderId),
    /**
     * Subscriptions and proxies that the order was charged for since then: by the journal, because of several tries for one
     * occasion an earlier one may turn out to have been charged.
     */
    chargedSince: (orderId: number, since: number): ReadonlySet<string> =>
      new Set(
        db
          .all<{ target: string }>(
            `SELECT coalesce(p.order_json ->> '$.uuid', CAST(s.value AS TEXT)) AS target
             FROM purchases p LEFT JOIN json_each(p.order_json, '$.serviceIds') s
             WHERE p.standing_order_id = ? AND p.created_at >= ? AND p.outcome = 'charged'`,
            orderId,
            since,
          )
          .map(({ target }) => target),
      ),
    /** The occasion of a target; a new one where there was none. `missed` counts for a new one alone. */
    found: (order: StoredOrder, due: DueTarget, at: number, missed = false): Occasion => {
      const known = find(order, due);
      if (known !== undefined) return known;
      add(order, due, missed, at);
      const added = find(order, due);
      if (added === undefined) throw new Error('an occasion was not written');
      return added;
    },
    set,
    setTries,
    /** It is tried again later. */
    fail: ({ id, tries }: Occasion, error: KeptError, at: number): void => {
      setTries(id, tries + 1, at);
      set(id, 'failed', at, error);
    },
    setPrice: (id: number, priceKopecks: number | null): void => {
      db.run('UPDATE standing_occasions SET price_kopecks = ? WHERE id = ?', priceKopecks, id);
    },
    /** A run that is under way, or that the user may go on with, still has it before it. */
    isInRun: (id: number): boolean =>
      db.get(`SELECT 1 FROM ${OF_CHARGES} WHERE o.id = ? AND ${RUN_AHEAD} AND (${CHARGE_AHEAD})`, id) !== undefined,
    /** The user looks at a plan of it: it is bought with that charge, or stays as it is. False: another run has it by now. */
    attach: ({ id, runId: before, purchaseId }: Occasion, runId: number, charge: number): boolean =>
      db.run(
        'UPDATE standing_occasions SET run_id = ?, charge = ? WHERE id = ? AND run_id IS ? AND purchase_id IS ?',
        ...[runId, charge, id, before, purchaseId],
      ).changes > 0,
    /** This computer begins to pay for it. Joins the caller's transaction. */
    start: (id: number, runId: number, charge: number, at: number): void => {
      db.run(
        // An earlier try says nothing of this one.
        `UPDATE standing_occasions SET state = 'started', computer = NULL, run_id = ?, charge = ?, error_json = NULL,
           purchase_id = NULL, at = ? WHERE id = ?`,
        runId,
        charge,
        at,
        id,
      );
    },
    /** Pools that were left undone and have been filled since: the next time one is low is another one. */
    endRefilled: (orderId: number, poolType: string, belowGb: number, at: number): boolean =>
      db.run(
        `UPDATE standing_occasions SET state = 'gone', at = ? WHERE order_id = ? AND state = 'left' AND client_id IN
           (SELECT client_id FROM traffic_balances WHERE pool_type = ? AND traffic_gb >= ?)`,
        ...[at, orderId, poolType, belowGb],
      ).changes > 0,
    /** What this computer, or another one, has begun, and is over as far as its purchase says. */
    begun: (orderId: number, by: 'this' | 'others'): Occasion[] =>
      db.all<Occasion>(
        `SELECT ${COLUMNS} FROM ${FROM} WHERE o.order_id = ? AND o.computer IS NOT '' AND o.computer IS ${by === 'this' ? '' : 'NOT'} NULL
           AND (p.outcome IS NULL OR p.outcome = 'not-charged' OR p.outcome = 'charged' AND p.basis = 'answer')`,
        orderId,
      ),
    /** It is known what came of it. */
    end: (id: number): void => {
      db.run("UPDATE standing_occasions SET computer = '' WHERE id = ?", id);
    },
    /** Top-ups of the order that no reading has shown yet, of the last day. */
    unseen: (orderId: number, since: number) =>
      db.all<{ readonly id: number; readonly clientId: number; readonly purchaseId: number }>(
        `SELECT o.id, o.client_id AS clientId, o.purchase_id AS purchaseId
         FROM purchases p CROSS JOIN standing_occasions o ON o.purchase_id = p.id
         WHERE p.standing_order_id = ? AND p.created_at >= ? AND p.outcome = 'charged' AND o.was_seen = 0
           AND o.client_id IS NOT NULL`,
        orderId,
        since,
      ),
    setSeen: (id: number): void => {
      db.run('UPDATE standing_occasions SET was_seen = 1 WHERE id = ?', id);
    },
    /** By state as it is shown, of what is not over. */
    counts: (orderId: number): ReadonlyMap<OccasionState, number> =>
      new Map(
        db
          .all<{ state: OccasionState; n: number }>(
            `SELECT ${SHOWN} AS state, count(*) AS n FROM ${FROM} WHERE o.order_id = ? AND ${OPEN} GROUP BY 1`,
            orderId,
          )
          .map(({ state, n }) => [state, n]),
      ),
    /** The newest of what is asked about; 0: nothing is. */
    newestAsk: (orderId: number): number =>
      db.get<{ id: number | null }>(
        `SELECT max(o.id) AS id FROM ${FROM} WHERE o.order_id = ? AND ${OPEN} AND o.state IN ('${ASKED_STATES.join("', '")}')`,
        orderId,
      )?.id ?? 0,
    /** Why the last one that failed did. The second condition is the index's. */
    lastError: (orderId: number): KeptError | null => {
      const row = db.get<{ json: string | null }>(
        `SELECT error_json AS json FROM standing_occasions
         WHERE order_id = ? AND state = 'failed' AND state NOT IN ('gone', 'left', 'bought') ORDER BY at DESC LIMIT 1`,
        orderId,
      );
      return row?.json == null ? null : (JSON.parse(row.json) as KeptError);
    },
    lastAt: (orderId: number): number | null =>
      db.get<{ at: number | null }>('SELECT max(due_at) AS at FROM standing_occasions WHERE order_id = ?', orderId)
        ?.at ?? null,
  };
};

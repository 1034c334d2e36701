import { CHARGE_AHEAD } from '#core/jobs/purchases/charges.ts';
import { type DueTarget, roundingMsOf } from '#core/money/products/due.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, rowsInOrder, tieBreakId } from '#core/platform/sqlite/list.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';
import type { StoredError } from '#shared/contract/kept-error.ts';
import type { StandingDueItem } from '#shared/contract/standing.ts';
import { instantOfWallTime } from '#shared/domain/assumed-zone.ts';
import { ASKED_STATES, type DueItemState, type StoredDueItemState } from '#shared/domain/due-item-states.ts';
import { isRefusal, type Outcome } from '#shared/domain/journal.ts';
import { RECURRING_KINDS, recurringRulesOf } from '#shared/domain/products/index.ts';
import type { StoredDueThing } from '#shared/domain/products/rules.ts';
import { hasSettled } from '#shared/domain/spending.ts';
import { RUN_AHEAD } from './blocked-by.ts';
import type { DueItemStates } from './due-item-state.ts';
import { inAction, type StoredOrder } from './stored-order.ts';

/** What an order has come to with one thing that fell due, with its purchase as the journal knows it now. */
export interface DueItem {
  readonly id: number;
  readonly target: string;
  readonly version: number;
  /** When it was found to be due first. */
  readonly dueAt: number;
  readonly state: StoredDueItemState;
  readonly runId: number | null;
  readonly charge: number | null;
  readonly purchaseId: number | null;
  readonly outcome: Outcome | null;
  readonly basis: string | null;
  /** Of the purchase, and when it ended: by the clock, and by the machine's uptime. */
  readonly reason: string | null;
  readonly endedAt: number | null;
  readonly endedUptime: number | null;
  readonly tries: number;
  readonly triedAt: number | null;
  /** See `SILENT`. */
  readonly isSilent: boolean;
}

/** It was refused, and may have been charged all the same: the service's sum of spending gets its time to show that. */
export const isInLateSum = ({ outcome, basis, reason, ...ended }: DueItem, clock: Clock): boolean =>
  outcome === 'not-charged' &&
  basis === 'answer' &&
  isRefusal(reason) &&
  !hasSettled({ seenAt: clock.now(), seenUptime: uptimeOf(clock) }, ended);

/** In the place of a computer's mark: this one, before its desk was brought back from a copy. */
export const BEFORE_COPY = '-';
/** A colleague's computer has begun to pay for it, and no purchase of that one tells what came of it. */
export const SILENT = sql`o.computer <> '' AND p.computer IS NOT o.computer`;

const COLUMNS = sql`o.id, o.target, o.edition AS version, o.due_at, o.state, o.run_id, o.charge, o.purchase_id, p.outcome, p.basis, p.reason,
  p.finished_at AS endedAt, p.ended_uptime, o.tries, o.tried_at, coalesce(${SILENT}, 0) AS "isSilent:flag"`;
const FROM = sql`standing_occasions o LEFT JOIN purchases p ON p.id = o.purchase_id`;
/** With the charge of the run that it is in. */
const OF_CHARGES = sql`standing_occasions o JOIN runs r ON r.id = o.run_id
  JOIN run_charges c ON c.run_id = o.run_id AND c.charge = o.charge LEFT JOIN purchases p ON p.id = c.purchase_id`;
/** What a look goes by: all that is not over. */
const OPEN = sql`o.state NOT IN ('no-longer-due', 'abandoned') AND p.outcome IS NOT 'charged'`;
/** As it is shown: the journal's word, once there is a purchase. */
const SHOWN = sql`CASE p.outcome WHEN 'charged' THEN 'bought' WHEN 'open' THEN 'unknown' WHEN 'pending' THEN 'unknown'
  WHEN 'not-charged' THEN iif(o.state = 'started', 'not-bought', o.state) ELSE o.state END`;

interface Row extends Omit<StandingDueItem, 'endsAt' | 'target'>, StoredDueThing {
  /** `null` if the action of the order cannot be read. */
  readonly kind: string | null;
}

const shownItem = (kind: string | null, item: StoredDueThing, zone: string) => {
  const known = RECURRING_KINDS.find((one) => one === kind);
  return known === undefined
    ? { target: item.address ?? item.target, endsAt: instantOfWallTime(item.version, zone) }
    : recurringRulesOf(known).shownItem(item, zone);
};
/** The kinds whose orders name what they prolong, so that it shows in the journal. */
const KINDS_WITH_END = RECURRING_KINDS.filter((kind) => recurringRulesOf(kind).hasEnd);

interface Filter {
  readonly search: '';
  readonly orderId: number;
  readonly show: 'all' | 'open';
}

/** What all orders of an account ask about now. */
export const countAsks = (db: Database, accountId: string): number =>
  db.value<number>(sql`SELECT count(*) FROM standing_orders s CROSS JOIN standing_occasions o
    ON o.order_id = s.id LEFT JOIN purchases p ON p.id = o.purchase_id
    WHERE s.account_id = ${accountId} AND s.removed = 0 AND s.is_on = 1 AND ${OPEN}
      AND o.state IN ${among(ASKED_STATES)}`) ?? 0;

/**
 * The user has cancelled a plan of an order, begun by hand: what was before it is left undone for good where the order would
 * pay for it by itself. On all computers of a shared desk, of which another may carry the order out.
 */
export const abandonDueItems = (db: Database, states: DueItemStates, runId: number, at: number): boolean =>
  db.transaction(() => {
    const ids = db.values<number>(sql`SELECT o.id FROM ${OF_CHARGES} JOIN standing_orders s ON s.id = o.order_id
      WHERE o.run_id = ${runId} AND r.by_itself = 0 AND s.mode = 'do' AND (${CHARGE_AHEAD})
        AND coalesce(p.outcome, 'not-charged') = 'not-charged'`);
    return ids.filter((id) => states.set(id, 'abandoned', at)).length > 0;
  });

export type DueItemRepository = ReturnType<typeof createDueItemRepository>;

/** SQL of what fell due, and what became of it. */
export const createDueItemRepository = (db: Database, states: DueItemStates, zone: () => string) => {
  const list = createList<StandingDueItem, Filter, 'due'>(db, {
    table: 'standing_occasions',
    scope: (_, { orderId }) => sql`order_id = ${orderId}`,
    sorts: { due: tieBreakId('due_at') },
    matchesWords: () => [],
    filters: ({ orderId, show }) =>
      show === 'all' ? [] : [sql`SELECT o.id FROM ${FROM} WHERE o.order_id = ${orderId} AND ${OPEN}`],
    rows: (_, wanted) =>
      rowsInOrder(wanted, (ids) =>
        db.all<Row>(sql`SELECT o.id, ${SHOWN} AS state, c.id AS clientId, coalesce(c.name, '') AS clientName,
            coalesce(c.client_key, '') AS clientKey, c.messenger_id, o.proxy_id, o.edition AS version,
            ${inAction('s', 'kind')} AS kind,
            ${inAction('s', 'poolType')} AS poolType, d.ip AS address, o.target, o.due_at, o.missed AS "missed:flag",
            coalesce(p.charged_kopecks, p.price_kopecks, o.price_kopecks) AS priceKopecks, o.run_id, o.purchase_id,
            o.error_json AS "error:json", o.at
          FROM ${FROM} JOIN standing_orders s ON s.id = o.order_id
          LEFT JOIN clients c ON c.id = o.client_id AND c.removed = 0
          LEFT JOIN dedicated_proxies d ON d.id = o.proxy_id
          WHERE o.id IN ${ids}`),
      ).map(({ version, kind, poolType, address, target, ...row }) => ({
        ...row,
        ...shownItem(kind, { version, poolType, address, target }, zone()),
      })),
  });

  /** The due item of a target, whatever became of it. */
  const find = ({ id }: StoredOrder, due: DueTarget): DueItem | undefined => {
    const { target, version } = due;
    return db.get<DueItem>(sql`SELECT ${COLUMNS} FROM ${FROM}
      WHERE o.order_id = ${id} AND o.target = ${target} AND o.edition BETWEEN ${version - roundingMsOf(due)}
      AND ${version + roundingMsOf(due)}
      ORDER BY o.id DESC LIMIT 1`);
  };
  const add = (order: StoredOrder, due: DueTarget, missed: boolean, at: number): void => {
    db.run(sql`INSERT INTO standing_occasions (account_id, order_id, client_id, proxy_id, target, edition, due_at,
      missed, state, at) VALUES (${order.accountId}, ${order.id}, ${due.clientId}, ${due.proxyId}, ${due.target},
      ${due.version}, ${due.dueAt}, ${missed}, 'due', ${at})`);
  };

  const setTries = (id: number, tries: number, at: number): void => {
    db.run(sql`UPDATE standing_occasions SET tries = ${tries}, tried_at = ${at} WHERE id = ${id}`);
  };

  return {
    page: (accountId: string, orderId: number, show: Filter['show'], page: { offset: number; limit: number }) =>
      list.page(accountId, {
        filter: { search: '', orderId, show },
        sort: { by: 'due', direction: 'desc' },
        ...page,
      }),
    find,
    open: (orderId: number): DueItem[] =>
      db.all<DueItem>(sql`SELECT ${COLUMNS} FROM ${FROM} WHERE o.order_id = ${orderId} AND ${OPEN}`),
    /**
     * Subscriptions and proxies of the account that somebody was charged for since then, by the journal: where one is still due,
     * the service may be late to list it, or an earlier try turned out to have been charged.
     */
    chargedSince: (accountId: string, since: number): ReadonlySet<string> =>
      new Set(
        db.values<string>(sql`SELECT coalesce(p.order_json ->> '$.uuid', CAST(s.value AS TEXT))
          FROM purchases p LEFT JOIN json_each(p.order_json, '$.serviceIds') s
          WHERE p.account_id = ${accountId} AND +p.kind IN ${among(KINDS_WITH_END)}
            AND p.created_at >= ${since} AND +p.outcome = 'charged'`),
      ),
    /** The due item of a target; a new one where there was none. `missed` counts for a new one alone. */
    findOrInsert: (order: StoredOrder, due: DueTarget, at: number, missed = false): DueItem => {
      const known = find(order, due);
      if (known !== undefined) return known;
      add(order, due, missed, at);
      const added = find(order, due);
      if (added === undefined) throw new Error('a due item was not written');
      return added;
    },
    set: states.set,
    setTries,
    /** It is tried again later. */
    fail: ({ id, tries }: DueItem, error: StoredError, at: number): void => {
      setTries(id, tries + 1, at);
      states.set(id, 'failed', at, error);
    },
    setPrice: (id: number, priceKopecks: number | null): void => {
      db.run(sql`UPDATE standing_occasions SET price_kopecks = ${priceKopecks} WHERE id = ${id}`);
    },
    /** A run that is under way, or that the user may go on with, still has it before it. */
    isInRun: (id: number): boolean =>
      db.has(sql`SELECT 1 FROM ${OF_CHARGES} WHERE o.id = ${id} AND ${RUN_AHEAD} AND (${CHARGE_AHEAD})`),
    /** The user looks at a plan of it: it is bought with that charge, or stays as it is. False: another run has it by now. */
    attach: ({ id, runId: before, purchaseId }: DueItem, runId: number, charge: number): boolean =>
      db.run(sql`UPDATE standing_occasions SET run_id = ${runId}, charge = ${charge}
        WHERE id = ${id} AND run_id IS ${before} AND purchase_id IS ${purchaseId}`).changes > 0,
    /** This computer begins to pay for it. Joins the caller's transaction. */
    start: (id: number, runId: number, charge: number, at: number): void => {
      states.start(id, at);
      // An earlier try says nothing of this one.
      db.run(sql`UPDATE standing_occasions SET computer = NULL, run_id = ${runId}, charge = ${charge},
        purchase_id = NULL WHERE id = ${id}`);
    },
    /** Pools that were left undone and have been filled since: the next time one is low is another one. */
    endRefilled: (orderId: number, poolType: string, belowGb: number, at: number): boolean =>
      db
        .values<number>(sql`SELECT id FROM standing_occasions
          WHERE order_id = ${orderId} AND state = 'abandoned' AND client_id IN
          (SELECT client_id FROM traffic_balances WHERE pool_type = ${poolType} AND traffic_gb >= ${belowGb})`)
        .filter((id) => states.set(id, 'no-longer-due', at)).length > 0,
    /** What this computer, or another one, has begun, and is over as far as its purchase says. */
    started: (orderId: number, by: 'this' | 'others'): DueItem[] =>
      db.all<DueItem>(sql`SELECT ${COLUMNS} FROM ${FROM}
        WHERE o.order_id = ${orderId} AND o.computer IS NOT ''
        AND o.computer IS ${by === 'this' ? sql`NULL` : sql`NOT NULL`}
        AND (p.outcome IS NULL OR p.outcome = 'not-charged' OR p.outcome = 'charged' AND p.basis = 'answer')`),
    /** It is known what came of it. */
    end: (id: number): void => {
      db.run(sql`UPDATE standing_occasions SET computer = '' WHERE id = ${id}`);
    },
    /** Top-ups of the order that no reading has shown yet, of the last day. */
    unseen: (orderId: number, since: number) =>
      db.all<{ readonly id: number; readonly clientId: number; readonly purchaseId: number }>(sql`SELECT o.id,
        o.client_id, o.purchase_id
        FROM purchases p CROSS JOIN standing_occasions o ON o.purchase_id = p.id
        WHERE p.standing_order_id = ${orderId} AND p.created_at >= ${since} AND p.outcome = 'charged' AND o.was_seen = 0
          AND o.client_id IS NOT NULL`),
    setSeen: (id: number): void => {
      db.run(sql`UPDATE standing_occasions SET was_seen = 1 WHERE id = ${id}`);
    },
    /** By state as it is shown, of what is not over. */
    counts: (orderId: number): ReadonlyMap<DueItemState, number> =>
      new Map(
        db
          .all<{ state: DueItemState; n: number }>(sql`SELECT ${SHOWN} AS state, count(*) AS n FROM ${FROM}
            WHERE o.order_id = ${orderId} AND ${OPEN} GROUP BY 1`)
          .map(({ state, n }) => [state, n]),
      ),
    /** The newest of what is asked about; 0: nothing is. */
    newestAsk: (orderId: number): number =>
      db.value<number>(sql`SELECT max(o.id) FROM ${FROM}
        WHERE o.order_id = ${orderId} AND ${OPEN} AND o.state IN ${among(ASKED_STATES)}`) ?? 0,
    /** Why the last one that failed did. The second condition is the index's. */
    lastError: (orderId: number): StoredError | null =>
      db.value<StoredError>(sql`SELECT error_json AS "error:json" FROM standing_occasions WHERE order_id = ${orderId}
        AND state = 'failed' AND state NOT IN ('no-longer-due', 'abandoned') ORDER BY at DESC LIMIT 1`),
    lastAt: (orderId: number): number | null =>
      db.value<number>(sql`SELECT max(due_at) FROM standing_occasions WHERE order_id = ${orderId}`),
  };
};

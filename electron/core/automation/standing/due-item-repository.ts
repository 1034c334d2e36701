import { CHARGE_AHEAD } from '#core/jobs/purchases/charges.ts';
import { type DueTarget, roundingMsOf, type UnseenPayment } from '#core/money/products/due.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, rowsInOrder, tieBreakId } from '#core/platform/sqlite/list.ts';
import { among, json, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { Clock, Logger } from '#core/ports.ts';
import type { StandingDueItem } from '#shared/contract/standing.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { instantOfWallTime } from '#shared/domain/assumed-zone.ts';
import {
  ASKED_STATES,
  canFollow,
  type DueItemState,
  IllegalDueItemStep,
  type StoredDueItemState,
} from '#shared/domain/due-item-states.ts';
import { isRefusal, type Outcome } from '#shared/domain/journal.ts';
import type { StoredDueThing } from '#shared/domain/products/rules.ts';
import { hasSettled } from '#shared/domain/spending.ts';
import { RECURRING_KINDS, recurringRulesOf } from '#shared/products/index.ts';
import { RUN_AHEAD } from './blocked-by.ts';
import { inAction, type ReadableOrder } from './stored-order.ts';

/** A due item of an order, with the present state of its purchase in the journal. */
export interface DueItem {
  readonly id: number;
  readonly target: string;
  readonly version: number;
  /** The time at which it fell due, as it was first found. */
  readonly dueAt: number;
  readonly state: StoredDueItemState;
  readonly runId: number | null;
  readonly charge: number | null;
  readonly purchaseId: number | null;
  readonly outcome: Outcome | null;
  readonly basis: string | null;
  /** The reason of the purchase, and the time when it ended, by the clock and by the machine's uptime. */
  readonly reason: string | null;
  readonly endedAt: number | null;
  readonly endedUptime: number | null;
  readonly tries: number;
  readonly triedAt: number | null;
  /** See `SILENT`. */
  readonly isSilent: boolean;
}

/**
 * Returns whether the item was refused, but the service's total of spending has not had its time yet to show whether it
 * was charged nevertheless.
 */
export const isInLateSum = ({ outcome, basis, reason, ...ended }: DueItem, clock: Clock): boolean =>
  outcome === 'not-charged' &&
  basis === 'answer' &&
  isRefusal(reason) &&
  !hasSettled({ seenAt: clock.now(), seenUptime: uptimeOf(clock) }, ended);

/**
 * The condition that another computer has started to pay for an item, or a computer before its desk was restored from a
 * copy, and no purchase of it shows the outcome.
 */
export const SILENT = sql`(o.started_before_copy = 1
  OR (o.started_elsewhere_by IS NOT NULL AND p.computer IS NOT o.started_elsewhere_by))`;
/** The condition that somebody else has started to pay for an item, in the words of the index of started items. */
const STARTED_BY_OTHERS = sql`(o.started_elsewhere_by IS NOT NULL OR o.started_before_copy = 1)`;

/** The kinds whose purchases name the thing that they extend, so that the journal shows it. */
const KINDS_WITH_END = RECURRING_KINDS.filter((kind) => recurringRulesOf(kind).hasEnd);

/**
 * The condition that the charged purchase `p` left a target out: its answer names something else, or fewer of several things
 * (docs/money.md#as-ordered). A pool shows a top-up, so nothing depends on the answer there.
 */
export const leftOut = (target: Sql): Sql => sql`(p.outcome = 'charged' AND p.reason = 'not-as-ordered'
  AND +p.kind IN ${among(KINDS_WITH_END)} AND (p.goods = 'missing' OR json_type(p.goods_json, '$.items') = 'array'
    AND ${target} NOT IN (SELECT CAST(value ->> '$.serviceId' AS TEXT) FROM json_each(p.goods_json, '$.items')))) IS 1`;
/** For an item that was left out, the purchase says no more than evidence that nothing was charged. */
const LEFT_OUT = leftOut(sql`o.target`);
/** The outcome of the purchase for this item. */
const OUTCOME = sql`iif(${LEFT_OUT}, 'not-charged', p.outcome)`;

const COLUMNS = sql`o.id, o.target, o.version, o.due_at, o.state, o.run_id, o.charge, o.purchase_id,
  ${OUTCOME} AS outcome, iif(${LEFT_OUT}, 'evidence', p.basis) AS basis, p.reason, p.finished_at AS endedAt, p.ended_uptime,
  o.tries, o.tried_at, ${SILENT} AS "isSilent:flag"`;
const FROM = sql`due_items o LEFT JOIN purchases p ON p.id = o.purchase_id`;
/** Due items with the charges of their runs. */
const OF_CHARGES = sql`due_items o JOIN runs r ON r.id = o.run_id
  JOIN run_charges c ON c.run_id = o.run_id AND c.charge = o.charge LEFT JOIN purchases p ON p.id = c.purchase_id`;
/** The condition that an item is not over, so that checks handle it. */
const OPEN = sql`o.state NOT IN ('no-longer-due', 'abandoned') AND ${OUTCOME} IS NOT 'charged'`;
/** The state that is shown. Once there is a purchase, the journal decides it. */
const SHOWN = sql`CASE ${OUTCOME} WHEN 'charged' THEN 'bought' WHEN 'open' THEN 'unknown' WHEN 'pending' THEN 'unknown'
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

interface Filter {
  readonly search: '';
  readonly orderId: number;
  readonly show: 'all' | 'open';
}

/** Returns the number of items that all orders of an account ask about now. */
export const countAsks = (db: Database, accountId: string): number =>
  db.value<number>(sql`SELECT count(*) FROM standing_orders s CROSS JOIN due_items o
    ON o.order_id = s.id LEFT JOIN purchases p ON p.id = o.purchase_id
    WHERE s.account_id = ${accountId} AND s.removed = 0 AND s.is_on = 1 AND ${OPEN}
      AND o.state IN ${among(ASKED_STATES)}`) ?? 0;

/**
 * Abandons the due items that an order's plan would still have paid for, because the user opened the plan and cancelled
 * it. Only an order that pays automatically abandons them: it would pay for them without the user. This applies to all
 * computers of a shared desk, because another one may carry the order out. Returns whether there were any.
 */
export const abandonDueItems = (db: Database, states: DueItemStates, runId: number, at: number): boolean =>
  db.transaction(() => {
    const ids = db.values<number>(sql`SELECT o.id FROM ${OF_CHARGES} JOIN standing_orders s ON s.id = o.order_id
      WHERE o.run_id = ${runId} AND r.is_automatic = 0 AND s.mode = 'do' AND (${CHARGE_AHEAD})
        AND coalesce(p.outcome, 'not-charged') = 'not-charged'`);
    return ids.filter((id) => states.set(id, 'abandoned', at)).length > 0;
  });

export type DueItemStates = ReturnType<typeof createDueItemStates>;

/**
 * The only writer of a due item's state on this computer; a change of a colleague's computer arrives through sync.
 *
 * A step that `DUE_ITEM_TRANSITIONS` does not permit throws `IllegalDueItemStep` in development and in tests. The
 * released app logs each such step once and leaves the item as it is. That is the safer side for money: the states that
 * permit few steps are those of an item that is being paid for or was given up, and neither is ever paid for. An error
 * here would instead keep the order from paying for everything else that is due. `start` alone throws in the released
 * app, too, because a payment follows it.
 */
export const createDueItemStates = (
  db: Database,
  { isStrict = false, logger }: { readonly isStrict?: boolean | undefined; readonly logger: Pick<Logger, 'error'> },
) => {
  const logged = new Set<string>();
  const report = (step: IllegalDueItemStep): void => {
    if (isStrict) throw step;
    if (logged.has(step.message)) return;
    logged.add(step.message);
    logger.error('a due item was left as it was', { reason: step.message });
  };
  const stateOf = (id: number): StoredDueItemState | null =>
    db.value<StoredDueItemState>(sql`SELECT state FROM due_items WHERE id = ${id}`);
  const write = (id: number, state: StoredDueItemState, at: number, error: StoredError | null): void => {
    db.run(sql`UPDATE due_items SET state = ${state}, error_json = ${json(error)},
      at = iif(state = ${state}, at, ${at})
      WHERE id = ${id} AND (state <> ${state} OR error_json IS NOT ${json(error)})`);
  };

  return {
    /** Sets the state, with the error of an item that failed. Returns whether the item has the state now. */
    set: (id: number, state: StoredDueItemState, at: number, error: StoredError | null = null): boolean => {
      const from = stateOf(id);
      if (from === null) return false;
      if (from !== state && !canFollow(from, state)) {
        report(new IllegalDueItemStep(from, state));
        return false;
      }
      write(id, state, at, error);
      return true;
    },
    /** Marks an item that this computer begins to pay for. Throws `IllegalDueItemStep` if it may not. */
    start: (id: number, at: number): void => {
      const from = stateOf(id);
      // An item that is started already may be on its way to the service.
      if (from === null || !canFollow(from, 'started')) throw new IllegalDueItemStep(from ?? 'none', 'started');
      write(id, 'started', at, null);
    },
  };
};

/** Returns the reader of an order's due items in pages, the latest first. `zone`: the IANA zone of the service's dates. */
export const createDueItemList = (db: Database, zone: () => string) => {
  const list = createList<StandingDueItem, Filter, 'due'>(db, {
    table: 'due_items',
    scope: (_, { orderId }) => sql`order_id = ${orderId}`,
    sorts: { due: tieBreakId('due_at') },
    matchesWords: () => [],
    filters: ({ orderId, show }) =>
      show === 'all' ? [] : [sql`SELECT o.id FROM ${FROM} WHERE o.order_id = ${orderId} AND ${OPEN}`],
    rows: (_, wanted) =>
      rowsInOrder(wanted, (ids) =>
        db.all<Row>(sql`SELECT o.id, ${SHOWN} AS state, c.id AS clientId, coalesce(c.name, '') AS clientName,
            coalesce(c.client_key, '') AS clientKey, c.messenger_id, o.proxy_id, o.version,
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

  return (accountId: string, orderId: number, show: Filter['show'], page: { offset: number; limit: number }) =>
    list.page(accountId, { filter: { search: '', orderId, show }, sort: { by: 'due', direction: 'desc' }, ...page });
};

/** The database with the only writer of the states of due items. */
interface DueItemContext {
  readonly db: Database;
  readonly dueItemStates: DueItemStates;
}

/** Returns the due item of a target, in whatever state it is. */
export const findDueItem = (db: Database, { id }: ReadableOrder, due: DueTarget): DueItem | undefined => {
  const { target, version } = due;
  return db.get<DueItem>(sql`SELECT ${COLUMNS} FROM ${FROM}
    WHERE o.order_id = ${id} AND o.target = ${target} AND o.version BETWEEN ${version - roundingMsOf(due)}
    AND ${version + roundingMsOf(due)}
    ORDER BY o.id DESC LIMIT 1`);
};

const addDueItem = (db: Database, order: ReadableOrder, due: DueTarget, missed: boolean, at: number): void => {
  db.run(sql`INSERT INTO due_items (account_id, order_id, client_id, proxy_id, target, version, due_at,
    missed, state, at) VALUES (${order.accountId}, ${order.id}, ${due.clientId}, ${due.proxyId}, ${due.target},
    ${due.version}, ${due.dueAt}, ${missed}, 'due', ${at})`);
};

export const setDueItemTries = (db: Database, id: number, tries: number, at: number): void => {
  db.run(sql`UPDATE due_items SET tries = ${tries}, tried_at = ${at} WHERE id = ${id}`);
};

export const openDueItems = (db: Database, orderId: number): DueItem[] =>
  db.all<DueItem>(sql`SELECT ${COLUMNS} FROM ${FROM} WHERE o.order_id = ${orderId} AND ${OPEN}`);

/**
 * Returns the subscriptions and proxies of the account for which the journal has a charge since a moment. If one of
 * them is due nevertheless, the service may be late to list it, or an earlier attempt turned out to be charged.
 */
export const targetsChargedSince = (db: Database, accountId: string, since: number): ReadonlySet<string> =>
  new Set(
    db.values<string>(sql`SELECT coalesce(p.order_json ->> '$.uuid', CAST(s.value AS TEXT))
      FROM purchases p LEFT JOIN json_each(p.order_json, '$.serviceIds') s
      WHERE p.account_id = ${accountId} AND +p.kind IN ${among(KINDS_WITH_END)}
        AND p.created_at >= ${since} AND +p.outcome = 'charged'`),
  );

/** Returns the due item of a target, and adds one if there is none. `missed` applies only to a new one. */
export const findOrInsertDueItem = (
  db: Database,
  order: ReadableOrder,
  due: DueTarget,
  at: number,
  missed = false,
): DueItem => {
  const known = findDueItem(db, order, due);
  if (known !== undefined) return known;
  addDueItem(db, order, due, missed, at);
  const added = findDueItem(db, order, due);
  if (added === undefined) throw new Error('a due item was not written');
  return added;
};

/** Marks an item as failed. It is tried again later. */
export const failDueItem = (
  { db, dueItemStates }: DueItemContext,
  { id, tries }: DueItem,
  error: StoredError,
  at: number,
): void => {
  setDueItemTries(db, id, tries + 1, at);
  dueItemStates.set(id, 'failed', at, error);
};

export const setDueItemPrice = (db: Database, id: number, priceKopecks: number | null): void => {
  db.run(sql`UPDATE due_items SET price_kopecks = ${priceKopecks} WHERE id = ${id}`);
};

/** Returns whether a run that is under way, or that the user may continue, still has to pay for the item. */
export const isDueItemInRun = (db: Database, id: number): boolean =>
  db.has(sql`SELECT 1 FROM ${OF_CHARGES} WHERE o.id = ${id} AND ${RUN_AHEAD} AND (${CHARGE_AHEAD})`);

/**
 * Links an item to a charge of a plan that the user looks at, without changing its state. Returns false if another
 * run has the item by now.
 */
export const attachDueItem = (
  db: Database,
  { id, runId: before, purchaseId }: DueItem,
  runId: number,
  charge: number,
): boolean =>
  db.run(sql`UPDATE due_items SET run_id = ${runId}, charge = ${charge}
    WHERE id = ${id} AND run_id IS ${before} AND purchase_id IS ${purchaseId}`).changes > 0;

/** Marks an item that this computer starts to pay for. Joins the caller's transaction. */
export const startDueItem = (
  { db, dueItemStates }: DueItemContext,
  id: number,
  runId: number,
  charge: number,
  at: number,
): void => {
  dueItemStates.start(id, at);
  // The purchase of an earlier attempt says nothing about this one.
  db.run(sql`UPDATE due_items SET started_here = 1, started_elsewhere_by = NULL, started_before_copy = 0, run_id = ${runId}, charge = ${charge},
    purchase_id = NULL WHERE id = ${id}`);
};

/** Ends the abandoned items of pools that were refilled since, so that a pool that runs low again falls due again. */
export const endRefilledDueItems = (
  { db, dueItemStates }: DueItemContext,
  orderId: number,
  poolType: string,
  belowGb: number,
  at: number,
): void => {
  const ids = db.values<number>(sql`SELECT id FROM due_items
    WHERE order_id = ${orderId} AND state = 'abandoned' AND client_id IN
    (SELECT client_id FROM traffic_balances WHERE pool_type = ${poolType} AND traffic_gb >= ${belowGb})`);
  for (const id of ids) dueItemStates.set(id, 'no-longer-due', at);
};

/**
 * Returns the items that this computer, or another one, has started, if they have no purchase, or one that was not
 * charged for them, or one that the service confirmed.
 */
export const startedDueItems = (db: Database, orderId: number, by: 'this' | 'others'): DueItem[] =>
  db.all<DueItem>(sql`SELECT ${COLUMNS} FROM ${FROM}
    WHERE o.order_id = ${orderId} AND ${by === 'this' ? sql`o.started_here = 1` : STARTED_BY_OTHERS}
    AND (p.outcome IS NULL OR ${OUTCOME} = 'not-charged' OR p.outcome = 'charged' AND p.basis = 'answer')`);

/** Notes that the outcome of a started item is known. */
export const endDueItem = (db: Database, id: number): void => {
  db.run(
    sql`UPDATE due_items SET started_here = 0, started_elsewhere_by = NULL, started_before_copy = 0 WHERE id = ${id}`,
  );
};

/**
 * Marks items for which this computer began to pay before its desk was restored from a copy, so that nothing here says
 * how they ended. `which` is a condition on `due_items`.
 */
export const markStartedBeforeCopy = (db: Database, which: Sql): void => {
  db.run(sql`UPDATE due_items SET started_here = 0, started_before_copy = 1 WHERE ${which} AND started_here = 1`);
};

/** Returns the top-ups of the order since a moment that no reading has shown yet. */
export const unseenTopUps = (db: Database, orderId: number, since: number) =>
  db.all<UnseenPayment>(sql`SELECT o.id, o.client_id, o.purchase_id
    FROM purchases p CROSS JOIN due_items o ON o.purchase_id = p.id
    WHERE p.standing_order_id = ${orderId} AND p.created_at >= ${since} AND p.outcome = 'charged' AND o.has_shown = 0
      AND o.client_id IS NOT NULL`);

export const setTopUpSeen = (db: Database, id: number): void => {
  db.run(sql`UPDATE due_items SET has_shown = 1 WHERE id = ${id}`);
};

/** Returns the number of items that are not over, by the state that is shown. */
export const countDueItems = (db: Database, orderId: number): ReadonlyMap<DueItemState, number> =>
  new Map(
    db
      .all<{ state: DueItemState; n: number }>(sql`SELECT ${SHOWN} AS state, count(*) AS n FROM ${FROM}
        WHERE o.order_id = ${orderId} AND ${OPEN} GROUP BY 1`)
      .map(({ state, n }) => [state, n]),
  );

/** Returns the id of the newest item that the order asks about; 0 if there is none. */
export const newestAskedItem = (db: Database, orderId: number): number =>
  db.value<number>(sql`SELECT max(o.id) FROM ${FROM}
    WHERE o.order_id = ${orderId} AND ${OPEN} AND o.state IN ${among(ASKED_STATES)}`) ?? 0;

/** Returns the error of the item that failed last. The second condition lets SQLite use the partial index. */
export const lastDueItemError = (db: Database, orderId: number): StoredError | null =>
  db.value<StoredError>(sql`SELECT error_json AS "error:json" FROM due_items WHERE order_id = ${orderId}
    AND state = 'failed' AND state NOT IN ('no-longer-due', 'abandoned') ORDER BY at DESC LIMIT 1`);

export const lastDueAt = (db: Database, orderId: number): number | null =>
  db.value<number>(sql`SELECT max(due_at) FROM due_items WHERE order_id = ${orderId}`);

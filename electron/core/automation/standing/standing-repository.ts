import { randomUUID } from 'node:crypto';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { StandingBlockedReason, StandingTargets } from '#shared/contract/standing.ts';
import { DeskError } from '#shared/result.ts';
import {
  actionOf,
  isSound,
  ORDER_COLUMNS,
  type OrderRow,
  type ReadableOrder,
  type StoredOrder,
  toOrder,
} from './stored-order.ts';

/** The terms of an order as the user enters them. */
export interface StandingDraft
  extends Pick<
    ReadableOrder,
    'name' | 'action' | 'mode' | 'ceilingKopecks' | 'monthCapKopecks' | 'payment' | 'timesEach' | 'hours' | 'zone'
  > {
  readonly targets: StandingTargets;
}

const isThere = (accountId: string): Sql => sql`account_id = ${accountId} AND removed = 0`;

/** The clients that an order names, without removed ones; below, the proxies that it names, without archived ones. */
const clientsOf = (orderId: number): Sql => sql`standing_clients t
  JOIN clients c ON c.id = t.client_id AND c.removed = 0 WHERE t.order_id = ${orderId}`;
const proxiesOf = (orderId: number): Sql => sql`standing_proxies t
  JOIN dedicated_proxies p ON p.id = t.proxy_id AND p.archived = 0 WHERE t.order_id = ${orderId}`;

const inOrder = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const wantedOf = (targets: StandingTargets): readonly (readonly number[])[] => [
  targets.of === 'clients' ? inOrder(targets.clientIds) : [],
  targets.of === 'proxies' ? inOrder(targets.proxyIds) : [],
];

interface CoveringRow {
  readonly orderId: number;
  readonly name: string;
  readonly actionJson: string;
  readonly isOn: boolean;
}

const CHECK_NOTED_EVERY_MS = 5 * 60_000;

const countRows = (db: Database, of: Sql): number => db.value<number>(sql`SELECT count(*) FROM ${of}`) ?? 0;

const ordersWhere = (db: Database, which: Sql): StoredOrder[] =>
  db.all<OrderRow>(sql`SELECT ${ORDER_COLUMNS} FROM standing_orders WHERE ${which}`).map(toOrder);

/** Throws DeskError `not-found`. */
export const findOrder = (db: Database, accountId: string, orderId: number): StoredOrder => {
  const [order] = ordersWhere(db, sql`${isThere(accountId)} AND id = ${orderId}`);
  if (order === undefined) throw new DeskError('not-found', 'There is no such standing order.', { code: 'standing' });
  return order;
};

/** Returns all clients and proxies that an order names, including removed and archived ones. */
const namedBy = (db: Database, orderId: number): readonly (readonly number[])[] =>
  [sql`SELECT client_id FROM standing_clients`, sql`SELECT proxy_id FROM standing_proxies`].map((named) =>
    db.values<number>(sql`${named} WHERE order_id = ${orderId} ORDER BY 1`),
  );

const setTargets = (db: Database, orderId: number, targets: StandingTargets): void => {
  if (JSON.stringify(namedBy(db, orderId)) === JSON.stringify(wantedOf(targets))) return;
  db.run(sql`DELETE FROM standing_clients WHERE order_id = ${orderId}`);
  db.run(sql`DELETE FROM standing_proxies WHERE order_id = ${orderId}`);
  if (targets.of === 'clients') {
    db.run(sql`INSERT INTO standing_clients (order_id, client_id) SELECT o.id, c.id FROM standing_orders o
      JOIN json_each(${JSON.stringify(targets.clientIds)}) wanted JOIN clients c ON c.id = wanted.value
      AND c.account_id = o.account_id
      WHERE o.id = ${orderId} ON CONFLICT DO NOTHING`);
  } else if (targets.of === 'proxies') {
    db.run(sql`INSERT INTO standing_proxies (order_id, proxy_id) SELECT o.id, p.id FROM standing_orders o
      JOIN json_each(${JSON.stringify(targets.proxyIds)}) wanted JOIN dedicated_proxies p ON p.id = wanted.value
      AND p.account_id = o.account_id
      WHERE o.id = ${orderId} ON CONFLICT DO NOTHING`);
  }
};

export const countOrders = (db: Database, accountId: string): number =>
  countRows(db, sql`standing_orders WHERE ${isThere(accountId)}`);

export const ordersPage = (db: Database, accountId: string, offset: number, limit: number): StoredOrder[] =>
  ordersWhere(db, sql`${isThere(accountId)} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`);

/** Returns the clients or proxies that an order names, or its tag. */
export const targetsOfOrder = (db: Database, { id, targetsOf, tag }: StoredOrder): StandingTargets => {
  switch (targetsOf) {
    case 'tag':
      return { of: 'tag', tag };
    case 'clients':
      return {
        of: 'clients',
        clientIds: db.values<number>(sql`SELECT c.id FROM ${clientsOf(id)} ORDER BY c.id`),
      };
    case 'proxies':
      return {
        of: 'proxies',
        proxyIds: db.values<number>(sql`SELECT p.id FROM ${proxiesOf(id)} ORDER BY p.id`),
      };
  }
};

export const countTargets = (db: Database, { id, accountId, targetsOf, tag }: StoredOrder): number => {
  switch (targetsOf) {
    case 'tag':
      return countRows(
        db,
        sql`client_tags t JOIN clients c ON c.id = t.client_id AND c.removed = 0
        WHERE t.account_id = ${accountId} AND t.tag = ${tag}`,
      );
    case 'clients':
      return countRows(db, clientsOf(id));
    case 'proxies':
      return countRows(db, proxiesOf(id));
  }
};

/**
 * Saves an order, or a new one if there is no id, and forgets the reason that kept it from continuing. Returns its
 * id.
 */
export const saveOrder = (
  db: Database,
  accountId: string,
  orderId: number | undefined,
  draft: StandingDraft,
  at: number,
): number =>
  db.transaction(() => {
    const { name, action, targets, mode, ceilingKopecks, monthCapKopecks } = draft;
    const { payment, timesEach, hours, zone } = draft;
    const id =
      orderId ??
      db.run(sql`INSERT INTO standing_orders (account_id, uid, name, action_json, targets_of, tag, mode, is_on,
        on_since, checked_at) VALUES (${accountId}, ${randomUUID()}, '', '', '', '', '', 1, 0, ${at})`).lastId;
    db.run(sql`UPDATE standing_orders SET name = ${name}, action_json = ${JSON.stringify(action)},
      targets_of = ${targets.of}, tag = ${targets.of === 'tag' ? targets.tag : ''}, mode = ${mode},
      ceiling_kopecks = ${ceilingKopecks}, month_cap_kopecks = ${monthCapKopecks},
      payment = ${payment}, times_each = ${timesEach}, payment_lost = NULL, times_each_lost = NULL,
      hours_from = ${hours?.from ?? null}, hours_to = ${hours?.to ?? null}, zone = ${zone}, mode_lost = NULL,
      ceiling_lost = NULL, month_cap_lost = NULL, on_since = ${at}, tries = 0,
      tried_at = NULL, blocked_reason_json = iif(is_on = 1, NULL, blocked_reason_json) WHERE id = ${id}`);
    setTargets(db, id, targets);
    return id;
  });

export const setOrderOn = (db: Database, orderId: number, isOn: boolean, at: number): void => {
  db.run(sql`UPDATE standing_orders SET is_on = ${isOn}, on_since = ${at}, tries = 0, tried_at = NULL,
    blocked_reason_json = NULL WHERE id = ${orderId}`);
};

/**
 * Switches off all orders that are on, and stores the reason. After `joined`, the versions of the shared desk
 * replace those of the same orders here.
 */
export const switchOffAllOrders = (db: Database, accountId: string, code: 'joined' | 'parted'): void => {
  db.run(sql`UPDATE standing_orders SET is_on = 0, blocked_reason_json = iif(is_on = 1, json_object('code', ${code}),
    blocked_reason_json), on_since = iif(${code} = 'joined', 0, on_since) WHERE account_id = ${accountId}`);
};

export const countOrdersOn = (db: Database, accountId: string): number =>
  countRows(db, sql`standing_orders WHERE ${isThere(accountId)} AND is_on = 1`);

export const setOrderRemoved = (db: Database, orderId: number, removed: boolean): void => {
  db.run(sql`UPDATE standing_orders SET removed = ${removed} WHERE id = ${orderId}`);
};

/** Returns the removed orders. At the start of the app their removal can no longer be undone. */
export const removedOrderIds = (db: Database): number[] =>
  db.values<number>('SELECT id FROM standing_orders WHERE removed > 0');

/**
 * Deletes up to `limit` due items of a removed order, or the order itself if it has none left. Returns the number
 * of deleted rows.
 */
export const purgeSomeOfOrder = (db: Database, orderId: number, limit: number): number => {
  const { changes } = db.run(
    // Another computer may restore the order meanwhile.
    sql`DELETE FROM due_items WHERE id IN (
       SELECT c.id FROM due_items c JOIN standing_orders o ON o.id = c.order_id
       WHERE c.order_id = ${orderId} AND o.removed <> 0 LIMIT ${limit})`,
  );
  return changes > 0
    ? changes
    : db.run(sql`DELETE FROM standing_orders WHERE id = ${orderId} AND removed <> 0`).changes;
};

/** Returns the orders that are on and may act automatically, the oldest first. */
export const enabledOrders = (db: Database, accountId: string): ReadableOrder[] =>
  ordersWhere(db, sql`${isThere(accountId)} AND is_on = 1 ORDER BY id`).filter(isSound);

/** Returns the orders that are on, but may do nothing because of their terms. */
export const flawedOrders = (db: Database, accountId: string): StoredOrder[] =>
  ordersWhere(db, sql`${isThere(accountId)} AND is_on = 1 ORDER BY id`).filter(({ flaw }) => flaw !== null);

/**
 * Returns the orders that are off or removed now, and for which this computer has started items without reporting
 * their outcome.
 */
export const ordersStartedBeforeOff = (db: Database, accountId: string): StoredOrder[] =>
  ordersWhere(
    db,
    sql`account_id = ${accountId} AND (is_on = 0 OR removed <> 0) AND id IN (
    SELECT order_id FROM due_items WHERE started_here = 1)`,
  );

/**
 * Returns the orders that were switched off when the desk was restored from a copy, joined others, or left them.
 */
export const restoredOrders = (db: Database, accountId: string): StoredOrder[] =>
  ordersWhere(db, sql`${isThere(accountId)} AND is_on = 0 AND blocked_reason_json IS NOT NULL`);

/** Returns the orders that cover a client: by name, by a tag, or through one of the client's proxies. */
export const ordersCoveringClient = (db: Database, accountId: string, clientId: number) =>
  db
    .all<CoveringRow>(sql`SELECT o.id AS orderId, o.name, o.action_json, o.is_on AS "isOn:flag"
      FROM standing_orders o
      WHERE o.account_id = ${accountId} AND o.removed = 0 AND (
        o.targets_of = 'clients'
          AND EXISTS (SELECT 1 FROM standing_clients m WHERE m.order_id = o.id AND m.client_id = ${clientId})
        OR o.targets_of = 'tag' AND EXISTS (SELECT 1 FROM client_tags t
          WHERE t.client_id = ${clientId} AND t.tag = o.tag)
        OR o.targets_of = 'proxies' AND EXISTS (SELECT 1 FROM dedicated_proxies p
          JOIN standing_proxies m ON m.proxy_id = p.id AND m.order_id = o.id
          WHERE p.client_id = ${clientId} AND p.archived = 0))
      ORDER BY o.id DESC`)
    .map(({ actionJson, ...order }) => ({ ...order, action: actionOf(actionJson) }));

/** Returns whether nobody has edited, switched off or removed the order meanwhile. */
export const isOrderAsItWas = (db: Database, { id, onSince }: StoredOrder): boolean =>
  db.has(sql`SELECT 1 FROM standing_orders
    WHERE id = ${id} AND removed = 0 AND is_on = 1 AND on_since = ${onSince}`);

/** Notes the time of a check, to about five minutes. Otherwise the check would write every minute. */
export const noteOrderCheck = (db: Database, { id, checkedAt }: ReadableOrder, at: number): void => {
  if (Math.abs(at - checkedAt) >= CHECK_NOTED_EVERY_MS) {
    db.run(sql`UPDATE standing_orders SET checked_at = ${at} WHERE id = ${id}`);
  }
};

/** Stores the reason that keeps an order from continuing. */
export const writeBlockedReason = (
  db: Database,
  { id }: Pick<ReadableOrder, 'id'>,
  blockedReason: StandingBlockedReason | null,
): void => {
  const { purchaseId, runId } = blockedReason?.code === 'blocked' ? blockedReason : { purchaseId: null, runId: null };
  const json =
    blockedReason?.code === 'blocked' ? '{"code":"blocked"}' : blockedReason && JSON.stringify(blockedReason);
  db.run(sql`UPDATE standing_orders SET blocked_reason_json = ${json}, blocking_purchase_id = ${purchaseId},
    blocking_run_id = ${runId} WHERE id = ${id}
    AND (blocked_reason_json IS NOT ${json} OR blocking_purchase_id IS NOT ${purchaseId} OR blocking_run_id IS NOT ${runId})`);
};

export const setOrderTries = (db: Database, { id }: ReadableOrder, tries: number, at: number | null): void => {
  db.run(sql`UPDATE standing_orders SET tries = ${tries}, tried_at = ${at} WHERE id = ${id}`);
};

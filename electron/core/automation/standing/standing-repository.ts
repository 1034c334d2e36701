import { randomUUID } from 'node:crypto';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { StandingHindrance, StandingTargets } from '#shared/contract/standing.ts';
import { DeskError } from '#shared/result.ts';
import { isSound, type KeptOrder, ORDER_COLUMNS, type OrderRow, type StoredOrder, toOrder } from './stored-order.ts';

/** What the user says of an order. */
export interface StandingDraft
  extends Pick<StoredOrder, 'name' | 'action' | 'mode' | 'ceilingKopecks' | 'monthCapKopecks' | 'hours' | 'zone'> {
  readonly targets: StandingTargets;
}

const isThere = (accountId: string): Sql => sql`account_id = ${accountId} AND removed = 0`;

/** Of those that an order names, who is there. */
const clientsOf = (orderId: number): Sql => sql`standing_clients t
  JOIN clients c ON c.id = t.client_id AND c.removed = 0 WHERE t.order_id = ${orderId}`;
const proxiesOf = (orderId: number): Sql => sql`standing_proxies t
  JOIN dedicated_proxies p ON p.id = t.proxy_id AND p.archived = 0 WHERE t.order_id = ${orderId}`;

const inOrder = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const wantedOf = (targets: StandingTargets): readonly (readonly number[])[] => [
  targets.of === 'clients' ? inOrder(targets.clientIds) : [],
  targets.of === 'proxies' ? inOrder(targets.proxyIds) : [],
];

const LOOK_EVERY_MS = 5 * 60_000;

export type StandingRepository = ReturnType<typeof createStandingRepository>;

/** SQL of the standing orders themselves. */
export const createStandingRepository = (db: Database) => {
  const count = (of: Sql): number => db.value<number>(sql`SELECT count(*) FROM ${of}`) ?? 0;
  const all = (which: Sql): KeptOrder[] =>
    db.all<OrderRow>(sql`SELECT ${ORDER_COLUMNS} FROM standing_orders WHERE ${which}`).map(toOrder);
  const find = (accountId: string, orderId: number): KeptOrder => {
    const [order] = all(sql`${isThere(accountId)} AND id = ${orderId}`);
    if (order === undefined) throw new DeskError('not-found', 'There is no such standing order.', { code: 'standing' });
    return order;
  };
  /** All that are named, also who is removed or archived. */
  const namedBy = (orderId: number): readonly (readonly number[])[] =>
    [sql`SELECT client_id FROM standing_clients`, sql`SELECT proxy_id FROM standing_proxies`].map((named) =>
      db.values<number>(sql`${named} WHERE order_id = ${orderId} ORDER BY 1`),
    );
  const setTargets = (orderId: number, targets: StandingTargets): void => {
    if (JSON.stringify(namedBy(orderId)) === JSON.stringify(wantedOf(targets))) return;
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

  return {
    /** Throws DeskError `not-found`. */
    find,
    count: (accountId: string): number => count(sql`standing_orders WHERE ${isThere(accountId)}`),
    page: (accountId: string, offset: number, limit: number): KeptOrder[] =>
      all(sql`${isThere(accountId)} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`),
    /** The clients or proxies that an order names; a tag's by the tag alone. */
    targets: ({ id, targetsOf, tag }: KeptOrder): StandingTargets => {
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
    },
    countTargets: ({ id, accountId, targetsOf, tag }: KeptOrder): number => {
      switch (targetsOf) {
        case 'tag':
          return count(sql`client_tags t JOIN clients c ON c.id = t.client_id AND c.removed = 0
            WHERE t.account_id = ${accountId} AND t.tag = ${tag}`);
        case 'clients':
          return count(clientsOf(id));
        case 'proxies':
          return count(proxiesOf(id));
      }
    },
    /** A new one without an id. What kept it from going on is forgotten. Returns its id. */
    save: (accountId: string, orderId: number | undefined, draft: StandingDraft, at: number): number =>
      db.transaction(() => {
        const { name, action, targets, mode, ceilingKopecks, monthCapKopecks, hours, zone } = draft;
        const id =
          orderId ??
          db.run(sql`INSERT INTO standing_orders (account_id, uid, name, action_json, targets_of, tag, mode, is_on,
            on_since, looked_at) VALUES (${accountId}, ${randomUUID()}, '', '', '', '', '', 1, 0, ${at})`).lastId;
        db.run(sql`UPDATE standing_orders SET name = ${name}, action_json = ${JSON.stringify(action)},
          targets_of = ${targets.of}, tag = ${targets.of === 'tag' ? targets.tag : ''}, mode = ${mode},
          ceiling_kopecks = ${ceilingKopecks}, month_cap_kopecks = ${monthCapKopecks},
          hours_from = ${hours?.from ?? null}, hours_to = ${hours?.to ?? null}, zone = ${zone}, mode_lost = NULL,
          ceiling_lost = NULL, month_cap_lost = NULL, on_since = ${at}, tries = 0,
          tried_at = NULL, hindrance_json = iif(is_on = 1, NULL, hindrance_json) WHERE id = ${id}`);
        setTargets(id, targets);
        return id;
      }),
    setOn: (orderId: number, isOn: boolean, at: number): void => {
      db.run(sql`UPDATE standing_orders SET is_on = ${isOn}, on_since = ${at}, tries = 0, tried_at = NULL,
        hindrance_json = NULL WHERE id = ${orderId}`);
    },
    /** `joined`: what the shared desk has of the same orders counts. Those that were off stay as they are. */
    switchOffAll: (accountId: string, code: 'joined' | 'parted'): void => {
      db.run(sql`UPDATE standing_orders SET is_on = 0, hindrance_json = iif(is_on = 1, json_object('code', ${code}),
        hindrance_json), on_since = iif(${code} = 'joined', 0, on_since) WHERE account_id = ${accountId}`);
    },
    countOn: (accountId: string): number => count(sql`standing_orders WHERE ${isThere(accountId)} AND is_on = 1`),
    setRemoved: (orderId: number, removed: number): void => {
      db.run(sql`UPDATE standing_orders SET removed = ${removed} WHERE id = ${orderId}`);
    },
    /** Those whose removal can no longer be taken back: at the start. */
    removedIds: (): number[] => db.values<number>('SELECT id FROM standing_orders WHERE removed > 0'),
    /** Up to `limit` of its history; the order itself when nothing is left. How many rows that were. */
    purgeSome: (orderId: number, limit: number): number => {
      const { changes } = db.run(
        // Another computer may bring it back meanwhile.
        sql`DELETE FROM standing_occasions WHERE id IN (
           SELECT c.id FROM standing_occasions c JOIN standing_orders o ON o.id = c.order_id
           WHERE c.order_id = ${orderId} AND o.removed <> 0 LIMIT ${limit})`,
      );
      return changes > 0
        ? changes
        : db.run(sql`DELETE FROM standing_orders WHERE id = ${orderId} AND removed <> 0`).changes;
    },
    /** Those that are on and may do something by themselves, the oldest first. */
    enabled: (accountId: string): StoredOrder[] =>
      all(sql`${isThere(accountId)} AND is_on = 1 ORDER BY id`).filter(isSound),
    /** Those that are on and may not. */
    flawed: (accountId: string): KeptOrder[] =>
      all(sql`${isThere(accountId)} AND is_on = 1 ORDER BY id`).filter(({ flaw }) => flaw !== null),
    /** Off or removed by now, of which this computer has begun something and not said what came of it. */
    startedBeforeOff: (accountId: string): KeptOrder[] =>
      all(sql`account_id = ${accountId} AND (is_on = 0 OR removed <> 0) AND id IN (
        SELECT order_id FROM standing_occasions WHERE computer IS NOT '' AND computer IS NULL)`),
    /** Those that were switched off when their desk was brought back from a copy, joined others, or left them. */
    restored: (accountId: string): KeptOrder[] =>
      all(sql`${isThere(accountId)} AND is_on = 0 AND hindrance_json IS NOT NULL`),
    /** Nobody has edited, paused or removed it meanwhile. */
    isAsItWas: ({ id, onSince }: KeptOrder): boolean =>
      db.has(sql`SELECT 1 FROM standing_orders
        WHERE id = ${id} AND removed = 0 AND is_on = 1 AND on_since = ${onSince}`),
    /** To about five minutes: it is a write in each minute otherwise. */
    noteLook: ({ id, lookedAt }: StoredOrder, at: number): void => {
      if (Math.abs(at - lookedAt) >= LOOK_EVERY_MS) {
        db.run(sql`UPDATE standing_orders SET looked_at = ${at} WHERE id = ${id}`);
      }
    },
    /** Whether that is news. */
    setHindrance: ({ id }: Pick<StoredOrder, 'id'>, hindrance: StandingHindrance | null): boolean => {
      const { purchaseId, runId } = hindrance?.code === 'blocked' ? hindrance : { purchaseId: null, runId: null };
      const json = hindrance?.code === 'blocked' ? '{"code":"blocked"}' : hindrance && JSON.stringify(hindrance);
      return (
        db.run(sql`UPDATE standing_orders SET hindrance_json = ${json}, held_purchase_id = ${purchaseId},
          held_run_id = ${runId} WHERE id = ${id}
          AND (hindrance_json IS NOT ${json} OR held_purchase_id IS NOT ${purchaseId} OR held_run_id IS NOT ${runId})`)
          .changes > 0
      );
    },
    setTries: ({ id }: StoredOrder, tries: number, at: number | null): void => {
      db.run(sql`UPDATE standing_orders SET tries = ${tries}, tried_at = ${at} WHERE id = ${id}`);
    },
  };
};

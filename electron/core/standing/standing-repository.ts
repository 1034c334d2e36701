import { randomUUID } from 'node:crypto';
import type { StandingAction, StandingHindrance, StandingOrder, StandingTargets } from '#shared/contract/standing.ts';
import type { StandingMode } from '#shared/domain/standing-rules.ts';
import { DeskError } from '#shared/result.ts';
import type { Database } from '../storage/database.ts';

/** A standing order as it is kept. Times are ms since the epoch, UTC. */
export interface StoredOrder {
  readonly id: number;
  readonly accountId: string;
  readonly name: string;
  readonly action: StandingAction;
  readonly targetsOf: StandingTargets['of'];
  readonly tag: string;
  readonly mode: StandingMode;
  readonly ceilingKopecks: number | null;
  readonly monthCapKopecks: number | null;
  readonly hours: StandingOrder['hours'];
  readonly isOn: boolean;
  readonly hindrance: StandingHindrance | null;
  readonly onSince: number;
  readonly lookedAt: number;
  readonly tries: number;
  readonly triedAt: number | null;
}

/** What the user says of an order. */
export interface StandingDraft
  extends Pick<StoredOrder, 'name' | 'action' | 'mode' | 'ceilingKopecks' | 'monthCapKopecks' | 'hours'> {
  readonly targets: StandingTargets;
}

type Row = Omit<StoredOrder, 'action' | 'hours' | 'isOn' | 'hindrance'> & {
  readonly actionJson: string;
  readonly hoursFrom: string | null;
  readonly hoursTo: string | null;
  readonly isOn: number;
  readonly hindranceJson: string | null;
  readonly heldPurchaseId: number | null;
  readonly heldRunId: number | null;
};

const COLUMNS = `id, account_id AS accountId, name, action_json AS actionJson, targets_of AS targetsOf, tag, mode,
  ceiling_kopecks AS ceilingKopecks, month_cap_kopecks AS monthCapKopecks, hours_from AS hoursFrom, hours_to AS hoursTo,
  is_on AS isOn, hindrance_json AS hindranceJson, held_purchase_id AS heldPurchaseId, held_run_id AS heldRunId,
  on_since AS onSince, looked_at AS lookedAt, tries, tried_at AS triedAt`;
const THERE = 'account_id = ? AND removed = 0';

const toHindrance = ({ hindranceJson, heldPurchaseId, heldRunId }: Row): StandingHindrance | null => {
  if (hindranceJson === null) return null;
  const hindrance = JSON.parse(hindranceJson) as StandingHindrance;
  return hindrance.code === 'held' ? { ...hindrance, purchaseId: heldPurchaseId, runId: heldRunId } : hindrance;
};

const toOrder = (stored: Row): StoredOrder => {
  const { actionJson, hoursFrom, hoursTo, isOn, hindranceJson: _, heldPurchaseId: __, heldRunId: ___, ...row } = stored;
  return {
    ...row,
    action: JSON.parse(actionJson) as StandingAction,
    hours: hoursFrom === null || hoursTo === null ? null : { from: hoursFrom, to: hoursTo },
    isOn: isOn === 1,
    hindrance: toHindrance(stored),
  };
};

const inOrder = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((a, b) => a - b);
const wantedOf = (targets: StandingTargets): readonly (readonly number[])[] => [
  targets.of === 'clients' ? inOrder(targets.clientIds) : [],
  targets.of === 'proxies' ? inOrder(targets.proxyIds) : [],
];

const LOOK_EVERY_MS = 5 * 60_000;

export type StandingRepository = ReturnType<typeof createStandingRepository>;

/** SQL of the standing orders themselves. */
export const createStandingRepository = (db: Database) => {
  const counted = (sql: string, ...params: (string | number)[]): number =>
    db.get<{ n: number }>(sql, ...params)?.n ?? 0;
  const find = (accountId: string, orderId: number): StoredOrder => {
    const row = db.get<Row>(`SELECT ${COLUMNS} FROM standing_orders WHERE ${THERE} AND id = ?`, accountId, orderId);
    if (row === undefined) throw new DeskError('not-found', 'There is no such standing order.', { code: 'standing' });
    return toOrder(row);
  };
  /** All that are named, also who is removed or archived. */
  const namedBy = (orderId: number): readonly (readonly number[])[] =>
    ['SELECT client_id AS id FROM standing_clients', 'SELECT proxy_id AS id FROM standing_proxies'].map((sql) =>
      db.all<{ id: number }>(`${sql} WHERE order_id = ? ORDER BY 1`, orderId).map(({ id }) => id),
    );
  const setTargets = (orderId: number, targets: StandingTargets): void => {
    if (JSON.stringify(namedBy(orderId)) === JSON.stringify(wantedOf(targets))) return;
    db.run('DELETE FROM standing_clients WHERE order_id = ?', orderId);
    db.run('DELETE FROM standing_proxies WHERE order_id = ?', orderId);
    if (targets.of === 'clients') {
      db.run(
        `INSERT INTO standing_clients (order_id, client_id) SELECT o.id, c.id FROM standing_orders o
         JOIN json_each(?) wanted JOIN clients c ON c.id = wanted.value AND c.account_id = o.account_id
         WHERE o.id = ? ON CONFLICT DO NOTHING`,
        JSON.stringify(targets.clientIds),
        orderId,
      );
    } else if (targets.of === 'proxies') {
      db.run(
        `INSERT INTO standing_proxies (order_id, proxy_id) SELECT o.id, p.id FROM standing_orders o
         JOIN json_each(?) wanted JOIN dedicated_proxies p ON p.id = wanted.value AND p.account_id = o.account_id
         WHERE o.id = ? ON CONFLICT DO NOTHING`,
        JSON.stringify(targets.proxyIds),
        orderId,
      );
    }
  };

  return {
    /** Throws DeskError `not-found`. */
    find,
    count: (accountId: string): number =>
      counted(`SELECT count(*) AS n FROM standing_orders WHERE ${THERE}`, accountId),
    page: (accountId: string, offset: number, limit: number): StoredOrder[] =>
      db
        .all<Row>(
          `SELECT ${COLUMNS} FROM standing_orders WHERE ${THERE} ORDER BY id DESC LIMIT ? OFFSET ?`,
          accountId,
          limit,
          offset,
        )
        .map(toOrder),
    /** The clients or proxies that an order names; a tag's by the tag alone. */
    targets: ({ id, targetsOf, tag }: StoredOrder): StandingTargets => {
      const ids = (sql: string): number[] => db.all<{ id: number }>(sql, id).map((row) => row.id);
      switch (targetsOf) {
        case 'tag':
          return { of: 'tag', tag };
        case 'clients':
          return {
            of: 'clients',
            clientIds: ids(
              `SELECT c.id FROM standing_clients t JOIN clients c ON c.id = t.client_id AND c.removed = 0
               WHERE t.order_id = ? ORDER BY c.id`,
            ),
          };
        case 'proxies':
          return {
            of: 'proxies',
            proxyIds: ids(
              `SELECT p.id FROM standing_proxies t JOIN dedicated_proxies p ON p.id = t.proxy_id AND p.archived = 0
               WHERE t.order_id = ? ORDER BY p.id`,
            ),
          };
      }
    },
    countTargets: ({ id, accountId, targetsOf, tag }: StoredOrder): number => {
      switch (targetsOf) {
        case 'tag':
          return counted(
            `SELECT count(*) AS n FROM client_tags t JOIN clients c ON c.id = t.client_id AND c.removed = 0
             WHERE t.account_id = ? AND t.tag = ?`,
            accountId,
            tag,
          );
        case 'clients':
          return counted(
            `SELECT count(*) AS n FROM standing_clients t JOIN clients c ON c.id = t.client_id AND c.removed = 0
             WHERE t.order_id = ?`,
            id,
          );
        case 'proxies':
          return counted(
            `SELECT count(*) AS n FROM standing_proxies t JOIN dedicated_proxies p ON p.id = t.proxy_id
               AND p.archived = 0 WHERE t.order_id = ?`,
            id,
          );
      }
    },
    /** A new one without an id. What kept it from going on is forgotten. Returns its id. */
    save: (accountId: string, orderId: number | undefined, draft: StandingDraft, at: number): number =>
      db.transaction(() => {
        const { name, action, targets, mode, ceilingKopecks, monthCapKopecks, hours } = draft;
        const values = [
          ...([name, JSON.stringify(action), targets.of, targets.of === 'tag' ? targets.tag : '', mode] as const),
          ...([ceilingKopecks, monthCapKopecks, hours?.from ?? null, hours?.to ?? null, at] as const),
        ];
        const id =
          orderId ??
          db.run(
            `INSERT INTO standing_orders (account_id, uid, name, action_json, targets_of, tag, mode, is_on, on_since,
               looked_at) VALUES (?, ?, '', '', '', '', '', 1, 0, ?)`,
            accountId,
            randomUUID(),
            at,
          ).lastId;
        db.run(
          `UPDATE standing_orders SET name = ?, action_json = ?, targets_of = ?, tag = ?, mode = ?, ceiling_kopecks = ?,
             month_cap_kopecks = ?, hours_from = ?, hours_to = ?, on_since = ?, tries = 0, tried_at = NULL,
             hindrance_json = iif(is_on = 1, NULL, hindrance_json)
           WHERE id = ?`,
          ...values,
          id,
        );
        setTargets(id, targets);
        return id;
      }),
    setOn: (orderId: number, isOn: boolean, at: number): void => {
      db.run(
        `UPDATE standing_orders SET is_on = ?, on_since = ?, tries = 0, tried_at = NULL, hindrance_json = NULL
         WHERE id = ?`,
        isOn ? 1 : 0,
        at,
        orderId,
      );
    },
    /** `joined`: what the shared desk has of the same orders counts. Those that were off stay as they are. */
    switchOffAll: (accountId: string, code: 'joined' | 'parted'): void => {
      db.run(
        `UPDATE standing_orders SET is_on = 0, hindrance_json = iif(is_on = 1, json_object('code', ?1), hindrance_json),
           on_since = iif(?1 = 'joined', 0, on_since) WHERE account_id = ?2`,
        code,
        accountId,
      );
    },
    countOn: (accountId: string): number =>
      counted(`SELECT count(*) AS n FROM standing_orders WHERE ${THERE} AND is_on = 1`, accountId),
    setRemoved: (orderId: number, removed: number): void => {
      db.run('UPDATE standing_orders SET removed = ? WHERE id = ?', removed, orderId);
    },
    /** Those whose removal can no longer be taken back: at the start. */
    removedIds: (): number[] =>
      db.all<{ id: number }>('SELECT id FROM standing_orders WHERE removed > 0').map(({ id }) => id),
    /** Up to `limit` of its history; the order itself when nothing is left. How many rows that were. */
    purgeSome: (orderId: number, limit: number): number => {
      const { changes } = db.run(
        // Another computer may bring it back meanwhile.
        `DELETE FROM standing_occasions WHERE id IN (
           SELECT c.id FROM standing_occasions c JOIN standing_orders o ON o.id = c.order_id
           WHERE c.order_id = ? AND o.removed <> 0 LIMIT ?)`,
        orderId,
        limit,
      );
      return changes > 0
        ? changes
        : db.run('DELETE FROM standing_orders WHERE id = ? AND removed <> 0', orderId).changes;
    },
    /** Those that are on, the oldest first. */
    enabled: (accountId: string): StoredOrder[] =>
      db
        .all<Row>(`SELECT ${COLUMNS} FROM standing_orders WHERE ${THERE} AND is_on = 1 ORDER BY id`, accountId)
        .map(toOrder),
    /** Off or removed by now, of which this computer has begun something and not said what came of it. */
    begunBeforeOff: (accountId: string): StoredOrder[] =>
      db
        .all<Row>(
          `SELECT ${COLUMNS} FROM standing_orders WHERE account_id = ? AND (is_on = 0 OR removed <> 0) AND id IN (
             SELECT order_id FROM standing_occasions WHERE computer IS NOT '' AND computer IS NULL)`,
          accountId,
        )
        .map(toOrder),
    /** Those that were switched off when their desk was brought back from a copy, joined others, or left them. */
    restored: (accountId: string): StoredOrder[] =>
      db
        .all<Row>(
          `SELECT ${COLUMNS} FROM standing_orders WHERE ${THERE} AND is_on = 0 AND hindrance_json IS NOT NULL`,
          accountId,
        )
        .map(toOrder),
    /** Nobody has edited, paused or removed it meanwhile. */
    isAsItWas: ({ id, onSince }: StoredOrder): boolean =>
      db.get(
        'SELECT 1 FROM standing_orders WHERE id = ? AND removed = 0 AND is_on = 1 AND on_since = ?',
        id,
        onSince,
      ) !== undefined,
    /** To about five minutes: it is a write in each minute otherwise. */
    noteLook: ({ id, lookedAt }: StoredOrder, at: number): void => {
      if (Math.abs(at - lookedAt) >= LOOK_EVERY_MS) {
        db.run('UPDATE standing_orders SET looked_at = ? WHERE id = ?', at, id);
      }
    },
    /** Whether that is news. */
    setHindrance: ({ id }: Pick<StoredOrder, 'id'>, hindrance: StandingHindrance | null): boolean => {
      const { purchaseId, runId } = hindrance?.code === 'held' ? hindrance : { purchaseId: null, runId: null };
      const json = hindrance?.code === 'held' ? '{"code":"held"}' : hindrance && JSON.stringify(hindrance);
      return (
        db.run(
          `UPDATE standing_orders SET hindrance_json = ?1, held_purchase_id = ?2, held_run_id = ?3 WHERE id = ?4
             AND (hindrance_json IS NOT ?1 OR held_purchase_id IS NOT ?2 OR held_run_id IS NOT ?3)`,
          ...[json, purchaseId, runId, id],
        ).changes > 0
      );
    },
    setTries: ({ id }: StoredOrder, tries: number, at: number | null): void => {
      db.run('UPDATE standing_orders SET tries = ?, tried_at = ? WHERE id = ?', tries, at, id);
    },
  };
};
